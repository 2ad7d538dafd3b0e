import { MiB } from "../../../worker/shared/domain.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { isRecord, tryParseJSON } from "../../../worker/storage/domain.ts";
import { CommandError } from "../command-error.ts";
import { readBounded } from "../connection/read-response.ts";
import { toConnectionError } from "../connection/send.ts";
import type { Fields } from "../fields.ts";
import { count, plain } from "../output.ts";
import { type Shell, shell } from "../shell.ts";

const MAX_RESPONSE_BYTES = 16 * MiB;
/** All responses are in memory until they are converted. 20,000 incidents of 10 kB each fit. */
const MAX_TOTAL_BYTES = 256 * MiB;
/** It includes the body. */
const TIMEOUT_MS = 30 * SECOND_MS;
/** 10,000 incidents and maintenances take some minutes. Otherwise a source that answers slowly could hold up the command for a day. */
const MAX_MINUTES = 60;
const NOTHING_IMPORTED = "Nothing was imported.";

/** @throws CommandError unless the source responds with a JSON object of a bounded size */
export async function fetchObject(url: string, path: string): Promise<Fields> {
  const value = await fetchJSON(url, path);
  if (isRecord(value)) return value;
  throw notAStatusPage(url, `${path} isn't a JSON object`);
}

/** @returns undefined if it isn't JSON */
export async function fetchJSON(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await request(url, path, headers);
  const location = response.headers.get("Location");
  if (location !== null && response.status >= 300 && response.status < 400)
    throw refused(
      `${url} redirects to ${redirectTarget(location, url)}. If that is the status page, use its address.`,
    );
  if (headers.Authorization !== undefined && [401, 403].includes(response.status))
    throw new CommandError(
      "key",
      `${url} refuses the API key (status ${response.status}). ${NOTHING_IMPORTED}`,
    );
  // Statuspage has 420, too.
  if (response.status === 420 || response.status === 429 || response.status >= 500)
    throw new CommandError(
      "unreachable",
      `${url} is busy or has a fault (status ${response.status}). ${NOTHING_IMPORTED} Try again later.`,
      undefined,
      response.status,
    );
  if (!response.ok) throw notAStatusPage(url, `${path} has status ${response.status}`);
  return tryParseJSON(await readText(response, url, path));
}

async function request(url: string, path: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(url + path, {
      // It could lead to an address that the user hasn't chosen.
      redirect: "manual",
      headers: { Accept: "application/json", ...headers },
      signal: AbortSignal.timeout(Math.min(TIMEOUT_MS, remainingMs())),
    });
  } catch (error) {
    throw unreachable(url, error);
  }
}

interface Budget {
  deadline: number;
  remainingBytes: number;
}

/** A command reads one source. */
const budgets = new WeakMap<Shell, Budget>();

function budget(): Budget {
  const known = budgets.get(shell());
  if (known) return known;
  const made = { deadline: Date.now() + maxMinutes() * MINUTE_MS, remainingBytes: MAX_TOTAL_BYTES };
  budgets.set(shell(), made);
  return made;
}

function remainingMs(): number {
  return Math.max(0, Math.ceil(budget().deadline - Date.now()));
}

function maxMinutes(): number {
  const minutes = Number(shell().env.DAYMARK_IMPORT_MINUTES ?? MAX_MINUTES);
  if (minutes > 0) return minutes;
  throw new CommandError("usage", "DAYMARK_IMPORT_MINUTES takes a number above 0.");
}

async function readText(response: Response, url: string, path: string): Promise<string> {
  const maxBytes = Math.min(MAX_RESPONSE_BYTES, budget().remainingBytes);
  const text = await readBounded(response, maxBytes).catch((error: unknown) => {
    throw unreachable(url, error);
  });
  if (text === undefined) {
    const [what, max] =
      maxBytes < MAX_RESPONSE_BYTES ? [url, MAX_TOTAL_BYTES] : [url + path, MAX_RESPONSE_BYTES];
    throw refused(`${what} has more than ${max / MiB} MiB. No status page has that much.`);
  }
  budget().remainingBytes -= Buffer.byteLength(text);
  return text;
}

function redirectTarget(location: string, url: string): string {
  return URL.canParse(location, url) ? plain(new URL(location, url).origin) : "an address that isn't one";
}

function unreachable(url: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (remainingMs() === 0)
    return new CommandError(
      "unreachable",
      `${url} wasn't read within ${count(maxMinutes(), "minute")}. ${NOTHING_IMPORTED} Set DAYMARK_IMPORT_MINUTES to wait longer.`,
    );
  return new CommandError(
    "unreachable",
    `Can't reach ${url}: ${plain(toConnectionError(error).reason)}. ${NOTHING_IMPORTED}`,
  );
}

export function notAStatusPage(url: string, why: string): CommandError {
  const { origin, pathname } = new URL(url);
  const hint = pathname === "/" ? "" : ` If the status page is at ${origin}, leave out ${pathname}.`;
  return refused(
    `${url} doesn't answer like a status page of Statuspage, LambStatus or Daymark: ${why}.${hint}`,
  );
}

export function refused(sentence: string): CommandError {
  return new CommandError("refused", `${sentence} ${NOTHING_IMPORTED}`);
}
