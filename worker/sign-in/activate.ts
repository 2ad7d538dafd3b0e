import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import { badRequest, stateConflict } from "../http/errors.ts";
import { writeSettings } from "../settings/change-settings.ts";
import type { StoredSignIn } from "../settings/domain.ts";
import { readSettings } from "../settings/store.ts";
import { isoTime, MINUTE_MS, SECOND_MS } from "../shared/time/domain.ts";
import type { WriteDb } from "../storage/db.ts";
import { encrypt } from "../storage/secret-key.ts";
import { forgetActiveSignIn, ignoresStored } from "./active.ts";
import { requireToken } from "./admin.ts";
import { type Candidate, candidateVars, hashVariables, madeAt, openCandidate } from "./candidate.ts";
import { exchangeCode } from "./confidential-client.ts";
import type { SignInProof, SignInTokens } from "./schema.ts";
import { requireCurrentSetupKey } from "./setup-key.ts";
import { signInRequired } from "./verify-token.ts";

/**
 * Makes a candidate the way in which administrators sign in, once somebody has signed in with it who is one by its rules.
 * @throws HttpError 403 if that user is no administrator, 409 if the sign-in has changed since the try began
 */
export async function activateSignIn(
  c: Context<AppEnv>,
  db: WriteDb<"public">,
  proof: SignInProof,
): Promise<SignInTokens> {
  const candidate = await openCandidate(c.env, proof.candidate);
  requireCounts(c.env, candidate.signIn);
  if (candidate.variablesHash !== (await hashVariables(c.env)))
    throw stateConflict(
      "The deployment has changed since this try began. Nothing was changed. Start it again.",
    );
  if (candidate.setupKeyHash !== "") await requireCurrentSetupKey(c.env, candidate.setupKeyHash);
  const tokens = await prove(c, candidate, proof);
  recordMaker(c, candidate);
  await store(c.env, db, candidate);
  forgetActiveSignIn();
  return tokens;
}

/** The new provider may call its user whatever it likes, so the audit log names the administrator who wanted this. */
function recordMaker(c: Context<AppEnv>, { madeBy }: Candidate): void {
  if (!madeBy) return;
  c.set("actor", madeBy.actor);
  c.set("actorName", madeBy.actorName);
}

async function prove(
  c: Context<AppEnv>,
  candidate: Candidate,
  { exchange, idToken }: SignInProof,
): Promise<SignInTokens> {
  const vars = candidateVars(c.env, candidate);
  if (vars.OIDC_ISSUER && vars.OIDC_CLIENT_ID) {
    if (!exchange) throw badRequest("exchange is required.");
    const tokens = await exchangeCode(c, vars, exchange);
    await requireToken(c, vars, tokens.idToken);
    return tokens;
  }
  if (idToken === undefined) throw badRequest("idToken is required.");
  const { source, payload } = await requireToken(c, vars, idToken);
  // A token from before may be of a client that signs nobody in anymore. Cloudflare Access issues one for a whole session.
  if (source.kind === "pool" && Number(payload.iat) * SECOND_MS < madeAt(candidate) - MINUTE_MS)
    throw signInRequired("This session began before the try. Please sign in again.");
  return { idToken, refreshToken: null };
}

async function store(env: Env, db: WriteDb<"public">, candidate: Candidate): Promise<void> {
  const { signIn, secret, replaces } = candidate;
  const before = await readSettings(db);
  if (before.signInAt !== replaces)
    throw stateConflict("The sign-in has been changed since this try began. Nothing was changed now.");
  const signInAt = isoTime(Date.now());
  const signInSecret = secret === undefined ? "" : await encrypt(env, "sign-in-secret", secret);
  // Another setting may have been saved in between.
  if (!(await writeSettings(db, before, { signIn, signInSecret, signInAt }))) await store(env, db, candidate);
}

/**
 * While the deployment's variables decide whatever is stored, it can only be deleted: nobody could sign in with something else.
 * @throws HttpError 409
 */
export function requireCounts(env: Env, { kind }: Pick<StoredSignIn, "kind">): void {
  if (ignoresStored(env) && kind !== "variables")
    throw stateConflict(
      'The variable SIGN_IN of the deployment is "variables", so what is set here doesn\'t count. Remove it first: docs/sign-in.md.',
    );
}
