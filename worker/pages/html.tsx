import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import early from "../../dist/inline/early.txt";
import { languageOf } from "../../web/status/texts/languages.ts";
import { pageAddress } from "../../web/status/texts/page-address.ts";
import { type Visit, Visited } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";
import { type PolicyOptions, policyOf } from "./policy.ts";

/** A page in the language that its address asks for, with the policy that keeps it safe. */
export async function html(
  c: Context<AppEnv>,
  page: ReactElement,
  status: ContentfulStatusCode = 200,
  allowed?: PolicyOptions,
): Promise<Response> {
  const document = markup(c, page);
  const headers = {
    "Content-Security-Policy": await policyOf(document, allowed),
    "Content-Type": "text/html; charset=UTF-8",
  };
  const body = new Blob([`<!doctype html>${document}`]);
  c.set("body", body);
  // Hono hands it on as it is; its type does not know that a Response takes a Blob.
  return c.body(body as unknown as ReadableStream, status, headers);
}

/** A part of such a page. */
export function markup(c: Context<AppEnv>, part: ReactElement): string {
  return renderToStaticMarkup(<Visited value={visitOf(c)}>{part}</Visited>);
}

function visitOf(c: Context<AppEnv>): Visit {
  const language = languageOf(c.req.query("lang"));
  // What a page says of itself may depend on nothing else than its address, by which its answer is kept.
  const address = pageAddress(c.get("address"));
  const origin = c.env.STATUS_PAGE_URL.replace(/\/+$/, "");
  return { language, address, origin, script: early };
}
