import { askSignUp, type SignUp } from "./sign-up.ts";
import { type UserPoolVars, userPoolEndpoint } from "./user-pool.ts";

/** How long an answer of the pool is good for: somebody who mends the pool does not wait long for it. */
const GOOD_FOR_MS: Record<SignUp, number> = { refused: 10 * 60_000, open: 30_000, unknown: 30_000 };

const lastAnswers = new Map<string, { signUp: SignUp; until: number }>();

/** As `askSignUp`, asked again when the last answer has expired. A pool that does not answer is as it was before. */
export async function signUpOf(vars: UserPoolVars): Promise<SignUp> {
  const pool = `${userPoolEndpoint(vars)} ${vars.USER_POOL_CLIENT_ID}`;
  const last = lastAnswers.get(pool);
  if (last && Date.now() < last.until) return last.signUp;
  const asked = await askSignUp(vars);
  const signUp = asked === "unknown" && last ? last.signUp : asked;
  lastAnswers.set(pool, { signUp, until: Date.now() + GOOD_FOR_MS[asked] });
  return signUp;
}
