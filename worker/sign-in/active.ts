import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { isRefusal } from "../http/errors.ts";
import { singleFlight } from "../http/single-flight.ts";
import { type StoredSignIn, signInByVariables } from "../settings/domain.ts";
import { readStoredSignIn } from "../settings/store.ts";
import { SECOND_MS } from "../shared/time/domain.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import { database } from "../storage/db.ts";
import { decrypt } from "../storage/secret-key.ts";
import type { PublicSignIn, SignInSettings } from "./schema.ts";
import { type SignInVars, toSignInVars } from "./sign-in-vars.ts";
import { tokenSources } from "./token-source.ts";

/** For this long, another isolate may accept tokens of the former sign-in. */
const TTL_MS = 30 * SECOND_MS;
/** Tokens that are refused make no more than one statement in this time. */
const RECHECK_MS = SECOND_MS;

const READ_TIMEOUT_MS = 3 * SECOND_MS;
const NO_ANSWER = "D1_ERROR: there is no answer.";

let cache: { vars: SignInVars; signInAt: string; readAt: number } | undefined;
/** A read that began before a change has the former sign-in. */
let changes = 0;
const readOnce = singleFlight<CurrentSignIn>();

/** Whether the deployment's variables decide, whatever is stored: the way back in after a mistake. */
export function ignoresStored(env: Pick<Env, "SIGN_IN">): boolean {
  return env.SIGN_IN === "variables";
}

/** Runs with the sign-in that is in use. Another isolate may just have changed it, so it is read again before a refusal. */
export async function withActiveSignIn<T>(
  { env }: Context<AppEnv>,
  run: (vars: SignInVars) => Promise<T>,
): Promise<T> {
  if (ignoresStored(env)) return run(env);
  const vars = await loadActive(env, TTL_MS);
  try {
    return await run(vars);
  } catch (error) {
    const current = isRefusal(error) ? await loadActive(env, RECHECK_MS) : vars;
    if (current === vars) throw error;
    return run(current);
  }
}

/** Call after a change, so that this isolate accepts no more tokens of the former sign-in. */
export function forgetActiveSignIn(): void {
  cache = undefined;
  changes += 1;
}

async function loadActive(env: Env, maxAgeMs: number): Promise<SignInVars> {
  const now = Date.now();
  if (cache && Math.abs(now - cache.readAt) < maxAgeMs) return cache.vars;
  const before = changes;
  const read = readOnce(String(before), () => readSignIn(env));
  const { signIn, secret, signInAt } = await withTimeout(READ_TIMEOUT_MS, read, NO_ANSWER).catch(
    (error: unknown) => {
      // D1 is down. Whoever could sign in before still can.
      if (!cache) throw error;
      return { ...cache, signIn: undefined, secret: undefined };
    },
  );
  const isSame = signIn === undefined || cache?.signInAt === signInAt;
  const vars = cache && isSame ? cache.vars : toSignInVars(env, signIn ?? signInByVariables, secret);
  if (changes === before) cache = { vars, signInAt, readAt: now };
  return vars;
}

interface CurrentSignIn {
  signIn: StoredSignIn;
  /** Undefined for a public client, and empty if it was encrypted with another SECRET_KEY. */
  secret: string | undefined;
  signInAt: string;
}

export async function readSignIn(env: Env): Promise<CurrentSignIn> {
  const { signInSecret, ...stored } = await readStoredSignIn(database(env.DB, "primary"));
  if (signInSecret === "") return { ...stored, secret: undefined };
  return { ...stored, secret: (await decrypt(env, "sign-in-secret", signInSecret)) ?? "" };
}

/** What the console needs before anyone is signed in. Nothing of it is secret. */
export function publicSignIn(env: Env, stored: StoredSignIn): PublicSignIn {
  if (ignoresStored(env) || stored.kind === "variables")
    return { kind: hasVariables(env) ? "variables" : "none" };
  switch (stored.kind) {
    case "unreadable":
      return { kind: "variables" }; // "none" would open the setup.
    case "pool":
      return { kind: "pool", userPoolID: stored.userPoolID, clientID: stored.clientID };
    case "provider":
      return { kind: "provider", issuer: stored.issuer, clientID: stored.clientID };
    case "access":
      return { kind: "access", audience: stored.audience };
  }
}

/** Whether the deployment's variables have a way to sign in. */
function hasVariables(env: Env): boolean {
  try {
    return tokenSources(env).length > 0;
  } catch {
    return true; // An address that is wrong is there, and somebody has to correct it.
  }
}

export async function signInSettings(env: Env): Promise<SignInSettings> {
  const { signIn, secret } = await readSignIn(env);
  return {
    signIn,
    hasClientSecret: secret !== undefined,
    isIgnored: ignoresStored(env),
    hasVariables: hasVariables(env),
  };
}
