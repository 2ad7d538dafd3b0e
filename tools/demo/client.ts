import { type ClientResponse, hc } from "hono/client";
import type { Api } from "../../worker/api.ts";

export type Client = ReturnType<typeof hc<Api>>["api"];

export function client(
  url: string,
  token?: () => Promise<string>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Client {
  const headers = async () => (token ? { Authorization: await token() } : ({} as Record<string, string>));
  return hc<Api>(url, { headers, fetch }).api;
}

export async function answer<T>(
  request: ClientResponse<T> | Promise<ClientResponse<T>>,
): Promise<SuccessOf<T>> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.status} ${response.url}\n${await response.text()}`);
  return (await response.json()) as SuccessOf<T>; // a response with `ok` is never an error
}

type SuccessOf<T> = Exclude<T, { errorMessage: string }>;
