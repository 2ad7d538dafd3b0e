import { type Context, Hono } from "hono";
import type * as z from "zod";
import type { publicResponse } from "../cache/public-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { limitSearch } from "../http/limits/search-limits.ts";
import { page, paginated, renderPage, withOneExtra } from "../http/lists/pagination.ts";
import { json } from "../http/rendered.ts";
import { type NoticeKind, noticeStatuses } from "./domain.ts";
import { incidentOperations } from "./incident/operations.ts";
import { maintenanceOperations } from "./maintenance/operations.ts";
import type { noticeOperations } from "./operations.ts";
import { listNotices, readNotice } from "./store.ts";
import { toResponse } from "./wire.ts";

export const incidentReads = noticeReads(
  "incident",
  incidentOperations,
  async () => (await import("./incident/schema.ts")).Incident,
);
export const maintenanceReads = noticeReads(
  "maintenance",
  maintenanceOperations,
  async () => (await import("./maintenance/schema.ts")).Maintenance,
);

function noticeReads<Kind extends NoticeKind>(
  kind: Kind,
  operations: ReturnType<typeof noticeOperations>,
  schema: () => Promise<z.ZodType>,
) {
  const statuses = noticeStatuses[kind];
  return (read: typeof publicResponse) =>
    new Hono<AppEnv>()
      .get(
        "/",
        call(operations.list, async () => ({ 200: (await schema()).array() }), paginated(statuses)),
        read({ clock: "day" }, async (c) => {
          const pageRequest = page(c, statuses);
          const list = () => listNotices(c.var.db, kind, withOneExtra(pageRequest));
          const rows = await (pageRequest.searchTerms ? limitSearch(c, list) : list());
          return renderPage(c, pageRequest, { listed: rows, toItem: (each) => toResponse(kind, each) });
        }),
      )
      .get(
        `/:${kind}ID` as const,
        call(operations.get, async () => ({ 200: await schema() }), { errorStatuses: [404] }),
        read({ clock: "day", item: true }, async (c) => {
          const notice = await readNotice(c.var.db, kind, namedID(kind, c));
          return json(toResponse(kind, notice));
        }),
      );
}

function namedID(kind: NoticeKind, c: Context<AppEnv>): string {
  return c.req.param(`${kind}ID`) ?? "";
}
