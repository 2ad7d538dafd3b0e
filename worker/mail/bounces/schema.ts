import * as z from "zod";
import { KiB } from "../../storage/domain.ts";

export const MAX_HOOK_BYTES = 256 * KiB;

/** ASCII, so that hosts can be compared as they are written. */
const address = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[!-~]+$/);

const common = {
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().max(300),
  // The service takes messages of 256 KB.
  Message: z.string().max(MAX_HOOK_BYTES),
  Timestamp: z
    .string()
    .max(40)
    .pipe(z.iso.datetime({ offset: true })),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string().max(2000).pipe(z.base64()),
  SigningCertURL: address,
};

const ofASubscription = { ...common, Token: z.string().max(2000), SubscribeURL: address };

/**
 * What Amazon SNS posts.
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
 */
export const TopicMessage = z
  .discriminatedUnion(
    "Type",
    [
      z.object({ Type: z.literal("Notification"), Subject: z.string().max(1000).nullish(), ...common }),
      z.object({ Type: z.literal("SubscriptionConfirmation"), ...ofASubscription }),
      z.object({ Type: z.literal("UnsubscribeConfirmation"), ...ofASubscription }),
    ],
    { error: "Type must be one of: Notification, SubscriptionConfirmation, UnsubscribeConfirmation." },
  )
  .meta({ id: "TopicMessage" });
export type TopicMessage = z.output<typeof TopicMessage>;

/** Words of another mail server, which may say any amount of them. */
const words = z
  .string()
  .overwrite((said) => said.slice(0, 1000))
  .max(1000);

/** Whom they name is the other mail server's word, so that nobody is looked up by it. */
const recipients = z.array(z.object({ diagnosticCode: words.nullish(), status: words.nullish() })).max(1000);

const about = z.object({
  messageId: z.string().max(200),
  /** When the mail was sent, where it can be read: the service's own pages write it in more than one way. */
  timestamp: z
    .unknown()
    .optional()
    .transform((at) => {
      if (typeof at !== "string" || at.length > 60) return undefined;
      // 2018-10-08T14:05:45 +0000 is one of them.
      const time = Date.parse(at.replace(/\s+([+-]\d\d:?\d\d)$/, "$1"));
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }),
  destination: z.array(z.string().max(1000)).max(1000).default([]),
});

const kind = z.string().max(100);

/** What a notification says that it is. */
export const NotificationKind = z
  .object({ notificationType: z.string().nullish(), eventType: z.string().nullish() })
  .transform(({ notificationType, eventType }) => eventType ?? notificationType);

/**
 * The notifications of Amazon SES that end a subscription; `eventType` where it publishes events.
 * @see https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export const MailNotification = z.preprocess(
  (notification) => {
    if (typeof notification !== "object" || notification === null) return notification;
    const { eventType, ...rest } = notification as { eventType?: unknown }; // any object may have it
    return eventType === undefined ? rest : { notificationType: eventType, ...rest };
  },
  z.discriminatedUnion("notificationType", [
    z.object({
      notificationType: z.literal("Bounce"),
      bounce: z.object({
        bounceType: kind,
        bounceSubType: kind.nullish(),
        bouncedRecipients: recipients.default([]),
      }),
      mail: about,
    }),
    z.object({
      notificationType: z.literal("Complaint"),
      complaint: z.object({ complaintFeedbackType: kind.nullish() }),
      mail: about,
    }),
  ]),
);
export type MailNotification = z.output<typeof MailNotification>;
export type Bounce = Extract<MailNotification, { notificationType: "Bounce" }>["bounce"];
