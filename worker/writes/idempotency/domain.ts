import { DAY_MS } from "../../shared/time/domain.ts";

/** A key can be used again after this time. */
export const TTL_MS = DAY_MS;
