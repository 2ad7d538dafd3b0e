import * as z from "zod";
import { KiB } from "../../../shared/domain.ts";

export const MAX_HOOK_BYTES = 256 * KiB;

/** Only ASCII is accepted, so that hosts can be compared as text. */
const url = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[!-~]+$/);

const commonFields = {
  MessageId: z.string().min(1).max(200),
  TopicArn: z.string().max(300),
  Message: z.string().max(MAX_HOOK_BYTES),
  Timestamp: z
    .string()
    .max(40)
    .pipe(z.iso.datetime({ offset: true })),
  SignatureVersion: z.enum(["1", "2"]),
  Signature: z.string().max(2000).pipe(z.base64()),
  SigningCertURL: url,
};

const subscriptionFields = { ...commonFields, Token: z.string().max(2000), SubscribeURL: url };

/** @see https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export const TopicMessage = z
  .discriminatedUnion(
    "Type",
    [
      z.object({ Type: z.literal("Notification"), Subject: z.string().max(1000).nullish(), ...commonFields }),
      z.object({ Type: z.literal("SubscriptionConfirmation"), ...subscriptionFields }),
      z.object({ Type: z.literal("UnsubscribeConfirmation"), ...subscriptionFields }),
    ],
    { error: "Type must be one of: Notification, SubscriptionConfirmation, UnsubscribeConfirmation." },
  )
  .meta({ id: "TopicMessage" });
export type TopicMessage = z.output<typeof TopicMessage>;

const serverMessage = z
  .string()
  .overwrite((text) => text.slice(0, 1000))
  .max(1000);

/** The addresses in it are the other mail server's claim, so they are ignored. */
const recipients = z
  .array(z.object({ diagnosticCode: serverMessage.nullish(), status: serverMessage.nullish() }))
  .max(1000);

const mail = z.object({
  messageId: z.string().max(200),
  /** The mail was sent at this time. Amazon documents more than one format, so it is undefined if it can't be parsed. */
  timestamp: z
    .unknown()
    .optional()
    .transform((timestamp) => {
      if (typeof timestamp !== "string" || timestamp.length > 60) return undefined;
      const time = Date.parse(timestamp.replace(/\s+([+-]\d\d:?\d\d)$/, "$1"));
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }),
  destination: z.array(z.string().max(1000)).max(1000).default([]),
});

const kind = z.string().max(100);

export const NotificationKind = z
  .object({ notificationType: z.string().nullish(), eventType: z.string().nullish() })
  .transform(({ notificationType, eventType }) => eventType ?? notificationType);

/**
 * Event publishing calls the field `eventType`.
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
      mail,
    }),
    z.object({
      notificationType: z.literal("Complaint"),
      complaint: z.object({ complaintFeedbackType: kind.nullish() }),
      mail,
    }),
  ]),
);
export type MailNotification = z.output<typeof MailNotification>;
export type Bounce = Extract<MailNotification, { notificationType: "Bounce" }>["bounce"];

const line = z.string().max(1000);

/** @see https://resend.com/docs/webhooks/emails/bounced */
export const ResendEvent = z
  .object({
    type: z.enum(["email.bounced", "email.complained", "email.suppressed"]),
    data: z.object({
      email_id: line,
      created_at: line.optional(),
      to: z.array(line).max(50),
      bounce: z.object({ message: serverMessage, type: line, subType: line.nullish() }).optional(),
      suppressed: z.object({ message: serverMessage }).optional(),
    }),
  })
  .meta({ id: "ResendEvent" });

/** @see https://postmarkapp.com/developer/webhooks/bounce-webhook */
export const PostmarkEvent = z
  .object({
    RecordType: z.enum(["Bounce", "SpamComplaint"]),
    ID: z.number(),
    Type: line,
    MessageID: line,
    Email: line,
    BouncedAt: line,
    Inactive: z.boolean(),
    Details: serverMessage.nullish(),
    Description: serverMessage.nullish(),
  })
  .meta({ id: "PostmarkEvent" });
