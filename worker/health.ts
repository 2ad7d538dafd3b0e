import { Hono } from "hono";
import { readContentVersion } from "./content-version/store.ts";
import type { AppEnv } from "./env.ts";

/** 200 once what the product stands on answers; otherwise the 503 that any failure of it is. */
export const healthRoutes = new Hono<AppEnv>().get("/", async (c) => {
  await Promise.all([readContentVersion(c.var.db), c.env.FILES.head("health")]);
  return c.json({ status: "ok" as const }, 200);
});
