import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import type { AppEnv } from "../../../env.ts";
import { body } from "../../../http/body.ts";
import { call } from "../../../http/call.ts";
import { forbidden, unavailable } from "../../../http/errors.ts";
import { parseJSON } from "../../../http/json.ts";
import { log } from "../../../http/log.ts";
import { RestoreInProgress } from "../../../storage/writes/unfinished-restore.ts";
import { unaudited } from "../../../writes/audit.ts";
import { writeDb, writes } from "../../../writes/write.ts";
import { emailOperations } from "../operations.ts";
import { isFlat } from "./envelope.ts";
import { MAX_HOOK_BYTES, MailNotification, NotificationKind, TopicMessage } from "./schema.ts";
import { hookRateLimit, serviceHookRoutes } from "./service-routes.ts";
import { confirmSubscription, requireTopicMessage, untrusted } from "./signature.ts";
import { handleNotification } from "./store.ts";

/** Other people's topics post from the same addresses, and must not use up their rate limit. */
const requireTopicHeader = createMiddleware<AppEnv>(async (c, next) => {
  const { MAIL_TOPIC_ARN } = c.env;
  if (!MAIL_TOPIC_ARN.includes(":sns:"))
    throw forbidden("No topic is configured: put its ARN into MAIL_TOPIC_ARN in wrangler.toml.");
  const topic = c.req.header("x-amz-sns-topic-arn");
  if (topic !== undefined && topic !== MAIL_TOPIC_ARN) throw untrusted();
  await next();
});

export const hookRoutes = new Hono<AppEnv>()
  .route("/", serviceHookRoutes)
  .post(
    "/ses",
    requireTopicHeader,
    hookRateLimit,
    body(TopicMessage, { maxBytes: MAX_HOOK_BYTES, keepsWhitespace: true, precheck: requireTopic }),
    writes(unaudited),
    call(emailOperations.receiveEmailNotification, { 200: z.object({}) }, { errorStatuses: [403] }),
    async (c) => {
      const message = c.req.valid("json");
      await requireTopicMessage(c.env, message, c.env.MAIL_TOPIC_ARN);
      await confirmSubscription(c.env, message);
      if (message.Type === "Notification") {
        const content = parseJSON(message.Message);
        const notification = MailNotification.safeParse(content);
        if (notification.success)
          await handleNotification(c.env, writeDb(c), message, notification.data).catch(retryAfterRestore);
        else if (/^(Bounce|Complaint)$/.test(NotificationKind.safeParse(content).data ?? "")) {
          const paths = notification.error.issues.map(({ path }) => path.join("."));
          log("error", { event: "bounce not recognized", why: paths });
        }
      }
      return c.json({}, 200);
    },
  );

/** Amazon SNS drops a notification after a 409. */
function retryAfterRestore(error: unknown): never {
  throw error instanceof RestoreInProgress ? unavailable(error) : error;
}

/** Comparing text is cheaper than parsing. @throws HttpError 403 for a body that can't be from the topic */
function requireTopic(text: string, { env }: Context<AppEnv>): void {
  if (!text.includes(`"${env.MAIL_TOPIC_ARN}"`) || !isFlat(text)) throw untrusted();
}
