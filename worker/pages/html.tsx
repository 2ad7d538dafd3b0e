import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { languageOf } from "../../web/status/texts/languages.ts";
import { pageAddress } from "../../web/status/texts/page-address.ts";
import { type Visit, Visited } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";

/** A page in the language that its address asks for. */
export function html(c: Context<AppEnv>, page: ReactElement): string {
  return `<!doctype html>${markup(c, page)}`;
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
  return { language, address: pageAddress(url), origin: c.env.STATUS_PAGE_URL.replace(/\/+$/, "") };
}
