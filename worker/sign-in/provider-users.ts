import type { JWTPayload } from "jose";
import { forbidden } from "../http/errors.ts";
import type { SignInVars } from "./sign-in-vars.ts";

type ProviderVars = Pick<SignInVars, "OIDC_ADMIN_CLAIM" | "OIDC_ADMINS" | "isStored" | "isCandidate">;

/**
 * Anyone may have an account at an identity provider, so administrators must be listed.
 * @throws HttpError 403
 */
export function requireListedUser(vars: ProviderVars, payload: JWTPayload): void {
  const name = vars.OIDC_ADMIN_CLAIM || "groups";
  const listed = parseList(vars.OIDC_ADMINS || "");
  if (listed.length === 0) {
    throw forbidden(
      `You are signed in, but nobody is an administrator yet, because anyone could have an account there. Ask whoever runs this page to ${vars.isStored ? "list the administrators in Settings → Sign-in" : "set OIDC_ADMINS"}: docs/sign-in.md.`,
    );
  }
  const { email_verified } = payload;
  // Not every provider has this claim. Without it, an address proves nothing, but a group does.
  if (email_verified !== true && (email_verified !== undefined || name === "email")) {
    throw forbidden(
      "Your email address is not verified. Verify it at your identity provider, then sign out and sign in again.",
    );
  }
  const values = [Object.hasOwn(payload, name) ? payload[name] : undefined].flat();
  const fold = (text: string) => (name === "email" ? foldASCII(text) : text);
  const allowed = new Set(listed.map(fold));
  if (values.some((value) => typeof value === "string" && allowed.has(fold(value)))) return;
  if (vars.isCandidate) {
    const problem = `you are not an administrator: Administrators has no value of the claim “${name}”. Go back and add one, or try again with another account.`;
    const { email, sub } = payload;
    throw forbidden(`You signed in as ${String(email ?? sub).slice(0, 254)}, but ${problem}`, {
      logMessage: `You signed in, but ${problem}`,
    });
  }
  throw forbidden(
    `You are signed in, but you are not an administrator. Ask whoever runs this page to add you: ${vars.isStored ? "Settings → Sign-in" : "OIDC_ADMINS"} lists the administrators by the claim “${name}”. Then sign out and sign in again.`,
  );
}

/** `toLowerCase` also folds the Kelvin sign to a k, which would make two addresses one. */
function foldASCII(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function parseList(text: string): string[] {
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
