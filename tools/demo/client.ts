import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";

export type Client = ReturnType<typeof hc<Api>>["api"];

/** The API as typed calls: `client(url).components.$get()`. */
export function client(
  url: string,
  token?: () => Promise<string>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Client {
  const headers = async () => (token ? { Authorization: await token() } : ({} as Record<string, string>));
  return hc<Api>(url, { headers, fetch }).api;
}

/** The JSON of an answer that has to be a success. */
export async function answer<T>(
  asked: ClientResponse<T> | Promise<ClientResponse<T>>,
): Promise<Succeeded<T>> {
  const response = await asked;
  if (!response.ok) throw new Error(`${response.status} ${response.url}\n${await response.text()}`);
  return (await response.json()) as Succeeded<T>; // `ok` has ruled the others out
}

/** Of the answers that a route can give, those that are not a refusal. */
type Succeeded<T> = Exclude<T, { errorMessage: string }>;
