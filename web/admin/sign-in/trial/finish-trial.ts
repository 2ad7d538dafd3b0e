import { SECOND_MS } from "../../../../worker/shared/time/domain.ts";
import type { SignInProof, SignInTokens } from "../../../../worker/sign-in/schema.ts";
import { pause } from "../../pause.ts";
import { requestAccessTokens } from "../../session/access.ts";
import { loadProvider } from "../../session/load-provider.ts";
import { forgetTrial, forgetTries, type Trial } from "../../session/provider-pending.ts";
import { idToken } from "../../session/session.ts";
import { callWorker } from "../../session/sign-in-calls.ts";
import { loadExternalTokens } from "../../session/stored-tokens.ts";
import { claimsIn } from "../../session/token-storage.ts";
import { readTokens, renewTokens } from "../../session/tokens.ts";
import { consolePath } from "../console-path.ts";
import { forgetSetUp } from "../set-up/set-up-key.ts";

const POLL_MS = SECOND_MS / 2;
const TIMEOUT_MS = 20 * SECOND_MS;
/** The Worker accepts one that is a minute older than the try. */
const MAX_TOKEN_AGE_SECONDS = 50;

/** Proves the sign-in to the Worker, which then uses it, and opens the console with it. */
export async function finishTrial(trial: Trial, query: string): Promise<void> {
  const { candidate, method, returnPath } = trial;
  const proof: SignInProof = { candidate, ...(await prove(trial, query)) };
  const tokens = await callWorker<SignInTokens>("activate", proof);
  forgetTrial();
  forgetTries();
  forgetSetUp();
  if (method.kind === "provider") {
    const { tokensIn } = await loadProvider();
    const issued = { id_token: tokens.idToken, refresh_token: tokens.refreshToken ?? undefined };
    (await loadExternalTokens()).storeProviderTokens(tokensIn(issued), method.clientID);
  }
  await settingsInUse(trial);
  // The page has the settings of the former sign-in.
  window.location.replace(consolePath(returnPath));
}

async function prove({ method }: Trial, query: string): Promise<Omit<SignInProof, "candidate">> {
  switch (method.kind) {
    case "provider":
      return { exchange: (await loadProvider()).finishProviderTrial(query, method) };
    case "pool":
      await renewOldToken();
      return { idToken: await idToken() };
    case "access":
      return { idToken: await accessToken() };
  }
}

/** That of a session from before doesn't prove that the pool still issues tokens. */
async function renewOldToken(): Promise<void> {
  const tokens = await readTokens();
  if (!tokens) return;
  const { iat = 0 } = claimsIn(tokens.idToken);
  const ageSeconds = Date.now() / SECOND_MS - tokens.clockDriftSeconds - iat;
  if (ageSeconds > MAX_TOKEN_AGE_SECONDS) await renewTokens(tokens.idToken);
}

async function accessToken(): Promise<string> {
  const tokens = await requestAccessTokens("?try").catch((cause: unknown) => {
    throw new Error(
      "Cloudflare Access isn't in front of this console, or hasn't signed you in. Nothing was changed. Check the application's address, and try again.",
      { cause },
    );
  });
  return tokens.idToken;
}

/** The network's caches may take a few seconds. */
async function settingsInUse({ method }: Trial): Promise<void> {
  const isInUse = (script: string) =>
    method.kind === "access"
      ? /"accessAudience":"[^"]/.test(script)
      : script.includes(JSON.stringify(method.clientID));
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(POLL_MS)) {
    const response = await fetch("/settings.js", { cache: "no-store" }).catch(() => undefined);
    if (response?.ok && isInUse(await response.text())) return;
  }
}
