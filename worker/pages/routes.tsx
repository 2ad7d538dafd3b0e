import { Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import css from "../../web/status/style.css";
import { StatusPage } from "../../web/status/views/status-page.tsx";
import { publicAnswer } from "../cache.ts";
import type { AppEnv } from "../env.ts";
import { loadStatusPage } from "./load.ts";

export const pageRoutes = new Hono<AppEnv>().get("/", publicAnswer, async (c) => {
  const data = await loadStatusPage(c.var.db);
  return c.html(`<!doctype html>${renderToStaticMarkup(<StatusPage data={data} css={css} />)}`);
});
