import { type HttpError, invalidField, unavailable } from "../../http/errors.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { decrypt } from "../../storage/secret-key.ts";
import { isTokenValid } from "./turnstile.ts";

interface Client {
  token: string;
  remoteIP: string | undefined;
}

/** @throws HttpError 400 without a valid token, or 503 if it can't be checked */
export function turnstileCheck(env: Env, { token, remoteIP }: Client) {
  return async ({ turnstileSiteKey, turnstileSecret }: StoredSettings): Promise<void> => {
    if (turnstileSiteKey === "") return;
    if (token === "") throw notVerified();
    const secretKey = await decrypt(env, "turnstile-secret", turnstileSecret);
    if (secretKey === undefined)
      throw unavailable(new Error("The secret key of Turnstile can't be decrypted."));
    if (!(await isTokenValid(env, { secretKey, token, remoteIP }))) throw notVerified();
  };
}

function notVerified(): HttpError {
  const message = "Turnstile couldn't verify that you're a person. Please try again on the status page.";
  return invalidField("turnstileToken", message);
}
