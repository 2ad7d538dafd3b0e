import * as z from "zod";
import { isHTTPS, isLoopback } from "../http/endpoint.ts";
import { invalidField, stateConflict } from "../http/errors.ts";
import { isPrivateHost } from "../http/outbound/private-address.ts";
import { isStoredSignIn, type StoredSignIn } from "../settings/domain.ts";
import { sha256 } from "../shared/hash.ts";
import { MINUTE_MS } from "../shared/time/domain.ts";
import { decrypt, encrypt } from "../storage/secret-key.ts";
import { readSignIn } from "./active.ts";
import { readProvider } from "./confidential-client.ts";
import type { SignInCandidate, SignInChoice } from "./schema.ts";
import { type SignInVars, toSignInVars } from "./sign-in-vars.ts";
import { type TokenSource, tokenSources } from "./token-source.ts";

/** A first sign-in may take a while, for example to set up a second factor. */
const LIFETIME_MS = 30 * MINUTE_MS;

const Sealed = z.object({
  signIn: z.custom<StoredSignIn>(isStoredSignIn),
  secret: z.string().optional(),
  /** The `signInAt` that it replaces. If that has changed, somebody else was faster. */
  replaces: z.string(),
  /** The deployment's variables of then, as their hash. Who had to change them to shut somebody out must not find that one back. */
  variablesHash: z.string(),
  /** The setup key that has made it, as its hash. Empty if an administrator has. */
  setupKeyHash: z.string(),
  /** The administrator who has made it, for the audit log. */
  madeBy: z.object({ actor: z.string(), actorName: z.string() }).optional(),
  expiresAt: z.number(),
});
export type Candidate = z.output<typeof Sealed>;

type Maker = Pick<Candidate, "setupKeyHash" | "madeBy">;

/** Each token of the provider has these, so they name nobody. */
const CLAIMS_OF_ALL = ["iss", "aud", "azp", "nonce", "typ", "exp", "iat"];

/**
 * Only the Worker can seal a candidate, so nobody can change it between the try and its activation, and nothing has to be stored for it.
 * @throws HttpError 400 if nobody could sign in with it
 */
export async function makeCandidate(
  env: Env,
  choice: SignInChoice,
  { setupKeyHash, madeBy }: Maker,
): Promise<SignInCandidate> {
  const current = await readSignIn(env);
  const { clientSecret, ...signIn } = { clientSecret: undefined, ...choice };
  const secret =
    clientSecret === undefined && isSameClient(signIn, current.signIn)
      ? current.secret
      : clientSecret || undefined;
  if (secret === "")
    throw invalidField("clientSecret", "The stored client secret can't be read. Enter it again.");
  if (signIn.kind === "provider" && CLAIMS_OF_ALL.includes(signIn.adminClaim))
    throw invalidField(
      "adminClaim",
      "Every user has this claim. Choose one that says who is an administrator.",
    );
  requirePublicIssuer(env, signIn);
  const content: Candidate = {
    signIn,
    secret,
    replaces: current.signInAt,
    variablesHash: await hashVariables(env),
    setupKeyHash,
    madeBy,
    expiresAt: Date.now() + LIFETIME_MS,
  };
  const method = await findMethod(candidateVars(env, content));
  return { candidate: await encrypt(env, "sign-in-candidate", JSON.stringify(content)), method };
}

export function hashVariables(env: Env): Promise<string> {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, ADMIN_GROUP, ACCESS_TEAM_DOMAIN, ACCESS_AUD, SIGN_IN } = env;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_TYPE, OIDC_ADMIN_CLAIM, OIDC_ADMINS } = env;
  const pool = [USER_POOL_ID, USER_POOL_CLIENT_ID, ADMIN_GROUP];
  const provider = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_TYPE, OIDC_ADMIN_CLAIM, OIDC_ADMINS];
  return sha256(JSON.stringify([SIGN_IN, pool, provider, ACCESS_TEAM_DOMAIN, ACCESS_AUD]));
}

/** The stored secret must not reach another issuer. */
function isSameClient(signIn: StoredSignIn, current: StoredSignIn): boolean {
  return (
    signIn.kind === "provider" &&
    current.kind === "provider" &&
    signIn.issuer === current.issuer &&
    signIn.clientID === current.clientID
  );
}

/** @throws HttpError 409 if it has expired, or another Worker has sealed it */
export async function openCandidate(env: Env, sealed: string): Promise<Candidate> {
  const text = await decrypt(env, "sign-in-candidate", sealed);
  const { data } = Sealed.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!data || data.expiresAt < Date.now())
    throw stateConflict("This try has expired. Nothing was changed. Start it again.");
  return data;
}

export function madeAt({ expiresAt }: Candidate): number {
  return expiresAt - LIFETIME_MS;
}

export function candidateVars(env: Env, { signIn, secret }: Candidate): SignInVars {
  const vars: SignInVars = { ...toSignInVars(env, signIn, secret), isCandidate: true };
  // In this try, the Worker calls the provider of the variables, too.
  const hasSecret = vars.OIDC_CLIENT_SECRET || vars.OIDC_CLIENT_TYPE === "confidential";
  return hasSecret ? vars : { ...vars, OIDC_CLIENT_TYPE: "public" };
}

function requirePublicIssuer(env: Env, signIn: StoredSignIn): void {
  if (signIn.kind === "provider") requirePublicAddress(env, "issuer", "Issuer", signIn.issuer);
  if (signIn.kind === "access") requirePublicAddress(env, "teamDomain", "Team domain", signIn.teamDomain);
}

function requirePublicAddress(env: Env, field: string, label: string, address: string): void {
  const { hostname: host, username = "", password = "", search = "", hash = "" } = URL.parse(address) ?? {};
  const isLocal = isLoopback(address) && !isHTTPS(env.STATUS_PAGE_URL);
  const isPublic =
    isHTTPS(address) &&
    host !== undefined &&
    username + password + search + hash === "" &&
    (env.ALLOW_PRIVATE_ADDRESSES === "true" || !isPrivateHost(host));
  if (!isLocal && !isPublic)
    throw invalidField(field, `${label} must be a public address that begins with https://.`);
}

/** @throws HttpError 400 if the provider's discovery document can't be used */
async function findMethod(vars: SignInVars): Promise<SignInCandidate["method"]> {
  const sources = tokenSources(vars);
  const clientID = (kind: TokenSource["kind"]) => sources.find((source) => source.kind === kind)?.audience;
  const providerClientID = clientID("provider");
  if (providerClientID !== undefined) {
    const provider = await readProvider(vars).catch((error: unknown) => {
      throw error instanceof Error && "status" in error && error.status === 503
        ? invalidField(
            "issuer",
            "The issuer has no discovery document at /.well-known/openid-configuration, or spells its own address differently. Check the address, a / at its end included.",
          )
        : error;
    });
    return { kind: "provider", clientID: providerClientID, provider };
  }
  if (clientID("access") !== undefined) return { kind: "access" };
  const poolClientID = clientID("pool");
  if (poolClientID !== undefined)
    return { kind: "pool", clientID: poolClientID, userPoolID: vars.USER_POOL_ID };
  throw invalidField("kind", "The deployment's variables have no way to sign in.");
}
