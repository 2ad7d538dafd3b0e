import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { singleFlight } from "../http/single-flight.ts";
import { MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import type { SignInVars } from "./sign-in-vars.ts";
import { fetchSignUp, SIGN_UP_TIMEOUT_MS, type SignUp } from "./sign-up.ts";

/** The TTL is short for an open pool, so that whoever closes it does not wait long. */
const TTL_MS: Record<SignUp, number> = {
  refused: 10 * MINUTE_MS,
  open: 30 * SECOND_MS,
  unknown: 30 * SECOND_MS,
};

let cache: { client: string; signUp: SignUp; until: number } | undefined;
const fetchOnce = singleFlight<SignUp>({ freshMs: SIGN_UP_TIMEOUT_MS, takeoverMs: SIGN_UP_TIMEOUT_MS + 500 });

export async function loadSignUp(c: Context<AppEnv>, vars: SignInVars): Promise<SignUp> {
  // Of a pool that nobody uses yet, nothing is cached.
  if (vars.isCandidate) return fetchSignUp(vars);
  const client = `${vars.USER_POOL_ID} ${vars.USER_POOL_CLIENT_ID}`;
  const known = cache?.client === client ? cache : undefined;
  if (known && Date.now() < known.until) return known.signUp;
  return fetchOnce(client, async () => {
    const pending = fetchSignUp(vars);
    c.executionCtx.waitUntil(pending);
    const result = await pending;
    const signUp = result === "unknown" && known ? known.signUp : result;
    cache = { client, signUp, until: Date.now() + TTL_MS[result] };
    return signUp;
  });
}
