import { Hono } from "hono";
import type { AppEnv } from "../env.ts";
import { body } from "../http/body.ts";
import { call } from "../http/call.ts";
import { isoTime } from "../shared/time/domain.ts";
import { admin } from "../sign-in/admin.ts";
import { unaudited } from "../writes/audit.ts";
import { repeatable } from "../writes/idempotency/idempotent.ts";
import { writesWhileRestoring } from "../writes/write.ts";
import { readNewest } from "./received/store.ts";
import { DEFAULT_HOLD_MINUTES, DEFAULT_SETTLE_MINUTES, matches } from "./rules/domain.ts";
import type { ReceivedAlert } from "./rules/episode.ts";
import { ruleOperations } from "./rules/operations.ts";
import { AlertRulePreview, AlertRulePreviewRequest } from "./rules/schema.ts";
import { simulateRule } from "./rules/simulate.ts";

const LISTED = 20;

export const rulePreviewRoutes = new Hono<AppEnv>().post(
  "/",
  admin,
  body(AlertRulePreviewRequest),
  writesWhileRestoring(unaudited),
  repeatable,
  call(ruleOperations.previewAlertRule, { 200: AlertRulePreview }),
  async (c) => {
    const {
      source = "",
      labels = [],
      holdMinutes = DEFAULT_HOLD_MINUTES,
      settleMinutes = DEFAULT_SETTLE_MINUTES,
    } = c.req.valid("json");
    const rule = { source, labels, holdMinutes, settleMinutes };
    const alerts = await readNewest(c.var.db);
    const stretches = simulateRule(rule, alerts, Date.now());
    const [first] = alerts;
    return c.json(
      {
        since: first ? isoTime(first.receivedAt) : null,
        alerts: countAlerts(alerts.filter((alert) => matches(rule, alert))),
        times: stretches.length,
        stretches: stretches
          .slice(-LISTED)
          .reverse()
          .map(({ title, beganAt, endedAt }) => ({
            title,
            beganAt: isoTime(beganAt),
            endedAt: endedAt === null ? null : isoTime(endedAt),
          })),
      },
      200,
    );
  },
);

/** An alert that begins and ends in one message is listed once. */
function countAlerts(alerts: readonly ReceivedAlert[]): number {
  return new Set(alerts.map(({ source, key, receivedAt }) => JSON.stringify([source, key, receivedAt]))).size;
}
