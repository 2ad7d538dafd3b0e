import { SCHEDULED_AT, timeAfter } from "../../storage/due.ts";
import { TTL_MS } from "./domain.ts";

export const isExpiredKeyDue = `EXISTS (SELECT 1 FROM idempotency_keys WHERE claimed_at <= ${timeAfter(SCHEDULED_AT, -TTL_MS)})`;
