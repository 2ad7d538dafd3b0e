import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { singleFlight } from "../http/single-flight.ts";
import { MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import { fetchSignUp, SIGN_UP_TIMEOUT_MS, type SignUp } from "./sign-up.ts";

/** The TTL is short for an open pool, so that whoever closes it does not wait long. */
const TTL_MS: Record<SignUp, number> = {
  refused: 10 * MINUTE_MS,
  open: 30 * SECOND_MS,
  unknown: 30 * SECOND_MS,
};

let cache: { signUp: SignUp; until: number } | undefined;
const fetchOnce = singleFlight<SignUp>({ freshMs: SIGN_UP_TIMEOUT_MS, takeoverMs: SIGN_UP_TIMEOUT_MS + 500 });

export async function loadSignUp(c: Context<AppEnv>): Promise<SignUp> {
  if (cache && Date.now() < cache.until) return cache.signUp;
  return fetchOnce("", async () => {
    const pending = fetchSignUp(c.env);
    c.executionCtx.waitUntil(pending);
    const result = await pending;
    const signUp = result === "unknown" && cache ? cache.signUp : result;
    cache = { signUp, until: Date.now() + TTL_MS[result] };
    return signUp;
  });
}
