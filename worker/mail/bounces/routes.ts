import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { Refusal, unavailable } from "../../http/errors.ts";
import { parseJSON } from "../../http/json.ts";
import { log } from "../../http/log.ts";
import { requireRate } from "../../http/rate-limit.ts";
import { writeDb, writes } from "../../http/write.ts";
import { call } from "../../openapi/call.ts";
import { clientOf } from "../../subscribers/rate.ts";
import { HOUR_MS, MINUTE_MS } from "../../time/domain.ts";
import { emailOperations } from "../operations.ts";
import { isFlat } from "./envelope.ts";
import { MAX_HOOK_BYTES, MailNotification, NotificationKind, TopicMessage } from "./schema.ts";
import { forged, pathAtService, requireSignature, serviceOrigin } from "./signature.ts";
import { heed } from "./store.ts";

/** The service tries again for an hour at most; what comes later has been kept by somebody. */
const LEEWAY_MS = 5 * MINUTE_MS;

/**
 * Refuses what names another topic in its header before anything is read, and everything while no topic is set up. Somebody
 * else's topic posts from the same addresses as ours, and must not use up their rate.
 */
const sameTopic = createMiddleware<AppEnv>(async (c, next) => {
  serviceOrigin(c.env);
  const named = c.req.header("x-amz-sns-topic-arn");
  if (named !== undefined && named !== c.env.MAIL_TOPIC_ARN) throw forged();
  await next();
});

/**
 * 3,000 a minute from one network. More is a 503 and no 429: Amazon SNS takes any 4xx for an answer and would drop the
 * notification, but sends it again after a 5xx.
 * @see https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.prepare.html
 */
const hookRate = createMiddleware<AppEnv>(async (c, next) => {
  const message = "Too many notifications at once. Please send this one again in a minute.";
  await requireRate(c.env.HOOK_RATE, clientOf(c.req.header("CF-Connecting-IP")), message, 503);
  await next();
});

/** For Amazon SNS, which tells of the mails that bounced or were called spam. */
export const hookRoutes = new Hono<AppEnv>().post(
  "/ses",
  sameTopic,
  hookRate,
  body(TopicMessage, { maxBytes: MAX_HOOK_BYTES, isExact: true, precheck: requireTopic }),
  writes(),
  call(emailOperations.receiveEmailNotification, { 200: z.object({}) }, { refuses: [403] }),
  async (c) => {
    const message = c.req.valid("json");
    if (message.TopicArn !== c.env.MAIL_TOPIC_ARN) throw forged();
    const age = Date.now() - Date.parse(message.Timestamp);
    if (age > HOUR_MS || age < -LEEWAY_MS)
      throw new Refusal(403, "The timestamp is too old or in the future.");
    await requireSignature(c.env, message);
    if (message.Type === "SubscriptionConfirmation") await confirm(c.env, message.SubscribeURL);
    if (message.Type === "Notification") {
      const told = parseJSON(message.Message);
      const notification = MailNotification.safeParse(told);
      // The topic tells of more than what ends a subscription.
      if (notification.success) await heed(c.env, writeDb(c), message, notification.data);
      else if (/^(Bounce|Complaint)$/.test(NotificationKind.safeParse(told).data ?? "")) {
        const why = notification.error.issues.map(({ path }) => path.join("."));
        log("error", { event: "bounce not recognized", why });
      }
    }
    return c.json({}, 200);
  },
);

/** @throws Refusal 403 for a body that can't be of the topic, which costs less to see than to parse it */
function requireTopic(text: string, env: Env): void {
  if (!text.includes(`"${env.MAIL_TOPIC_ARN}"`) || !isFlat(text)) throw forged();
}

async function confirm(env: Env, subscribeURL: string): Promise<void> {
  pathAtService(env, subscribeURL);
  const response = await fetch(subscribeURL, { redirect: "manual", signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  if (!response.ok)
    throw unavailable(
      new Error(`Confirming the topic's subscription was answered with status ${response.status}.`),
    );
}
