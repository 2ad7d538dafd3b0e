import * as z from "zod";

const common = {
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.iso.datetime({ offset: true }),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.base64(),
  SigningCertURL: z.url(),
};

const ofASubscription = { ...common, Token: z.string(), SubscribeURL: z.url() };

/**
 * What Amazon SNS posts.
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
 */
export const TopicMessage = z
  .discriminatedUnion(
    "Type",
    [
      z.object({ Type: z.literal("Notification"), Subject: z.string().nullish(), ...common }),
      z.object({ Type: z.literal("SubscriptionConfirmation"), ...ofASubscription }),
      z.object({ Type: z.literal("UnsubscribeConfirmation"), ...ofASubscription }),
    ],
    { error: "Type must be one of: Notification, SubscriptionConfirmation, UnsubscribeConfirmation." },
  )
  .meta({ id: "TopicMessage" });
export type TopicMessage = z.output<typeof TopicMessage>;

/** Whom they name is the other mail server's word, so that nobody is looked up by it. */
const recipients = z.array(z.object({ diagnosticCode: z.string().nullish(), status: z.string().nullish() }));

const about = z.object({
  messageId: z.string(),
  /** When the mail was sent, where it can be read: the service's own pages write it in more than one way. */
  timestamp: z
    .unknown()
    .optional()
    .transform((at) => {
      // 2018-10-08T14:05:45 +0000 is one of them.
      const time = typeof at === "string" ? Date.parse(at.replace(/\s+([+-]\d\d:?\d\d)$/, "$1")) : Number.NaN;
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }),
  destination: z.array(z.string()).default([]),
});

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
        bounceType: z.string(),
        bounceSubType: z.string().nullish(),
        bouncedRecipients: recipients.default([]),
      }),
      mail: about,
    }),
    z.object({
      notificationType: z.literal("Complaint"),
      complaint: z.object({ complaintFeedbackType: z.string().nullish() }),
      mail: about,
    }),
  ]),
);
export type MailNotification = z.output<typeof MailNotification>;
export type Bounce = Extract<MailNotification, { notificationType: "Bounce" }>["bounce"];
