import { Hono } from "hono";
import * as z from "zod";
import { readContentVersion } from "./content-version/store.ts";
import type { AppEnv } from "./env.ts";
import { call } from "./openapi/call.ts";

const Health = z.object({ status: z.literal("ok") });

/** 200 once what the product stands on answers; otherwise the 503 that any failure of it is. */
export const healthRoutes = new Hono<AppEnv>().get(
  "/",
  call("Ask whether everything is up", { 200: Health }, { tag: "The API itself" }),
  async (c) => {
    await Promise.all([readContentVersion(c.var.db), c.env.FILES.head("health")]);
    return c.json({ status: "ok" as const }, 200);
  },
);
