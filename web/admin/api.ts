import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";
import type { ErrorAnswer } from "../../worker/schema.ts";
import { runtimeSettings } from "./runtime-settings.ts";
import { idToken } from "./sign-in/session.ts";

const NO_CONTENT = 204;

/** What the API refused, in its own words. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Calls without credentials, as a visitor makes them. */
export function visitor() {
  return hc<Api>(runtimeSettings().apiURL, { fetch: reachable }).api;
}

/** Calls with the session's id token. */
export function administrator() {
  return hc<Api>(runtimeSettings().apiURL, {
    fetch: reachable,
    headers: async () => ({ Authorization: await idToken() }),
  }).api;
}

/** An administrator reads past every cache, so that the console sees its own changes at once. */
export const fresh = { query: { fresh: "1" } };

/** The answer's body; nothing for 204. Throws a Refusal for anything but a success. */
export async function answer<Body>(answering: Promise<ClientResponse<Body>>): Promise<Body> {
  const response = await accepted(answering);
  if (response.status === NO_CONTENT) return undefined as Body; // hono types a body that is not there as null
  return response.json();
}

/** The answer itself, for those that carry something in their headers. */
export async function accepted<Body>(answering: Promise<ClientResponse<Body>>) {
  const response = await answering;
  if (!response.ok) throw new Refusal(await refusalText(response), response.status);
  return response as ClientResponse<Body, number, "json">; // every success of this API that has a body is JSON
}

async function refusalText(response: ClientResponse<unknown>): Promise<string> {
  const text = await response.text();
  try {
    const { errorMessage }: Partial<ErrorAnswer> = JSON.parse(text);
    if (errorMessage) return errorMessage;
  } catch {
    // Something in front of the API answered; its status is all that is known for certain.
  }
  return `The server answered with an error (${response.status}). Try again in a moment.`;
}

async function reachable(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    throw new Error("The server can not be reached. Check your connection and try again.", { cause });
  }
}
