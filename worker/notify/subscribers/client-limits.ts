import { type SQL, sql } from "drizzle-orm";
import { type HttpError, tooManyRequests } from "../../http/errors.ts";
import { DAY_MS, SECOND_MS } from "../../shared/time/domain.ts";
import type { ChannelName } from "../chat/domain.ts";
import { endpoints } from "../endpoints/table.ts";
import { subscribers } from "./table.ts";

/** Strangers can't keep many receivers that hang, each of which takes time from others. */
const MAX_ENDPOINTS_PER_DOMAIN = 100;
/** Without browsers, which have a limit of their own, and channels of the team. */
const MAX_ENDPOINTS = 5000;

export function isEndpointAllowed(channel: ChannelName, domainKey: string | null): SQL {
  if (channel === "email") return sql`true`;
  const isBelowTotal = sql`(SELECT count(*) FROM ${endpoints} AS e CROSS JOIN ${subscribers} AS s
    WHERE s.subscriber_id = e.subscriber_id AND s.state = 'confirmed' AND s.channel <> 'push' AND NOT s.is_team) < ${MAX_ENDPOINTS}`;
  if (domainKey === null) return isBelowTotal;
  return sql`${isBelowTotal}
    AND (SELECT count(*) FROM ${endpoints} WHERE host_key = ${domainKey}) < ${MAX_ENDPOINTS_PER_DOMAIN}`;
}

export function tooManyEndpoints(): HttpError {
  return tooManyRequests("Too many addresses of this kind have been added. Please try again tomorrow.", {
    headers: { "Retry-After": `${DAY_MS / SECOND_MS}` },
  });
}
