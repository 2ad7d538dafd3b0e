import type { ClientResponse } from "hono/client";
import type { ErrorResponse } from "../../../worker/http/schema.ts";
import { timeoutMs } from "../request-timeout.ts";
import { revalidate } from "../revalidate.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { idToken, replaceIDToken } from "../session/session.ts";
import { apiClient } from "./api-client.ts";

const NO_CONTENT = 204;
const UNAUTHORIZED = 401;

export class APIError extends Error {
  override readonly name = "APIError";
  readonly status: number;
  readonly current: unknown;

  constructor(message: string, status: number, current?: unknown) {
    super(message);
    this.status = status;
    this.current = current;
  }
}

export function publicAPI() {
  return apiClient(runtimeSettings().apiURL, { fetch: fetchWithMessage }).api;
}

/** What the headers say about a write. */
export interface Write {
  /** The `updatedAt` that a change is based on. The API responds with 409 if it is outdated. */
  unchangedSince?: string | undefined;
  /** Requests with the same ID, as a repeat after a lost response, do nothing twice. */
  requestID?: string | undefined;
}

export function adminAPI({ unchangedSince, requestID }: Write = {}, headers: Record<string, string> = {}) {
  return apiClient(runtimeSettings().apiURL, {
    fetch: fetchAuthorized,
    headers: {
      ...headers,
      ...(unchangedSince !== undefined && { "If-Match": `"${unchangedSince}"` }),
      ...(requestID !== undefined && { "Idempotency-Key": requestID }),
    },
  }).api;
}

/** Its writes can be undone for ten seconds, and email about them waits that long. */
export function undoableAPI(write?: Write) {
  return adminAPI(write, { Prefer: "undo" });
}

export interface Saved {
  /** It is missing if nothing changed, or if too much changed to be undone. */
  undoToken: string | undefined;
  createdID: string | undefined;
}

export async function savedBy(request: Promise<ClientResponse<unknown>>): Promise<Saved> {
  const { headers } = await okResponse(request);
  const lastSegment = (header: string) => headers.get(header)?.split("/").at(-1);
  return { undoToken: lastSegment("Undo"), createdID: lastSegment("Location") };
}

/** @throws APIError 409 if it has changed since, or 410 if it is too late */
export async function undoWrite(undoToken: string): Promise<void> {
  const { undo } = adminAPI({ requestID: undoToken });
  await readBody(undo[":undoToken"].$post({ param: { undoToken }, json: {} }));
}

/** The console must see its own changes at once. */
export const bypassCache = { query: { fresh: "1" } };

export async function readBody<Body>(request: Promise<ClientResponse<Body>>): Promise<Body> {
  const response = await okResponse(request);
  if (response.status === NO_CONTENT) return undefined as Body; // hono types a body that is not there as null
  return parseJSON(response);
}

export async function parseJSON<Body>(response: ClientResponse<Body, number, "json">): Promise<Body> {
  try {
    return await response.json();
  } catch (cause) {
    throw new Error("Something other than Daymark answered. Check your connection and try again.", { cause });
  }
}

export async function okResponse<Body>(request: Promise<ClientResponse<Body>>) {
  const response = await request;
  if (!response.ok) throw await toAPIError(response);
  return response as ClientResponse<Body, number, "json">; // every success of this API that has a body is JSON
}

/** Pass it to `.catch`: it converts the `current` of a conflict to the console's own shape. */
export function convertConflict<Stored>(convert: (stored: Stored) => unknown) {
  return (error: unknown): never => {
    if (!(error instanceof APIError) || error.current === undefined) throw error;
    const current = convert(error.current as Stored); // the same shape as the response of a PATCH
    throw new APIError(error.message, error.status, current);
  };
}

async function toAPIError(response: ClientResponse<unknown>): Promise<APIError> {
  const { status } = response;
  const text = await response.text();
  try {
    const { errorMessage, current }: Partial<ErrorResponse> = JSON.parse(text);
    if (errorMessage) return new APIError(errorMessage, status, current);
  } catch {
    // A proxy in front of the API answered, so only the status is known.
  }
  return new APIError(`The server answered with an error (${status}). Try again in a moment.`, status);
}

/** Retries a request whose token is refused with a new token, or after the administrator has signed in again. */
export async function fetchAuthorized(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = (token: string) => {
    const headers = new Headers(init?.headers);
    headers.set("Authorization", token);
    const request = () => fetchWithMessage(input, { ...init, headers });
    return init?.method === "GET" ? revalidate(String(input), headers, request) : request();
  };
  let token = await idToken();
  let response = await send(token);
  while (response.status === UNAUTHORIZED) {
    token = await replaceIDToken(token);
    response = await send(token);
  }
  return response;
}

/** A write times out. A read may take as long as the network does. */
export async function fetchWithMessage(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isWrite = (init.method ?? "GET") !== "GET";
  const timeout = isWrite ? AbortSignal.timeout(timeoutMs(init.body)) : undefined;
  const signals = [init.signal, timeout].filter((signal) => signal instanceof AbortSignal);
  try {
    const signal = signals.length > 0 && { signal: AbortSignal.any(signals) };
    const response = await fetch(input, { ...init, ...signal });
    // Its body can fail to arrive, too. The null body is that of a 204.
    return new Response((await response.text()) || null, response);
  } catch (cause) {
    throw new Error(timeout?.aborted ? NO_RESPONSE : UNREACHABLE, { cause });
  }
}

const UNREACHABLE = "Can't reach the server. Check your connection and try again.";
const NO_RESPONSE =
  "The server hasn't answered, so this may or may not be saved. Your text is still here. Press the button again: nothing is done twice.";
