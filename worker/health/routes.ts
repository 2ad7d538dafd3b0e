import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { healthOperations } from "./operations.ts";
import { readHealthReport } from "./report.ts";
import { HealthReport } from "./schema.ts";

export function healthReportRoutes(mayRead: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>().get(
    "/",
    mayRead,
    call(healthOperations.getHealthReport, { 200: HealthReport }),
    async (c) => c.json(await readHealthReport(c.env, c.var.db), 200),
  );
}
