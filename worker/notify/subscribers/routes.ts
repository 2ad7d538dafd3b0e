import { Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { body, MAX_SUBSCRIBE_BYTES } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { limitRefusedCalls } from "../../http/limits/visitor-limits.ts";
import { admin } from "../../sign-in/admin.ts";
import { auditRule, unaudited } from "../../writes/audit.ts";
import { idempotent, repeatable } from "../../writes/idempotency/idempotent.ts";
import { subscribingClient } from "../../writes/subscribing-client.ts";
import { writeDb, writes, writesWhileRestoring } from "../../writes/write.ts";
import { eraseSubscriber, findRecord } from "../mail/subscriber-record.ts";
import { countSubscribers, exportSubscribers } from "./export.ts";
import { listSubscribers } from "./list.ts";
import { subscriberOperations } from "./operations.ts";
import {
  Erasure,
  FoundSubscriber,
  NewSubscriber,
  SubscriberCounts,
  SubscriberLookup,
  SubscriberPage,
  SubscriberQuery,
} from "./schema.ts";
import { subscribe } from "./subscribe.ts";

export const subscriberRoutes = new Hono<AppEnv>().post(
  "/subscribe",
  writes(unaudited, "mail"),
  limitRefusedCalls,
  body(NewSubscriber, { maxBytes: MAX_SUBSCRIBE_BYTES }),
  idempotent({ status: 200, read: async () => ({}) }),
  call(subscriberOperations.subscribe, { 200: z.object({}) }),
  async (c) => {
    const { turnstileToken = "", ...wanted } = c.req.valid("json");
    if (!wanted.website) await subscribe(c.env, writeDb(c), wanted, subscribingClient(c, turnstileToken));
    return c.json({}, 200);
  },
);

/** No call answers it under /api/v0, because API keys end up in scripts. */
export const subscriberListRoutes = new Hono<AppEnv>()
  .get("/counts", admin, call(subscriberOperations.countSubscribers, { 200: SubscriberCounts }), async (c) =>
    c.json(await countSubscribers(c.var.db), 200),
  )
  .get("/export", admin, call(subscriberOperations.exportSubscribers, { 200: ["text/csv"] }), async (c) =>
    c.body(await exportSubscribers(c.env, c.var.db), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="subscribers.csv"',
    }),
  );

/** Administrators and API keys with the scope `all` use it. Each call is an entry of the audit log. */
export function subscriberRecordRoutes(mayCall: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>()
    .post(
      "/find",
      mayCall,
      body(SubscriberLookup),
      writesWhileRestoring(auditRule("subscriber", "found")),
      repeatable,
      call(subscriberOperations.findSubscriber, { 200: FoundSubscriber }),
      async (c) => {
        return c.json({ subscriber: await findRecord(c.env, writeDb(c), c.req.valid("json")) }, 200);
      },
    )
    .post(
      "/search",
      mayCall,
      body(SubscriberQuery),
      writesWhileRestoring(auditRule("subscriber", "found")),
      repeatable,
      call(subscriberOperations.listSubscribers, { 200: SubscriberPage }),
      async (c) => c.json(await listSubscribers(c.env, writeDb(c), c.req.valid("json")), 200),
    )
    .post(
      "/erase",
      mayCall,
      body(Erasure),
      writes(auditRule("subscriber", "erased")),
      idempotent({ status: 200, read: async () => ({}) }),
      call(subscriberOperations.eraseSubscriber, { 200: z.object({}) }),
      async (c) => {
        await eraseSubscriber(c.env, writeDb(c), c.req.valid("json"));
        return c.json({}, 200);
      },
    );
}
