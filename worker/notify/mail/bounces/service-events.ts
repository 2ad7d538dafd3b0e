import type * as z from "zod";
import { serviceID } from "../keyed-service.ts";
import { MailNotification, PostmarkEvent, ResendEvent } from "./schema.ts";

// What the events of Resend and Postmark say, in the format of Amazon's notifications.

/** @returns undefined for what is no bounce or complaint, or in another format */
export function readResendEvent(body: object): MailNotification | undefined {
  const event = ResendEvent.safeParse(body);
  if (!event.success) return undefined;
  const { type, data } = event.data;
  const mail = {
    messageId: serviceID("resend", data.email_id),
    timestamp: data.created_at,
    destination: data.to,
  };
  if (type === "email.complained")
    return toNotification({ notificationType: "Complaint", complaint: {}, mail });
  // An address is suppressed after a permanent bounce or a complaint.
  const {
    message,
    type: bounceType,
    subType,
  } = data.bounce ?? {
    message: data.suppressed?.message ?? "",
    type: "Permanent",
    subType: null,
  };
  const bouncedRecipients = [{ diagnosticCode: message }];
  const bounce = { bounceType, bounceSubType: subType, bouncedRecipients };
  return toNotification({ notificationType: "Bounce", bounce, mail });
}

/** @returns undefined for what is no bounce or complaint, or in another format */
export function readPostmarkEvent(
  body: object,
): { eventID: string; notification: MailNotification } | undefined {
  const event = PostmarkEvent.safeParse(body);
  if (!event.success) return undefined;
  const { RecordType, ID, Type, MessageID, Email, BouncedAt, Inactive, Details, Description } = event.data;
  const mail = {
    messageId: serviceID("postmark", MessageID),
    timestamp: BouncedAt,
    destination: [Email],
  };
  const diagnosticCode = Details || Description || Type;
  // Postmark sends nothing more to an inactive address. Replies of machines are no bounces.
  const bounceType = Inactive ? "Permanent" : "Transient";
  const bounceSubType = Type === "AutoResponder" ? "General" : Type;
  const isComplaint = RecordType === "SpamComplaint" || Type === "SpamComplaint";
  const notification = toNotification(
    isComplaint
      ? { notificationType: "Complaint", complaint: {}, mail }
      : {
          notificationType: "Bounce",
          bounce: { bounceType, bounceSubType, bouncedRecipients: [{ diagnosticCode }] },
          mail,
        },
  );
  return notification && { eventID: `postmark:${RecordType}:${ID}`, notification };
}

function toNotification(notification: z.input<typeof MailNotification>): MailNotification | undefined {
  return MailNotification.safeParse(notification).data;
}
