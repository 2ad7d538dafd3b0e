import { type Context, Hono } from "hono";
import historyCSS from "../../../dist/inline/history.css";
import css from "../../../dist/inline/style.css";
import { permissionsPolicy } from "../../../web/shared/permissions-policy.ts";
import { HistoryPage } from "../../../web/status/views/history/history-page.tsx";
import { HistoryResultsPage } from "../../../web/status/views/history/history-results-page.tsx";
import { NoticePage } from "../../../web/status/views/notice/notice-page.tsx";
import { statusPageDays } from "../../../web/status/views/page/component-list.tsx";
import { ComponentPage } from "../../../web/status/views/page/component-page.tsx";
import { GroupPage } from "../../../web/status/views/page/group-page.tsx";
import { StatusPage } from "../../../web/status/views/page/status-page.tsx";
import { type PublicResponseOptions, publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { HttpError } from "../../http/errors.ts";
import { limitSearch } from "../../http/limits/search-limits.ts";
import { json, type Rendered } from "../../http/rendered.ts";
import { type NoticeKind, noticePath } from "../../notices/domain.ts";
import { loadNoticeDays } from "../../notices/reads/days-of-component.ts";
import { noticeExists } from "../../notices/store.ts";
import { page } from "./html.tsx";
import {
  loadComponentPage,
  loadGroupPage,
  loadNoticePage,
  loadPostmortemPage,
  loadStatusPage,
} from "./load.ts";
import { isHistorySearch, loadHistoryPage, loadHistoryResults } from "./load-history.ts";
import { stalePages } from "./stale-pages.tsx";

const dayOptions: PublicResponseOptions = { clock: "day", staleIfError: stalePages };
const tenMinuteOptions: PublicResponseOptions = { clock: "ten minutes", staleIfError: stalePages };

/** The console's preview reads the page as a visitor does, without credentials. */
const forConsole = { "Access-Control-Allow-Origin": "*" };

export const pageRoutes = new Hono<AppEnv>()
  .get(
    "/",
    publicResponse({ ...tenMinuteOptions, readsVersion: true }, async (c) => {
      const days = statusPageDays.find((each) => String(each) === c.req.query("days")) ?? 90;
      const { version, ...data } = await loadStatusPage(c.var.db, days);
      const { headers, ...rendered } = await page(c, <StatusPage data={data} css={css} />);
      return { ...rendered, headers: { ...headers, ...forConsole }, version };
    }),
  )
  .get(
    "/history",
    publicResponse(dayOptions, async (c) => {
      if (isHistorySearch(c.req.query())) {
        const results = await loadHistoryResults(c.var.db, c.req.query(), (search) => limitSearch(c, search));
        const found = await page(c, <HistoryResultsPage data={results} css={css + historyCSS} />);
        return results.refusal ? { ...found, status: 400 } : found;
      }
      const data = await loadHistoryPage(c.var.db, c.req.query());
      return page(c, <HistoryPage data={data} css={css + historyCSS} />);
    }),
  )
  .get(
    "/components/:componentID",
    publicResponse(tenMinuteOptions, async (c) => {
      const data = await loadComponentPage(c.var.db, c.req.param("componentID") ?? "");
      return page(c, <ComponentPage data={data} css={css + historyCSS} />);
    }),
  )
  .get(
    "/components/:componentID/notices.json",
    publicResponse({ clock: "day" }, async (c) => {
      const days = await loadNoticeDays(c.var.db, c.req.param("componentID") ?? "");
      return days ? json(days) : { ...json([]), status: 404 };
    }),
  )
  .get(
    "/groups/:groupID",
    publicResponse(tenMinuteOptions, async (c) => {
      const data = await loadGroupPage(c.var.db, c.req.param("groupID") ?? "");
      return page(c, <GroupPage data={data} css={css + historyCSS} />);
    }),
  )
  .get(
    "/incidents/:incidentID",
    publicResponse(tenMinuteOptions, (c) =>
      noticePage(c, "incident").catch((error: unknown) => redirectToMaintenance(c, error)),
    ),
  )
  .get(
    "/incidents/:incidentID/postmortem",
    publicResponse(dayOptions, async (c) => {
      const data = await loadPostmortemPage(c.var.db, c.req.param("incidentID") ?? "");
      // Few visits are to it, so the Worker starts without it.
      const { PostmortemPage } = await import("../../../web/status/views/notice/postmortem-page.tsx");
      return page(c, <PostmortemPage data={data} css={css + historyCSS} />);
    }),
  )
  .get(
    "/maintenances/:maintenanceID",
    publicResponse(tenMinuteOptions, (c) => noticePage(c, "maintenance")),
  );

async function noticePage(c: Context<AppEnv>, kind: NoticeKind): Promise<Rendered> {
  const data = await loadNoticePage(c.var.db, kind, c.req.param(`${kind}ID`) ?? "", c.req.query());
  const { body, headers } = await page(c, <NoticePage data={data} css={css + historyCSS} />);
  // The page has a button that copies its address.
  return { body, headers: { ...headers, "Permissions-Policy": permissionsPolicy("clipboard-write") } };
}

/** Pages of Statuspage have incidents and maintenances at the same addresses, and an import keeps their IDs. */
async function redirectToMaintenance(c: Context<AppEnv>, error: unknown): Promise<Rendered> {
  const noticeID = c.req.param("incidentID") ?? "";
  const isMissing = error instanceof HttpError && error.status === 404;
  if (!isMissing || !(await noticeExists(c.var.db, "maintenance", noticeID))) throw error;
  const { search } = new URL(c.req.url);
  const location = noticePath({ kind: "maintenance", noticeID }) + search;
  return { body: "", headers: { Location: location }, status: 301 };
}
