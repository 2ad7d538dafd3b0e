import type { Context } from "hono";
import { singleFlight } from "../cache/single-flight.ts";
import type { AppEnv } from "../env.ts";
import { MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import { fetchSignUp, SIGN_UP_TIMEOUT_MS, type SignUp } from "./sign-up.ts";

/** Short for an open pool, so that whoever closes it does not wait long. */
const TTL_MS: Record<SignUp, number> = {
  refused: 10 * MINUTE_MS,
  open: 30 * SECOND_MS,
  unknown: 30 * SECOND_MS,
};

let cache: { signUp: SignUp; until: number } | undefined;
const fetchOnce = singleFlight<SignUp>({ freshMs: SIGN_UP_TIMEOUT_MS, takeoverMs: SIGN_UP_TIMEOUT_MS + 500 });

export async function signUpOf(c: Context<AppEnv>): Promise<SignUp> {
  if (cache && Date.now() < cache.until) return cache.signUp;
  return fetchOnce("", async () => {
    const pending = fetchSignUp(c.env);
    c.executionCtx.waitUntil(pending);
    const answer = await pending;
    const signUp = answer === "unknown" && cache ? cache.signUp : answer;
    cache = { signUp, until: Date.now() + TTL_MS[answer] };
    return signUp;
  });
}
