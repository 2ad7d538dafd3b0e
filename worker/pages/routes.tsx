import { Hono } from "hono";
import css from "../../web/status/style.css";
import { NoticePage } from "../../web/status/views/notice-page.tsx";
import { StatusPage } from "../../web/status/views/status-page.tsx";
import { publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { html } from "./html.tsx";
import { loadIncidentPage, loadMaintenancePage, loadStatusPage } from "./load.ts";

export const pageRoutes = new Hono<AppEnv>()
  .get("/", publicAnswer, async (c) =>
    c.html(html(c, <StatusPage data={await loadStatusPage(c.var.db)} css={css} />)),
  )
  .get("/incidents/:incidentID", publicAnswer, async (c) => {
    const data = await loadIncidentPage(c.var.db, c.req.param("incidentID"));
    return c.html(html(c, <NoticePage data={data} css={css} />));
  })
  .get("/maintenances/:maintenanceID", publicAnswer, async (c) => {
    const data = await loadMaintenancePage(c.var.db, c.req.param("maintenanceID"));
    return c.html(html(c, <NoticePage data={data} css={css} />));
  });
