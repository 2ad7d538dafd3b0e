import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";
import type { ErrorAnswer } from "../../worker/http/schema.ts";
import { revalidate } from "./revalidate.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { idToken, idTokenInsteadOf } from "./sign-in/session.ts";

const NO_CONTENT = 204;
const UNAUTHORIZED = 401;

/** An error of the API, with the API's message. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly current: unknown;

  constructor(message: string, status: number, current?: unknown) {
    super(message);
    this.status = status;
    this.current = current;
  }
}

export function visitor() {
  return hc<Api>(runtimeSettings().apiURL, { fetch: reachable }).api;
}

/**
 * Calls with the session's id token.
 * @param unchangedSince the `updatedAt` that a change is made on: the API refuses it with 409 when it has moved on
 */
export function administrator(unchangedSince?: string) {
  return hc<Api>(runtimeSettings().apiURL, {
    fetch: authorized,
    ...(unchangedSince !== undefined && { headers: { "If-Match": `"${unchangedSince}"` } }),
  }).api;
}

/** Bypasses every cache, so that the console sees its own changes at once. */
export const fresh = { query: { fresh: "1" } };

/** @throws Refusal unless the response is a success */
export async function answer<Body>(answering: Promise<ClientResponse<Body>>): Promise<Body> {
  const response = await accepted(answering);
  if (response.status === NO_CONTENT) return undefined as Body; // hono types a body that is not there as null
  return bodyOf(response);
}

export async function bodyOf<Body>(response: ClientResponse<Body, number, "json">): Promise<Body> {
  try {
    return await response.json();
  } catch (cause) {
    throw new Error("Something other than Daymark answered. Check your connection and try again.", { cause });
  }
}

/** For responses whose headers matter. */
export async function accepted<Body>(answering: Promise<ClientResponse<Body>>) {
  const response = await answering;
  if (!response.ok) throw await refusal(response);
  return response as ClientResponse<Body, number, "json">; // every success of this API that has a body is JSON
}

/** For `.catch`: converts a conflict's `current` to the console's own shape. */
export function currentAs<Answered>(shapeOf: (answered: Answered) => unknown) {
  return (error: unknown): never => {
    if (!(error instanceof Refusal) || error.current === undefined) throw error;
    const current = shapeOf(error.current as Answered); // what the PATCH itself would have answered
    throw new Refusal(error.message, error.status, current);
  };
}

async function refusal(response: ClientResponse<unknown>): Promise<Refusal> {
  const { status } = response;
  const text = await response.text();
  try {
    const { errorMessage, current }: Partial<ErrorAnswer> = JSON.parse(text);
    if (errorMessage) return new Refusal(errorMessage, status, current);
  } catch {
    // A proxy in front of the API answered, so only the status is known.
  }
  return new Refusal(`The server answered with an error (${status}). Try again in a moment.`, status);
}

/** A request whose token is refused is sent again with a fresh one, or after the administrator has signed in again. */
export async function authorized(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = (token: string) => {
    const headers = new Headers(init?.headers);
    headers.set("Authorization", token);
    const request = () => reachable(input, { ...init, headers });
    return init?.method === "GET" ? revalidate(String(input), headers, request) : request();
  };
  let token = await idToken();
  let response = await send(token);
  while (response.status === UNAUTHORIZED) {
    token = await idTokenInsteadOf(token);
    response = await send(token);
  }
  return response;
}

/** `fetch` whose network errors have a message for people. */
export async function reachable(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    throw new Error("Can't reach the server. Check your connection and try again.", { cause });
  }
}
