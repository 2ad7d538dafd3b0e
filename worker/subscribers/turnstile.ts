import * as z from "zod";
import { endpointOf } from "../http/endpoint.ts";
import { Refusal, unavailable } from "../http/errors.ts";
import { readAnswer } from "../http/read-body.ts";
import { KiB } from "../storage/domain.ts";

const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
/** A person waits for the response. */
const MAX_VERDICT_BYTES = 16 * KiB;
const TIMEOUT_MS = 5000;

const Verdict = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) });
type Verdict = z.output<typeof Verdict>;

interface Checked {
  secretKey: string;
  token: string;
  /** Cloudflare compares it with the address that got the token. */
  remoteIP?: string | undefined;
}

/**
 * Cloudflare accepts each token once. @throws Refusal 503 if it doesn't respond, because unchecked requests are
 * refused
 */
export async function isPerson(env: Env, checked: Checked): Promise<boolean> {
  const verdict = await siteverify(env, checked).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (refusesSecret(verdict))
    throw unavailable(new Error("Turnstile doesn't recognize the secret key in the settings."));
  return verdict.success;
}

/** @throws Refusal 400 for a secret key that Cloudflare doesn't recognize, 502 if it doesn't respond */
export async function checkSecretKey(env: Env, secretKey: string): Promise<void> {
  // A made-up token: the error shows whether Cloudflare recognizes the secret key.
  const verdict = await siteverify(env, { secretKey, token: "none" }).catch((cause: unknown) => {
    throw new Refusal(
      502,
      "Cloudflare could not check the Turnstile Secret Key. Nothing was saved. Please try again.",
      {
        cause,
      },
    );
  });
  if (refusesSecret(verdict)) {
    const message =
      "Turnstile doesn't recognize this Secret Key. Nothing was saved. Copy it again from Cloudflare's dashboard.";
    throw new Refusal(400, message, { errors: [{ path: "turnstile.secretKey", message }] });
  }
}

function refusesSecret(verdict: Verdict): boolean {
  return verdict["error-codes"].some((code) => code.endsWith("-input-secret"));
}

async function siteverify(env: Env, { secretKey, token, remoteIP }: Checked): Promise<Verdict> {
  const response = await fetch(endpointOf(env, "TURNSTILE_ENDPOINT", SITEVERIFY), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret: secretKey, response: token, remoteip: remoteIP }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // A refused key can come with status 400 and still have a verdict.
  const verdict = Verdict.parse(JSON.parse(await readAnswer(response, MAX_VERDICT_BYTES)));
  if (verdict["error-codes"].includes("internal-error")) throw new Error("Turnstile has an internal error.");
  return verdict;
}
