import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import { HttpError } from "../errors.ts";
import { requireRate } from "./rate-limit.ts";

const MAX_AT_ONCE = 2;
/** A search that was ended by a limit of its request can't say so. */
const MAX_SEARCH_MS = 5 * SECOND_MS;

const searches = new Set<{ startedAt: number }>();

/**
 * Runs a search. D1 runs one query at a time, and no cache has made-up words, so visitors' searches could keep everybody else
 * waiting. Administrators and API keys have no such limits.
 * @throws HttpError 429 after 30 of a client network within a minute, or 503 while two run in this isolate
 */
export async function limitSearch<T>(c: Context<AppEnv>, search: () => Promise<T>): Promise<T> {
  if (c.var.actor !== undefined) return search();
  const { clientNetwork } = await import("./client-network.ts");
  const message = "Too many searches from your IP address. Please try again in a minute.";
  await requireRate(c.env.SEARCH_RATE, clientNetwork(c), message);
  const startedAt = Date.now();
  for (const each of searches) if (startedAt - each.startedAt > MAX_SEARCH_MS) searches.delete(each);
  if (searches.size >= MAX_AT_ONCE)
    throw new HttpError(503, "Too many people are searching right now. Please try again in a few seconds.", {
      headers: { "Retry-After": "2" },
    });
  const own = { startedAt };
  searches.add(own);
  const running = search().finally(() => searches.delete(own));
  // D1 goes on after the client has gone. Without this, nothing would be told when it has answered.
  c.executionCtx.waitUntil(running.catch(() => undefined));
  return running;
}
