import { createClient, type DaymarkClient } from "../client/client.ts";
import { errorAnswer, Failure } from "./failure.ts";
import { plain, warn } from "./output.ts";
import { MAY_BE_DONE, sendWithRetries } from "./retries.ts";
import { type GlobalOptions, isLocal, readSettings } from "./settings.ts";

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

/** For a PATCH of what was read last, so that it can be repeated and is done once. */
export function ifMatch(updatedAt: string) {
  return { "If-Match": `"${updatedAt}"` };
}

/** @throws Failure where there is no answer, where it is a refusal, and where it can not be Daymark's */
async function succeed(url: string, request: Request): Promise<Response> {
  const { response, mayBeDone } = await sendWithRetries(url, request);
  if (isAnswer(request, response)) return response;
  throw await refusal(url, request, response, mayBeDone ? MAY_BE_DONE : "");
}

function isAnswer({ method }: Request, { ok, status, headers }: Response): boolean {
  if (method === "DELETE") return status === 204;
  return ok && (headers.get("Content-Type") ?? "").startsWith("application/json");
}

/** @param more what is to be said after Daymark's own words */
async function refusal(url: string, request: Request, response: Response, more: string): Promise<Failure> {
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
      `${url} does not answer as Daymark does (status ${status}).${pathHint(url)}${more}`,
    );
  const hint = status === 404 ? pathHint(url) : "";
  const kind = status === 401 || status === 403 ? "key" : "refused";
  return new Failure(kind, `${plain(answer.errorMessage)}${hint}${more}`, answer, status);
}

/** A gateway may serve the API below a path. Most often the path is that of a page which somebody has copied. */
function pathHint(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/"
    ? ""
    : ` The address has a path: if the status page is at ${origin}, leave out ${pathname}.`;
}
