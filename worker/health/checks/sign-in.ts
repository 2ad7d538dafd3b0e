import { describeError } from "../../http/errors.ts";
import { signInByVariables } from "../../settings/domain.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import { ignoresStored, readSignIn } from "../../sign-in/active.ts";
import { fetchKeySet } from "../../sign-in/key-set.ts";
import { nameGroup, type SignInVars, toSignInVars } from "../../sign-in/sign-in-vars.ts";
import { fetchSignUp } from "../../sign-in/sign-up.ts";
import { readStoredKeySet } from "../../sign-in/stored-key-set.ts";
import { type TokenSource, tokenSources } from "../../sign-in/token-source.ts";
import { CHECK_TIMEOUT_MS, type Check, type CheckStatus, worstCheckStatus } from "../domain.ts";

interface Finding {
  status: CheckStatus;
  message: string;
  fix?: string;
}

export async function checkSignIn(env: Env): Promise<Check> {
  const findings = await signInFindings(env);
  const status = worstCheckStatus(findings.map((finding) => finding.status));
  // Where something is wrong, what works doesn't matter.
  const shown = findings.filter((finding) => (finding.status === "ok") === (status === "ok"));
  const fixes = [...new Set(shown.flatMap(({ fix }) => fix ?? []))];
  return {
    name: "sign-in",
    status,
    message: shown.map(({ message }) => message).join(" "),
    ...(fixes.length > 0 && { fix: fixes.join(" ") }),
  };
}

async function signInFindings(env: Env): Promise<Finding[]> {
  let vars: SignInVars;
  let sources: TokenSource[];
  try {
    vars = await readActiveSignIn(env);
    sources = tokenSources(vars);
  } catch (error) {
    // It names the variable, not its value.
    return [{ status: "error", message: describeError(error), fix: "Correct it, and run `npm run deploy`." }];
  }
  if (sources.length === 0) {
    const fix =
      "Open the setup link of the deployment, or set USER_POOL_ID and USER_POOL_CLIENT_ID, or OIDC_ISSUER and OIDC_CLIENT_ID, or ACCESS_TEAM_DOMAIN and ACCESS_AUD: docs/sign-in.md.";
    return [{ status: "error", message: "Nobody can sign in: no way to sign in is set.", fix }];
  }
  const findings = sources.map(async (source) => [
    await checkKeys(env, vars, source),
    ...(await checkUsers(vars, source)),
  ]);
  return (await Promise.all(findings)).flat();
}

async function checkKeys(
  env: Env,
  { isStored: isOfSettings }: SignInVars,
  source: TokenSource,
): Promise<Finding> {
  try {
    await fetchKeySet(source);
    return { status: "ok", message: `${source.name} is set, and its signing keys can be read.` };
  } catch {
    const isStored = (await readStoredKeySet(env.FILES, source)) !== undefined;
    return {
      status: isStored ? "warning" : "error",
      message: `${source.name} doesn't give its signing keys. ${isStored ? "Sign-in works with those that it gave before." : "Nobody can sign in with it."}`,
      fix: `Compare ${isOfSettings ? "Settings → Sign-in" : variables[source.kind]} with the provider's own pages, and see whether it has an incident.`,
    };
  }
}

const variables: Record<TokenSource["kind"], string> = {
  pool: "USER_POOL_ID and USER_POOL_ENDPOINT",
  provider: "OIDC_ISSUER",
  access: "ACCESS_TEAM_DOMAIN",
};

/** If D1 is down, another check says so. */
async function readActiveSignIn(env: Env): Promise<SignInVars> {
  if (ignoresStored(env)) return env;
  const { signIn, secret } = await withTimeout(CHECK_TIMEOUT_MS, readSignIn(env), "timeout").catch(() => ({
    signIn: signInByVariables,
    secret: undefined,
  }));
  return toSignInVars(env, signIn, secret);
}

/** Says whether anyone, or nobody, is an administrator. */
async function checkUsers(env: SignInVars, { kind }: TokenSource): Promise<Finding[]> {
  if (kind === "provider") return checkProvider(env);
  if (kind !== "pool" || env.ADMIN_GROUP) return [];
  switch (await fetchSignUp(env)) {
    case "refused":
      return [];
    case "open":
      return [
        {
          status: "error",
          message: "Anyone can sign up in this user pool, so none of its users is let in.",
          fix: `Switch self-registration off in the user pool, or ${nameGroup(env)}: docs/sign-in.md.`,
        },
      ];
    case "unknown":
      return [
        {
          status: "warning",
          message: "The user pool did not say whether it refuses sign-up.",
          fix: `Run this again later, or ${nameGroup(env)}.`,
        },
      ];
  }
}

function checkProvider(env: SignInVars): Finding[] {
  const findings: Finding[] = [];
  if ((env.OIDC_ADMINS ?? "").trim() === "") {
    const message = "OIDC_ADMINS is empty, so nobody of the identity provider is an administrator.";
    findings.push({ status: "warning", message, fix: "docs/sign-in.md says what to set." });
  }
  const isConfidential = env.OIDC_CLIENT_TYPE === "confidential";
  if (isConfidential && !env.OIDC_CLIENT_SECRET) {
    findings.push({
      status: "error",
      message:
        "The secret of the console's client is missing, so nobody can sign in with the identity provider.",
      fix: env.isStored
        ? "Enter it again: Settings → Sign-in. It was encrypted with another SECRET_KEY."
        : "Enter it with `npx wrangler secret put OIDC_CLIENT_SECRET`.",
    });
  }
  if (!isConfidential && env.OIDC_CLIENT_SECRET) {
    findings.push({
      status: "warning",
      message: "OIDC_CLIENT_SECRET is set, but the console signs in without it.",
      fix: 'Set DAYMARK_OIDC_CLIENT_TYPE="confidential" in deployment.env and run `npm run deploy`.',
    });
  }
  return findings;
}
