import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { revalidate } from "../../cache/revalidation.ts";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { itemETag } from "../../http/if-match.ts";
import { admin } from "../../sign-in/admin.ts";
import { apiKey } from "../../sign-in/api-key.ts";
import { changes, creates, deletes, writeDb } from "../../writes/write.ts";
import { ruleOperations } from "./operations.ts";
import { AlertRule, AlertRuleChange, NewAlertRule } from "./schema.ts";
import { addRule, changeRule, deleteRule, listRules, readRule } from "./store.ts";

export const adminRuleRoutes = ruleRoutes(admin);
export const keyRuleRoutes = ruleRoutes(apiKey("notices"));

function ruleRoutes(mayUse: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayUse,
      revalidate,
      call(ruleOperations.listAlertRules, { 200: z.array(AlertRule) }),
      async (c) => c.json(await listRules(c.var.db), 200),
    )
    .post(
      "/",
      mayUse,
      body(NewAlertRule),
      ...creates("alertRule", ["console"], { idField: "ruleID", read: readRule }),
      call(ruleOperations.createAlertRule, { 201: AlertRule }, { errorStatuses: [409] }),
      async (c) => c.json(await addRule(writeDb(c), c.req.valid("json")), 201),
    )
    .get(
      "/:ruleID",
      mayUse,
      revalidate,
      itemETag,
      call(ruleOperations.getAlertRule, { 200: AlertRule }, { errorStatuses: [404] }),
      async (c) => c.json(await readRule(c.var.db, c.req.param("ruleID")), 200),
    )
    .patch(
      "/:ruleID",
      mayUse,
      body(AlertRuleChange),
      ...changes("alertRule", ["console"], current),
      call(ruleOperations.updateAlertRule, { 200: AlertRule }),
      async (c) => c.json(await changeRule(writeDb(c), target(c), c.req.valid("json")), 200),
    )
    .delete(
      "/:ruleID",
      mayUse,
      ...deletes("alertRule", ["console"], { read: current, pages: () => [] }),
      call(ruleOperations.deleteAlertRule, { 204: null }),
      async (c) => {
        await deleteRule(writeDb(c), target(c));
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<AlertRule> {
  return readRule(c.var.db, target(c).ruleID);
}

function target(c: Context<AppEnv>) {
  return { ruleID: c.req.param("ruleID") ?? "", unchangedSince: c.var.unchangedSince };
}
