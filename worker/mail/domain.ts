export const deliveryStates = ["waiting", "sent", "failed", "withdrawn"] as const;
export type DeliveryState = (typeof deliveryStates)[number];
