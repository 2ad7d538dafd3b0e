import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CommandError, readErrorResponse } from "../command-error.ts";
import { count, plain, warn } from "../output.ts";
import { shell } from "../shell.ts";
import { readConflictingVersion } from "./conflict.ts";
import { ConnectionError, send } from "./send.ts";

const MAX_TRIES = 5;
/** Timeouts are long, so fewer of them are retried. */
const MAX_TIMEOUTS = 2;
const MAX_WAIT_SECONDS = 120;

/** Doubles with each try that has no `Retry-After`. */
const BACKOFF_SECONDS = 1;

export const MAYBE_STORED = " The change may have been stored anyway.";

export interface Sending {
  maxTries?: number;
}

interface Outcome {
  response: Response;
  mayBeStored: boolean;
}

/** Retries after a 429, a 503 and a lost connection. A write has an `Idempotency-Key`, so nothing is done twice. */
export async function sendWithRetries(
  url: string,
  request: Request,
  { maxTries = MAX_TRIES }: Sending = {},
): Promise<Outcome> {
  const { method, headers } = request;
  if (method !== "GET") headers.set("Idempotency-Key", randomUUID());
  let isUnknown = false;
  let timeouts = 0;
  for (let tries = 1; ; tries++) {
    const outcome = await send(request);
    if (outcome instanceof ConnectionError && outcome.isTimeout) timeouts += 1;
    isUnknown ||= outcome instanceof ConnectionError ? outcome.mayHaveArrived : outcome.status === 503;
    const conflict = outcome instanceof Response ? await readConflictingVersion(request, outcome) : undefined;
    const mayRepeat = tries < maxTries && timeouts < MAX_TIMEOUTS;
    if (conflict && mayRepeat) {
      // Nothing was stored, and the command is meant for whatever version is there now.
      headers.set("If-Match", `"${conflict.updatedAt}"`);
      continue;
    }
    const wait = mayRepeat ? secondsToWait(outcome, tries) : undefined;
    const mayBeStored = isUnknown && method !== "GET";
    if (wait === undefined) {
      if (outcome instanceof Response) return { response: outcome, mayBeStored: mayBeStored && !outcome.ok };
      throw new CommandError(
        "unreachable",
        `${await sentence(url, outcome)}${mayBeStored ? MAYBE_STORED : ""}`,
      );
    }
    const when = wait === 0 ? "" : ` in ${count(wait, "second")}`;
    warn(`${await sentence(url, outcome)} Trying again${when}.`);
    await setTimeout(wait * SECOND_MS);
  }
}

function secondsToWait(outcome: Response | ConnectionError, tries: number): number | undefined {
  if (outcome instanceof ConnectionError) {
    if (!outcome.mayHaveArrived) return undefined;
    // A server that closed an idle connection accepts a new one at once.
    return tries === 1 ? 0 : backoffSeconds(tries - 1);
  }
  if (outcome.status !== 429 && outcome.status !== 503) return undefined;
  const wait = retryAfterSeconds(outcome) ?? backoffSeconds(tries);
  return wait <= MAX_WAIT_SECONDS ? wait : undefined;
}

function backoffSeconds(tries: number): number {
  const first = Number(shell().env.DAYMARK_BACKOFF_SECONDS ?? BACKOFF_SECONDS);
  return first * 2 ** (tries - 1);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const header = headers.get("Retry-After")?.trim() ?? "";
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / SECOND_MS;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

async function sentence(url: string, outcome: Response | ConnectionError): Promise<string> {
  if (outcome instanceof ConnectionError) return `Can't reach Daymark at ${url}: ${plain(outcome.reason)}.`;
  const error = await readErrorResponse(outcome.clone());
  return plain(error?.errorMessage ?? `Daymark is busy (status ${outcome.status}).`);
}
