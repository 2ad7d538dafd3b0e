import type { Context, Handler, TypedResponse } from "hono";
import type { BlankInput } from "hono/types";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { JSONParsed } from "hono/utils/types";
import type { AppEnv } from "../env.ts";
import { type CallDescription, describe } from "../openapi/call.ts";

/** What a GET answers, before anything is decided about caching it. */
export interface Rendered<Data = unknown> {
  body: string;
  headers: Record<string, string>;
  /** 200 unless given. Nothing else is cached. */
  status?: ContentfulStatusCode;
  /** The content version, where it was read in one batch with the content. */
  version?: number;
  /** Never set: the type of what the JSON says, for the typed client. */
  data?: Data;
}

export type Render<Path extends string, Data> = (c: Context<AppEnv, Path>) => Promise<Rendered<Data>>;

/** A handler whose JSON the typed client knows. */
export type TypedHandler<Path extends string, Data> = Handler<
  AppEnv,
  Path,
  BlankInput,
  Promise<Response & TypedResponse<JSONParsed<Data>, 200, "json">>
>;

/** @param description for the API's description */
export function typedHandler<Path extends string, Data>(
  handler: (c: Context<AppEnv, Path>) => Promise<Response>,
  description: CallDescription,
): TypedHandler<Path, Data> {
  describe(handler, description);
  // A Response does not tell the type of its JSON.
  return handler as unknown as TypedHandler<Path, Data>;
}

export function json<Data>(data: Data, headers: Record<string, string> = {}): Rendered<Data> {
  return { body: JSON.stringify(data), headers: { "Content-Type": "application/json", ...headers } };
}

export function text(body: string, contentType: string): Rendered {
  return { body, headers: { "Content-Type": `${contentType}; charset=utf-8` } };
}

export function responseOf(c: Context<AppEnv>, { body, headers, status = 200 }: Rendered): Response {
  return c.body(body, status, headers);
}
