import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { log } from "../http/log.ts";
import { singleFlight } from "../http/single-flight.ts";
import { SECOND_MS } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import type { Db } from "../storage/db.ts";
import { requireMigrations } from "../storage/migrations.ts";
import { healthOperations } from "./operations.ts";
import type { Health } from "./schema.ts";

const sharedCheck = singleFlight<string | undefined>({ freshMs: SECOND_MS });

async function check(env: Env, db: Db): Promise<string | undefined> {
  const checks = Promise.all([requireMigrations(db), env.FILES.head("health")]);
  const [warning] = await withTimeout(3000, checks, "D1_ERROR: D1 or R2 did not answer.");
  if (warning !== undefined) log("warn", { warning });
  return warning;
}

export const healthRoutes = new Hono<AppEnv>().get(
  "/",
  call(healthOperations.getHealth, async () => ({ 200: (await import("./schema.ts")).Health })),
  async (c) => {
    const warning = await sharedCheck("", () => check(c.env, c.var.db));
    return c.json({ status: "ok", ...(warning !== undefined && { warning }) } satisfies Health, 200);
  },
);
