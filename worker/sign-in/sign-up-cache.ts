import type { Context } from "hono";
import { sharedResult } from "../cache/shared-result.ts";
import type { AppEnv } from "../env.ts";
import { askSignUp, SIGN_UP_TIMEOUT_MS, type SignUp } from "./sign-up.ts";

/** How long an answer of the pool is good for: somebody who mends the pool does not wait long for it. */
const GOOD_FOR_MS: Record<SignUp, number> = { refused: 10 * 60_000, open: 30_000, unknown: 30_000 };

let last: { signUp: SignUp; until: number } | undefined;
/** Requests that come while the pool is being asked wait for that answer, for as long as it can take. */
const ask = sharedResult<SignUp>(SIGN_UP_TIMEOUT_MS, SIGN_UP_TIMEOUT_MS + 500);

/** As `askSignUp`, asked again when the last answer has expired. A pool that does not answer is as it was before. */
export async function signUpOf(c: Context<AppEnv>): Promise<SignUp> {
  if (last && Date.now() < last.until) return last.signUp;
  return ask(0, async () => {
    const asked = askSignUp(c.env);
    // Others wait for it, also when this request's client has gone.
    c.executionCtx.waitUntil(asked);
    const answer = await asked;
    const signUp = answer === "unknown" && last ? last.signUp : answer;
    last = { signUp, until: Date.now() + GOOD_FOR_MS[answer] };
    return signUp;
  });
}
