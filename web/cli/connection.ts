import { createClient, type DaymarkClient, type Schemas } from "../client/client.ts";
import { Failure } from "./failure.ts";
import { count, plain, warn } from "./output.ts";
import { type GlobalOptions, isLocal, readSettings } from "./settings.ts";

const TIMEOUT = 30_000;
const MOST_TRIES = 5;
/** Seconds; whoever is asked to wait longer is told so instead. */
const LONGEST_WAIT = 120;

export interface Connection {
  url: string;
  client: DaymarkClient;
}

/** For what everybody may read. */
export async function connect(options: GlobalOptions): Promise<Connection> {
  const { url } = await readSettings(options);
  return { url, client: clientOf(url) };
}

/** For what takes an API key. */
export async function connectWithKey(options: GlobalOptions): Promise<Connection> {
  const { url, key } = await readSettings(options);
  if (!key) {
    throw new Failure(
      "key",
      `This takes an API key of ${url}, which its console makes under Settings: DAYMARK_KEY, "key" in the config file, or --key.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Failure("key", "The API key has characters that no key has.");
  if (url.startsWith("http://") && !isLocal(url)) warn(`The API key goes to ${url} without encryption.`);
  return { url, client: clientOf(url, key) };
}

function clientOf(url: string, apiKey?: string): DaymarkClient {
  // A redirect could carry the key to somebody else.
  return createClient({ url, apiKey, redirect: "manual", fetch: (request) => succeed(url, request) });
}

/** The body of an answer, which `succeed` has found to be a success. */
export async function answered<T>(asked: Promise<{ data?: T }>): Promise<T> {
  const { data } = await asked;
  return data as T; // only a refusal has none
}

/** @throws Failure where there is no answer, where it is a refusal, and where it can not be Daymark's */
async function succeed(url: string, request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send(url, request);
    if (isAnswer(request, response)) return response;
    const wait = tries < MOST_TRIES ? secondsToWait(request, response) : undefined;
    if (wait === undefined) throw await refusal(url, request, response);
    warn(`${await sentence(response)} Trying again in ${count(wait, "second")}.`);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

function isAnswer({ method }: Request, { ok, status, headers }: Response): boolean {
  if (method === "DELETE") return status === 204;
  return ok && (headers.get("Content-Type") ?? "").startsWith("application/json");
}

async function send(url: string, request: Request): Promise<Response> {
  try {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(TIMEOUT) });
    const body = await response.arrayBuffer(); // within the same time
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    const [why, arrived] = whyUnreachable(error);
    const unsure = arrived && request.method !== "GET" ? " What was to be done may have been done." : "";
    throw new Failure("unreachable", `Daymark can not be reached at ${url}: ${why}.${unsure}`);
  }
}

/** In words, and whether the request may have arrived all the same. */
function whyUnreachable(error: unknown): [why: string, arrived: boolean] {
  if (!(error instanceof Error)) return [String(error), true];
  if (error.name === "TimeoutError") return [`no answer within ${TIMEOUT / 1000} seconds`, true];
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return ["nothing answers there", false];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return ["there is no such host", false];
  return [cause instanceof Error && cause.message !== "" ? cause.message : error.message, true];
}

/**
 * 429 has changed nothing. After a 503 nobody knows; so only what does not add anything when it happens twice is sent again:
 * reading, and points, of which the minute is the key.
 */
function secondsToWait({ method, url }: Request, response: Response): number | undefined {
  const again = response.status === 429 || (response.status === 503 && (method === "GET" || isPoints(url)));
  const wait = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return again && wait >= 0 && wait <= LONGEST_WAIT ? Math.max(1, Math.ceil(wait)) : undefined;
}

function isPoints(url: string): boolean {
  return url.endsWith("/api/v0/metrics/data");
}

async function refusal(url: string, request: Request, response: Response): Promise<Failure> {
  const { status } = response;
  const location = response.headers.get("Location");
  const answer = await errorAnswer(response);
  if (location !== null && status >= 300 && status < 400) {
    const { origin } = new URL(location, request.url);
    if (origin !== new URL(url).origin)
      return new Failure(
        "refused",
        `${url} sends on to ${plain(origin)}: if that is the page, give its address.`,
        answer,
      );
  }
  if (!answer)
    return new Failure(
      "refused",
      `${url} does not answer as Daymark does (status ${status}).${pathHint(url)}`,
    );
  const hint = status === 404 ? pathHint(url) : "";
  const kind = status === 401 || status === 403 ? "key" : "refused";
  return new Failure(kind, `${plain(answer.errorMessage)}${hint}`, answer);
}

/** A gateway may serve the API below a path. Most often the path is that of a page which somebody has copied. */
function pathHint(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/"
    ? ""
    : ` The address has a path: if the status page is at ${origin}, leave out ${pathname}.`;
}

async function sentence(response: Response): Promise<string> {
  return plain((await errorAnswer(response))?.errorMessage ?? `Daymark is busy (status ${response.status}).`);
}

async function errorAnswer(response: Response): Promise<Schemas["ErrorAnswer"] | undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  const isOne = typeof answer === "object" && answer !== null && "errorMessage" in answer;
  return isOne ? (answer as Schemas["ErrorAnswer"]) : undefined;
}
