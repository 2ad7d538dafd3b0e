import { REQUEST_TIMEOUT_MS } from "../request-timeout.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { sessionEnded, unreachable } from "./provider-errors.ts";

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;

/** Whether the Worker calls the provider in place of the browser, for example because it has the client's secret. */
export function isConfidential(): boolean {
  return runtimeSettings().issuerClientType === "confidential";
}

export async function callWorker<Answer>(
  call: "provider" | "token" | "refresh" | "revoke" | "activate" | "setup" | "setup/candidates",
  input: object,
): Promise<Answer> {
  // Without a content type of its own, the request needs no preflight, which could be lost when the page is left.
  const response = await fetch(`${runtimeSettings().apiURL.replace(/\/$/, "")}/api/sign-in/${call}`, {
    method: "POST",
    body: JSON.stringify(input),
    cache: "no-store",
    keepalive: call === "revoke",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw unreachable("Can't reach the server. Check your connection and try again.", cause);
  });
  const answer: Answer & { errorMessage?: string } = await response.json().catch((cause: unknown) => {
    throw unreachable("Something other than Daymark answered. Check your connection and try again.", cause);
  });
  if (response.ok) return answer;
  const { errorMessage = `The server answered with an error (${response.status}). Try again in a moment.` } =
    answer;
  if (response.status === BAD_REQUEST || response.status === UNAUTHORIZED) throw sessionEnded(errorMessage);
  throw unreachable(errorMessage, undefined);
}
