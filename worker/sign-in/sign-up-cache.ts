import type { Context } from "hono";
import { singleFlight } from "../cache/single-flight.ts";
import type { AppEnv } from "../env.ts";
import { MINUTE_MS, SECOND_MS } from "../time/domain.ts";
import { askSignUp, SIGN_UP_TIMEOUT_MS, type SignUp } from "./sign-up.ts";

/** Short for an open pool, so that whoever closes it does not wait long. */
const TTL_MS: Record<SignUp, number> = {
  refused: 10 * MINUTE_MS,
  open: 30 * SECOND_MS,
  unknown: 30 * SECOND_MS,
};

let last: { signUp: SignUp; until: number } | undefined;
const ask = singleFlight<SignUp>({ freshMs: SIGN_UP_TIMEOUT_MS, takeoverMs: SIGN_UP_TIMEOUT_MS + 500 });

/** If the pool doesn't respond, its last answer still counts. */
export async function signUpOf(c: Context<AppEnv>): Promise<SignUp> {
  if (last && Date.now() < last.until) return last.signUp;
  return ask("", async () => {
    const asked = askSignUp(c.env);
    // Other requests wait for this call even if this client disconnects.
    c.executionCtx.waitUntil(asked);
    const answer = await asked;
    const signUp = answer === "unknown" && last ? last.signUp : answer;
    last = { signUp, until: Date.now() + TTL_MS[answer] };
    return signUp;
  });
}
