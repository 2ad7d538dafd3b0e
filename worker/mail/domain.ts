/** What becomes of a mail to one recipient; `withdrawn`: it was not to be sent any more. */
export const deliveryStates = ["waiting", "sent", "failed", "withdrawn"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
