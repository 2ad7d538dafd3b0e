import * as z from "zod";
import { endpointAddress } from "../../http/endpoint.ts";
import { badGateway, invalidField, unavailable } from "../../http/errors.ts";
import { readText } from "../../http/read-body.ts";
import { KiB } from "../../shared/domain.ts";

const SITEVERIFY_URL = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const MAX_VERDICT_BYTES = 16 * KiB;
const TIMEOUT_MS = 5000;

const Verdict = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });
type Verdict = z.output<typeof Verdict>;

interface TokenCheck {
  secretKey: string;
  token: string;
  remoteIP?: string | undefined;
}

/** @throws HttpError 503 if Cloudflare can't check the token */
export async function isTokenValid(env: Env, check: TokenCheck): Promise<boolean> {
  const verdict = await siteverify(env, check).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (isSecretRefused(verdict))
    throw unavailable(new Error("Turnstile doesn't recognize the secret key in the settings."));
  return verdict.success;
}

export async function checkSecretKey(env: Env, secretKey: string): Promise<void> {
  // The token is made up: the error shows whether Cloudflare recognizes the secret key.
  const verdict = await siteverify(env, { secretKey, token: "none" }).catch((cause: unknown) => {
    throw badGateway(
      "Cloudflare could not check the Turnstile Secret Key. Nothing was saved. Please try again.",
      {
        cause,
      },
    );
  });
  if (isSecretRefused(verdict)) {
    const message =
      "Turnstile doesn't recognize this Secret Key. Nothing was saved. Copy it again from Cloudflare's dashboard.";
    throw invalidField("turnstile.secretKey", message);
  }
}

function isSecretRefused(verdict: Verdict): boolean {
  return verdict["error-codes"].some((code) => code.endsWith("-input-secret"));
}

async function siteverify(env: Env, { secretKey, token, remoteIP }: TokenCheck): Promise<Verdict> {
  const response = await fetch(endpointAddress(env, "TURNSTILE_ENDPOINT", SITEVERIFY_URL), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret: secretKey, response: token, remoteip: remoteIP }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const verdict = Verdict.parse(JSON.parse(await readText(response, MAX_VERDICT_BYTES)));
  if (verdict["error-codes"].includes("internal-error")) throw new Error("Turnstile has an internal error.");
  return verdict;
}
