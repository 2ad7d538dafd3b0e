import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";
import type { ErrorAnswer } from "../../worker/http/schema.ts";
import { revalidate } from "./revalidate.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { idToken, replaceIDToken } from "./sign-in/session.ts";

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
  return hc<Api>(runtimeSettings().apiURL, { fetch: fetchWithMessage }).api;
}

/** @param unchangedSince the `updatedAt` that a change is based on; the API answers 409 if it is outdated */
export function adminAPI(unchangedSince?: string) {
  return hc<Api>(runtimeSettings().apiURL, {
    fetch: fetchAuthorized,
    ...(unchangedSince !== undefined && { headers: { "If-Match": `"${unchangedSince}"` } }),
  }).api;
}

/** The console must see its own changes at once. */
export const bypassCache = { query: { fresh: "1" } };

/** @throws APIError unless the response is a success */
export async function bodyOf<Body>(request: Promise<ClientResponse<Body>>): Promise<Body> {
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
  if (!response.ok) throw await errorOf(response);
  return response as ClientResponse<Body, number, "json">; // every success of this API that has a body is JSON
}

/** Pass it to `.catch`: it converts the `current` of a conflict to the console's own shape. */
export function convertConflict<Answer>(convert: (answer: Answer) => unknown) {
  return (error: unknown): never => {
    if (!(error instanceof APIError) || error.current === undefined) throw error;
    const current = convert(error.current as Answer); // what the PATCH itself would have answered
    throw new APIError(error.message, error.status, current);
  };
}

async function errorOf(response: ClientResponse<unknown>): Promise<APIError> {
  const { status } = response;
  const text = await response.text();
  try {
    const { errorMessage, current }: Partial<ErrorAnswer> = JSON.parse(text);
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

export async function fetchWithMessage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    throw new Error("Can't reach the server. Check your connection and try again.", { cause });
  }
}
