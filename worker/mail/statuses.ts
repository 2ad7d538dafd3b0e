/** What becomes of a mail to one recipient; `withdrawn`: it was not to be sent any more. */
export type DeliveryState = "waiting" | "sent" | "failed" | "withdrawn";
