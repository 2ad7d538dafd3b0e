import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import early from "../../dist/inline/early.txt";
import { languageOf } from "../../web/status/texts/languages.ts";
import { pageAddress } from "../../web/status/texts/page-address.ts";
import { type Visit, Visited } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";
import { policyOf } from "./policy.ts";

/** A page in the language that its address asks for; the answer gets the headers that keep it safe. */
export async function html(c: Context<AppEnv>, page: ReactElement): Promise<string> {
  const text = `<!doctype html>${markup(c, page)}`;
  for (const [name, value] of Object.entries(await safeguards(text))) c.header(name, value);
  return text;
}

/** The headers that keep a page's text safe. */
export async function safeguards(text: string): Promise<Record<string, string>> {
  return {
    "Content-Security-Policy": await policyOf(text),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

/** A part of such a page. */
export function markup(c: Context<AppEnv>, part: ReactElement): string {
  return renderToStaticMarkup(<Visited value={visitOf(c)}>{part}</Visited>);
}

function visitOf(c: Context<AppEnv>): Visit {
  const url = new URL(c.req.url);
  const language = languageOf(url.searchParams.get("lang") ?? undefined);
  // What a page says of itself may depend on nothing else than its address, by which its answer is kept.
  url.searchParams.delete("lang");
  const origin = c.env.STATUS_PAGE_URL.replace(/\/+$/, "");
  return { language, address: pageAddress(url), origin, script: early };
}
