import type { Context, Handler, TypedResponse } from "hono";
import type { BlankInput } from "hono/types";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import type { AppEnv } from "../env.ts";
import { type CallDescription, describe } from "./call.ts";

export interface Rendered<Data = unknown> {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  /** Anything but the default 200 is never cached. */
  status?: ContentfulStatusCode;
  version?: number;
  /** Never set. Its type tells the typed client what the JSON is. */
  data?: Data;
}

export type Render<Path extends string, Data> = (c: Context<AppEnv, Path>) => Promise<Rendered<Data>>;

export type TypedHandler<Path extends string, Data> = Handler<
  AppEnv,
  Path,
  BlankInput,
  Promise<Response & TypedResponse<JSONParsed<Data>, 200, "json">>
>;

export function typedHandler<Path extends string, Data>(
  handler: (c: Context<AppEnv, Path>) => Promise<Response>,
  description: CallDescription,
): TypedHandler<Path, Data> {
  describe(handler, description);
  return handler as unknown as TypedHandler<Path, Data>; // a Response does not carry the type of its JSON
}

export function json<Data>(data: Data, headers: Record<string, string> = {}): Rendered<Data> {
  return { body: JSON.stringify(data), headers: { "Content-Type": "application/json", ...headers } };
}

export function text(body: string, contentType: string): Rendered {
  return { body, headers: { "Content-Type": `${contentType}; charset=utf-8` } };
}

export function respondWith(c: Context<AppEnv>, { body, headers, status = 200 }: Rendered): Response {
  return c.body(body, status, headers);
}
