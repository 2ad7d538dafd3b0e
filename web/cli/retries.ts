import { randomUUID } from "node:crypto";
import { conflictOf, isDoneIn } from "./conflict.ts";
import { errorAnswer, Failure } from "./failure.ts";
import { count, plain, warn } from "./output.ts";
import { NoAnswer, send } from "./send.ts";

const MAX_TRIES = 5;
/** A server that hangs is given up sooner: each timeout is a long wait. */
const MAX_TIMEOUTS = 2;
/** Whoever is asked to wait longer is told so instead. */
const MAX_WAIT_SECONDS = 120;

/** Where no `Retry-After` says how long to wait: the first of waits of which each is twice the one before. */
const BACKOFF_SECONDS = 1;

export const MAY_BE_DONE = " What was to be done may have been done.";

interface Outcome {
  response: Response;
  /** Whether it is unknown if an earlier try has changed something. */
  mayBeDone: boolean;
}

/**
 * Repeats a request after a 429, a 503 and a lost connection. Nothing is done twice: a POST has a key by which Daymark knows
 * the repeat, a PATCH names the state that it changes (`If-Match`), and reading and deleting can be repeated anyway.
 * @throws Failure where no answer comes, or where it can not be told whether a change was stored
 */
export async function sendWithRetries(url: string, request: Request): Promise<Outcome> {
  const { method, headers } = request;
  if (method === "POST") headers.set("Idempotency-Key", randomUUID());
  let isUnknown = false;
  let timeouts = 0;
  for (let tries = 1; ; tries++) {
    const outcome = await send(request);
    if (outcome instanceof NoAnswer && outcome.isTimeout) timeouts += 1;
    isUnknown ||= outcome instanceof NoAnswer ? outcome.mayHaveArrived : outcome.status === 503;
    const conflict = outcome instanceof Response ? await conflictOf(request, outcome) : undefined;
    if (conflict && isUnknown) {
      const done = await isDoneIn(conflict, request);
      if (done) return { response: Response.json(conflict), mayBeDone: false };
      throw new Failure(
        "refused",
        "Somebody else changed this meanwhile, and it is unknown whether your change was stored before. Look at it before you repeat the command.",
      );
    }
    const mayRepeat = tries < MAX_TRIES && timeouts < MAX_TIMEOUTS;
    if (conflict && mayRepeat) {
      // Nothing was stored. The command is meant for what is there now.
      headers.set("If-Match", `"${conflict.updatedAt}"`);
      continue;
    }
    const wait = mayRepeat ? secondsToWait(request, outcome, tries) : undefined;
    const mayBeDone = isUnknown && method !== "GET";
    if (wait === undefined) {
      if (outcome instanceof Response) return { response: outcome, mayBeDone: mayBeDone && !outcome.ok };
      throw new Failure("unreachable", `${await sentence(url, outcome)}${mayBeDone ? MAY_BE_DONE : ""}`);
    }
    const when = wait === 0 ? "" : ` in ${count(wait, "second")}`;
    warn(`${await sentence(url, outcome)} Trying again${when}.`);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

/** Undefined for what is not repeated. */
function secondsToWait(
  { method, headers }: Request,
  outcome: Response | NoAnswer,
  tries: number,
): number | undefined {
  const isSafe = method !== "PATCH" || headers.has("If-Match");
  if (outcome instanceof NoAnswer) {
    if (!outcome.mayHaveArrived || !isSafe) return undefined;
    // A server that closes a connection while it is being used takes the next one at once.
    return tries === 1 ? 0 : backoffSeconds(tries - 1);
  }
  if (outcome.status !== 429 && !(outcome.status === 503 && isSafe)) return undefined;
  const wait = retryAfterSeconds(outcome) ?? backoffSeconds(tries);
  return wait <= MAX_WAIT_SECONDS ? wait : undefined;
}

function backoffSeconds(tries: number): number {
  const first = Number(process.env.DAYMARK_BACKOFF_SECONDS ?? BACKOFF_SECONDS);
  return first * 2 ** (tries - 1);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110 §10.2.3). */
function retryAfterSeconds({ headers }: Response): number | undefined {
  const written = headers.get("Retry-After")?.trim() ?? "";
  const seconds = /^\d+$/.test(written) ? Number(written) : (Date.parse(written) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

async function sentence(url: string, outcome: Response | NoAnswer): Promise<string> {
  if (outcome instanceof NoAnswer) return `Daymark can not be reached at ${url}: ${plain(outcome.reason)}.`;
  const answer = await errorAnswer(outcome.clone());
  return plain(answer?.errorMessage ?? `Daymark is busy (status ${outcome.status}).`);
}
