import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../env.ts";
import { requireRate } from "../../http/rate-limit.ts";
import { clientOf } from "../../subscribers/rate.ts";
import { forged, serviceOrigin } from "./signature.ts";

/**
 * Refuses what names another topic in its header before anything is read, and everything while no topic is set up. Somebody
 * else's topic posts from the same addresses as ours, and must not use up their rate.
 */
export const sameTopic = createMiddleware<AppEnv>(async (c, next) => {
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
export const hookRate = createMiddleware<AppEnv>(async (c, next) => {
  const message = "Too many notifications at once. Please send this one again in a minute.";
  await requireRate(c.env.HOOK_RATE, clientOf(c.req.header("CF-Connecting-IP")), message, 503);
  await next();
});
