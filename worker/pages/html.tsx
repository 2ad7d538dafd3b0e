import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ReactElement } from "react";
import early from "../../dist/inline/early.txt";
import { languageOf } from "../../web/status/texts/languages.ts";
import { pageAddress } from "../../web/status/texts/page-address.ts";
import { draw } from "../../web/status/views/drawn.tsx";
import type { Visit } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";
import { type PolicyOptions, policyOf } from "./policy.ts";

/** A page in the language that its address asks for, with the policy that keeps it safe. */
export async function html(
  c: Context<AppEnv>,
  page: ReactElement,
  status: ContentfulStatusCode = 200,
  allowed?: PolicyOptions,
): Promise<Response> {
  const [first = "", ...more] = draw(page, visitOf(c));
  const headers = {
    "Content-Security-Policy": await policyOf(first, allowed),
    "Content-Type": "text/html; charset=UTF-8",
  };
  // A piece by itself is in characters of one byte, mostly, which is encoded in a tenth of the time.
  const body = new Blob([`<!doctype html>${first}`, ...more].map((piece) => encoder.encode(piece)));
  c.set("body", body);
  // Hono hands it on as it is; its type does not know that a Response takes a Blob.
  return c.body(body as unknown as ReadableStream, status, headers);
}
const encoder = new TextEncoder();

/** A part of such a page. */
export function markup(c: Context<AppEnv>, part: ReactElement): string {
  return draw(part, visitOf(c)).join("");
}

function visitOf(c: Context<AppEnv>): Omit<Visit, "parts"> {
  const language = languageOf(c.req.query("lang"));
  // What a page says of itself may depend on nothing else than its address, by which its answer is kept.
  const address = pageAddress(c.get("address"));
  const origin = c.env.STATUS_PAGE_URL.replace(/\/+$/, "");
  return { language, address, origin, script: early };
}
