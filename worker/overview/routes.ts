import { Hono } from "hono";
import { revalidate } from "../cache/revalidation.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { admin } from "../sign-in/admin.ts";
import { overviewOperations } from "./operations.ts";
import { Overview } from "./schema.ts";
import { readOverview } from "./store.ts";

export const overviewRoutes = new Hono<AppEnv>().get(
  "/",
  admin,
  revalidate,
  call(overviewOperations.getOverview, { 200: Overview }),
  async (c) => c.json(await readOverview(c.var.db), 200),
);
