import { DAY_MS } from "../../shared/time/domain.ts";

export const deliveryStates = ["waiting", "sent", "failed", "withdrawn"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery was withdrawn. If the notice or update is restored, those with these reasons are sent after all. */
export const deletedNoticeError = (kind: string) => `The ${kind} was deleted.`;
export const DELETED_UPDATE_ERROR = "The update was deleted.";

/**
 * Each lane is claimed, retried and paused by itself, so that its receivers delay no other. `MAIL` and `CONFIRMATIONS` share the
 * email account's rate. `ENDPOINTS` has followers' webhooks and browsers, whose servers strangers choose.
 */
export const allLanes = ["MAIL", "CONFIRMATIONS", "TEAM", "CHAT", "ENDPOINTS"] as const;
export type Lane = (typeof allLanes)[number];

/** Messages that are older are deleted. */
export const RETENTION_MS = 90 * DAY_MS;
