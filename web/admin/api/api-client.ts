import type { hc } from "hono/client";
import type { Api } from "../../../worker/api.ts";

interface Options {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  headers?: Record<string, string>;
}

interface Input {
  param?: Record<string, string>;
  query?: Record<string, string | undefined>;
  json?: unknown;
}

/** The part of Hono's client that the console needs. The whole client has cookies, forms and web sockets, and is 2 kB. */
export function apiClient(baseURL: string, options: Options): ReturnType<typeof hc<Api>> {
  // A proxy has every property, so none of them can be checked here.
  return step(baseURL.replace(/\/$/, ""), options) as ReturnType<typeof hc<Api>>;
}

/** A path, whose properties are longer paths, and calls such as `$get` at its end. */
function step(path: string, options: Options): unknown {
  return new Proxy(() => undefined, {
    get: (_, name) => (typeof name === "string" ? step(`${path}/${name}`, options) : undefined),
    apply: (_, _this, [input, extra]: [Input?, { headers?: Record<string, string> }?]) =>
      send(path, input ?? {}, { ...options, headers: { ...options.headers, ...extra?.headers } }),
  });
}

function send(path: string, { param = {}, query = {}, json }: Input, { fetch, headers }: Options) {
  const end = path.lastIndexOf("/$");
  const address = path.slice(0, end).replaceAll(/\/:(\w+)/g, (segment, name: string) => {
    const value = param[name];
    return value === undefined ? segment : `/${encodeURIComponent(value)}`;
  });
  const defined = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(defined).toString();
  return fetch(search ? `${address}?${search}` : address, {
    method: path.slice(end + 2).toUpperCase(),
    headers: new Headers({ ...headers, ...(json !== undefined && { "Content-Type": "application/json" }) }),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
}
