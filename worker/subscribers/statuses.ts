/** Only a confirmed subscriber hears anything but the mail with the link to confirm. */
export type SubscriberState = "unconfirmed" | "confirmed" | "ended";

/**
 * Who ended it: the subscriber, whoever was asked to confirm and had not subscribed, or the mail service, which could
 * not deliver, or was told that the mail is spam.
 */
export type EndedReason = "left" | "declined" | "bounce" | "complaint";
