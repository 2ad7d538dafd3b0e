import type { Context } from "hono";
import type { AppEnv } from "../env.ts";
import type { StoredSettings } from "../settings/store.ts";
import { decrypt } from "../storage/secret-key.ts";
import { isTokenValid } from "../subscribers/turnstile.ts";
import { Refusal, unavailable } from "./errors.ts";

/** @throws Refusal 400 without a valid token, or 503 if it can't be checked */
export function turnstileCheck(c: Context<AppEnv>, token: string) {
  return async ({ turnstileSiteKey, turnstileSecret }: StoredSettings): Promise<void> => {
    if (turnstileSiteKey === "") return;
    if (token === "") throw notVerified();
    const secretKey = await decrypt(c.env, "turnstile-secret", turnstileSecret);
    if (secretKey === undefined)
      throw unavailable(new Error("The secret key of Turnstile can't be decrypted."));
    const remoteIP = c.req.header("CF-Connecting-IP");
    if (!(await isTokenValid(c.env, { secretKey, token, remoteIP }))) throw notVerified();
  };
}

function notVerified(): Refusal {
  const message = "Turnstile couldn't verify that you're a person. Please try again on the status page.";
  return new Refusal(400, message, { errors: [{ path: "turnstileToken", message }] });
}
