import type { StoredSignIn } from "../../settings/domain.ts";
import { tokenSources } from "../token-source.ts";
import { ignoresStored, readSignIn } from "./active.ts";
import type { PublicSignIn, SignInSettings } from "./schema.ts";

/** What the console needs before anyone is signed in. Nothing of it is secret. */
export function publicSignIn(env: Env, stored: StoredSignIn): PublicSignIn {
  if (ignoresStored(env) || stored.kind === "variables")
    return { kind: hasVariables(env) ? "variables" : "none" };
  switch (stored.kind) {
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
