import { Hono } from "hono";
import historyCSS from "../../dist/inline/history.css";
import css from "../../dist/inline/style.css";
import { statusPageDays } from "../../web/status/views/component-list.tsx";
import { ComponentPage } from "../../web/status/views/component-page.tsx";
import { HistoryPage } from "../../web/status/views/history-page.tsx";
import { NoticePage } from "../../web/status/views/notice-page.tsx";
import { StatusPage } from "../../web/status/views/status-page.tsx";
import { moving, publicAnswer, versioned } from "../cache/public-answer.ts";
import type { AppEnv } from "../env.ts";
import { html } from "./html.tsx";
import { loadComponentPage, loadHistoryPage, loadNoticePage, loadStatusPage } from "./load.ts";
import { outliving } from "./outliving.tsx";

export const pageRoutes = new Hono<AppEnv>()
  .get("/", outliving, moving, versioned, publicAnswer, async (c) => {
    const days = statusPageDays.find((each) => String(each) === c.req.query("days")) ?? 90;
    const { version, ...data } = await loadStatusPage(c.var.db, days);
    c.set("version", version);
    return html(c, <StatusPage data={data} css={css} />);
  })
  .get("/history", outliving, publicAnswer, async (c) => {
    const data = await loadHistoryPage(c.var.db, c.req.query());
    return html(c, <HistoryPage data={data} css={css + historyCSS} />);
  })
  .get("/components/:componentID", outliving, moving, publicAnswer, async (c) => {
    const data = await loadComponentPage(c.var.db, c.req.param("componentID"));
    return html(c, <ComponentPage data={data} css={css + historyCSS} />);
  })
  .get("/incidents/:incidentID", outliving, publicAnswer, async (c) => {
    const data = await loadNoticePage(c.var.db, "incident", c.req.param("incidentID"), c.req.query());
    return html(c, <NoticePage data={data} css={css + historyCSS} />);
  })
  .get("/maintenances/:maintenanceID", outliving, publicAnswer, async (c) => {
    const data = await loadNoticePage(c.var.db, "maintenance", c.req.param("maintenanceID"), c.req.query());
    return html(c, <NoticePage data={data} css={css + historyCSS} />);
  });
