import { createClient, type DaymarkClient } from "../../client/client.ts";
import { CommandError, readErrorResponse } from "../command-error.ts";
import { plain, warn } from "../output.ts";
import { type GlobalOptions, isLocal, readSettings } from "../settings.ts";
import { MAYBE_STORED, type Sending, sendWithRetries } from "./retries.ts";

export interface Connection {
  url: string;
  client: DaymarkClient;
}

export async function connect(options: GlobalOptions): Promise<Connection> {
  const { url } = await readSettings(options);
  return { url, client: makeClient(url) };
}

export async function connectWithKey(options: GlobalOptions, sending: Sending = {}): Promise<Connection> {
  const { url, key } = await readSettings(options);
  if (!key) {
    throw new CommandError(
      "key",
      `This command needs an API key for ${url}. Create one in the console under Settings, and pass it as DAYMARK_KEY, as "key" in the config file, or with --key.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError("key", "The API key isn't valid: it has characters that no key has.");
  if (url.startsWith("http://") && !isLocal(url)) warn(`The API key is sent to ${url} without encryption.`);
  return { url, client: makeClient(url, key, sending) };
}

function makeClient(url: string, apiKey?: string, sending: Sending = {}): DaymarkClient {
  // A redirect could send the key to another host.
  const fetch = (request: Request) => sendOrThrow(url, request, sending);
  return createClient({ url, apiKey, redirect: "manual", fetch });
}

export async function readBody<T>(request: Promise<{ data?: T }>): Promise<T> {
  const { data } = await request;
  return data as T; // only a refusal has none
}

/** Lets a PATCH be retried without being stored twice. */
export function ifMatch(updatedAt: string) {
  return { "If-Match": `"${updatedAt}"` };
}

async function sendOrThrow(url: string, request: Request, sending: Sending): Promise<Response> {
  const { response, mayBeStored } = await sendWithRetries(url, request, sending);
  if (isSuccess(request, response)) return response;
  throw await toCommandError(url, request, response, mayBeStored ? MAYBE_STORED : "");
}

function isSuccess({ method }: Request, { ok, status, headers }: Response): boolean {
  if (method === "DELETE") return status === 204;
  return ok && (headers.get("Content-Type") ?? "").startsWith("application/json");
}

async function toCommandError(
  url: string,
  request: Request,
  response: Response,
  more: string,
): Promise<CommandError> {
  const { status } = response;
  const location = response.headers.get("Location");
  const error = await readErrorResponse(response);
  if (location !== null && status >= 300 && status < 400) {
    const { origin } = new URL(location, request.url);
    if (origin !== new URL(url).origin)
      return new CommandError(
        "refused",
        `${url} redirects to ${plain(origin)}. If that is the status page, use its address.`,
        error,
      );
  }
  if (!error)
    return new CommandError(
      "refused",
      `${url} doesn't answer like Daymark (status ${status}).${pathHint(url)}${more}`,
    );
  const hint = status === 404 ? pathHint(url) : "";
  const kind = status === 401 || status === 403 ? "key" : "refused";
  return new CommandError(kind, `${plain(error.errorMessage)}${hint}${more}`, error, status);
}

/** A gateway may serve the API below a path, but most often someone has copied the address of a page. */
function pathHint(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/"
    ? ""
    : ` The address has a path: if the status page is at ${origin}, leave out ${pathname}.`;
}
