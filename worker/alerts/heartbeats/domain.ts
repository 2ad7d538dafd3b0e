import { DAY_MS, MINUTE_MS } from "../../shared/time/domain.ts";

export const MAX_HEARTBEATS = 50;
export const MAX_PERIOD_MINUTES = (31 * DAY_MS) / MINUTE_MS;
export const DEFAULT_GRACE_MINUTES = 5;

export const SECRET_CHARACTERS = 24;

export function beatPath(secret: string): string {
  return `/beat/${secret}`;
}
