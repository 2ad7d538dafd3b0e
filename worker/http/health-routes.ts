import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../env.ts";
import { systemOperations } from "../openapi/operations.ts";
import type { Db } from "../storage/db.ts";
import { requireMigrations } from "../storage/migrations.ts";
import { SECOND_MS } from "../time/domain.ts";
import { call } from "./call.ts";
import { singleFlight } from "./single-flight.ts";
import { withTimeout } from "./with-timeout.ts";

const Health = z.object({ status: z.literal("ok") });

const sharedCheck = singleFlight<void>({ freshMs: SECOND_MS });

async function check(env: Env, db: Db): Promise<void> {
  const checks = Promise.all([requireMigrations(db), env.FILES.head("health")]);
  await withTimeout(3000, checks, "D1_ERROR: D1 or R2 did not answer.");
}

export const healthRoutes = new Hono<AppEnv>().get(
  "/",
  call(systemOperations.getHealth, { 200: Health }),
  async (c) => {
    await sharedCheck("", () => check(c.env, c.var.db));
    return c.json({ status: "ok" as const }, 200);
  },
);
