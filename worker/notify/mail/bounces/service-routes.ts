import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import type { AppEnv } from "../../../env.ts";
import { body } from "../../../http/body.ts";
import { call } from "../../../http/call.ts";
import { toNetwork } from "../../../http/limits/client-network.ts";
import { requireRate } from "../../../http/limits/rate-limit.ts";
import { isoTime } from "../../../shared/time/domain.ts";
import { unaudited } from "../../../writes/audit.ts";
import { writeDb, writes } from "../../../writes/write.ts";
import { emailOperations } from "../operations.ts";
import { MAX_HOOK_BYTES, PostmarkEvent, ResendEvent } from "./schema.ts";
import { readPostmarkEvent, readResendEvent } from "./service-events.ts";
import {
  requireFreshHeaders,
  requirePassword,
  requireSvixSignature,
  type SvixHeaders,
} from "./service-signature.ts";
import { handleNotification } from "./store.ts";

const AnyEvent = z.looseObject({});

/**
 * Allows 3,000 a minute from one network. Responds 503 and not 429, because Amazon SNS drops a notification after any 4xx
 * and retries it after a 5xx.
 * @see https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.prepare.html
 */
export const hookRateLimit = createMiddleware<AppEnv>(async (c, next) => {
  const message = "Too many notifications at once. Please send this one again in a minute.";
  await requireRate(c.env.HOOK_RATE, toNetwork(c.req.header("CF-Connecting-IP")), message, 503);
  await next();
});

function svixHeaders(c: Context<AppEnv>): SvixHeaders {
  const read = (name: string) => c.req.header(name) ?? "";
  return { id: read("svix-id"), timestamp: read("svix-timestamp"), signature: read("svix-signature") };
}

const freshHeaders = createMiddleware<AppEnv>(async (c, next) => {
  requireFreshHeaders(svixHeaders(c));
  await next();
});

const password = createMiddleware<AppEnv>(async (c, next) => {
  await requirePassword(c.env, c.var.db, c.req.header("Authorization") ?? "");
  await next();
});

/** Bounces and complaints of the services that have a key. Events of other kinds are accepted, so that they aren't sent again. */
export const serviceHookRoutes = new Hono<AppEnv>()
  .post(
    "/resend",
    freshHeaders,
    hookRateLimit,
    body(AnyEvent, {
      describedAs: ResendEvent,
      maxBytes: MAX_HOOK_BYTES,
      keepsWhitespace: true,
      precheck: (text, c) => requireSvixSignature(c.env, c.var.db, svixHeaders(c), text),
    }),
    writes(unaudited),
    call(emailOperations.receiveResendEvent, { 200: z.object({}) }, { errorStatuses: [403] }),
    async (c) => {
      const { id } = svixHeaders(c);
      const notification = readResendEvent(c.req.valid("json"));
      const message = { MessageId: `resend:${id}`, Timestamp: isoTime(Date.now()) };
      if (notification) await handleNotification(c.env, writeDb(c), message, notification);
      return c.json({}, 200);
    },
  )
  .post(
    "/postmark",
    hookRateLimit,
    password,
    body(AnyEvent, { maxBytes: MAX_HOOK_BYTES, keepsWhitespace: true, describedAs: PostmarkEvent }),
    writes(unaudited),
    call(emailOperations.receivePostmarkEvent, { 200: z.object({}) }, { errorStatuses: [403] }),
    async (c) => {
      const event = readPostmarkEvent(c.req.valid("json"));
      const now = isoTime(Date.now());
      if (event)
        await handleNotification(
          c.env,
          writeDb(c),
          { MessageId: event.eventID, Timestamp: now },
          event.notification,
        );
      return c.json({}, 200);
    },
  );
