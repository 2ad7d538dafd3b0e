/** Only a confirmed subscriber hears anything but the mail with the link to confirm. */
export const subscriberStates = ["unconfirmed", "confirmed", "ended"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/**
 * Who ended it: the subscriber, whoever was asked to confirm and had not subscribed, the mail service, which could not
 * deliver, or was told that the mail is spam, or an administrator, who erased what was stored.
 */
export const endedReasons = ["left", "declined", "bounce", "complaint", "erased"] as const;
export type EndedReason = (typeof endedReasons)[number];
