import { Hono } from "hono";
import * as z from "zod";
import { publicResponse } from "../../cache/public-response.ts";
import type { AppEnv } from "../../env.ts";
import { body, MAX_SUBSCRIBE_BYTES } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { acceptedCall, limitRefusedCalls } from "../../http/limits/visitor-limits.ts";
import { pageNotFound } from "../../http/not-found.ts";
import { json } from "../../http/rendered.ts";
import { readSettings } from "../../settings/store.ts";
import { unaudited } from "../../writes/audit.ts";
import { idempotent, repeatable } from "../../writes/idempotency/idempotent.ts";
import { subscribingClient } from "../../writes/subscribing-client.ts";
import { writeDb, writes, writesWhileRestoring } from "../../writes/write.ts";
import { pushOperations } from "./operations.ts";
import { FoundPushSubscription, KnownPushSubscription, NewPushSubscription, PushKey } from "./schema.ts";
import { readPublicKey } from "./store.ts";
import { findBrowser, forgetBrowser, replaceBrowser, subscribeBrowser } from "./subscriptions.ts";

const small = { maxBytes: MAX_SUBSCRIBE_BYTES };
const nothing = { status: 200 as const, read: async () => ({}) };

export const pushRoutes = new Hono<AppEnv>()
  .get(
    "/",
    call(pushOperations.getPushKey, { 200: PushKey }, { errorStatuses: [404] }),
    publicResponse({ clock: "day" }, async (c) => {
      const { endpointsEnabled } = await readSettings(c.var.db);
      if (!endpointsEnabled) throw pageNotFound(c.req.path);
      return json({ publicKey: await readPublicKey(c.env, c.var.db) });
    }),
  )
  .post(
    "/",
    writes(unaudited, "mail"),
    limitRefusedCalls,
    body(NewPushSubscription, small),
    idempotent(nothing),
    call(pushOperations.subscribeBrowser, { 200: z.object({}) }, { errorStatuses: [409] }),
    async (c) => {
      const { replaces, turnstileToken = "", ...wanted } = c.req.valid("json");
      const client = subscribingClient(c, turnstileToken);
      if (replaces !== undefined) await client.countCall();
      if (replaces === undefined) await subscribeBrowser(c.env, writeDb(c), wanted, client);
      else await replaceBrowser(c.env, writeDb(c), wanted, replaces);
      return c.json({}, 200);
    },
  )
  .post(
    "/find",
    writesWhileRestoring(unaudited),
    limitRefusedCalls,
    body(KnownPushSubscription, small),
    acceptedCall,
    repeatable,
    call(pushOperations.findBrowserSubscription, { 200: FoundPushSubscription }),
    async (c) => {
      const { endpoint } = c.req.valid("json");
      return c.json({ subscription: await findBrowser(c.env, c.var.db, endpoint) }, 200);
    },
  )
  .post(
    "/unsubscribe",
    writes(unaudited),
    limitRefusedCalls,
    body(KnownPushSubscription, small),
    acceptedCall,
    idempotent(nothing),
    call(pushOperations.unsubscribeBrowser, { 200: z.object({}) }),
    async (c) => {
      await forgetBrowser(c.env, writeDb(c), c.req.valid("json").endpoint);
      return c.json({}, 200);
    },
  );
