import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { languageOf } from "../../web/status/texts/languages.ts";
import { type Visit, Visited } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";

/** A page in the language that its address asks for. */
export function html(c: Context<AppEnv>, page: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(<Visited value={visitOf(c)}>{page}</Visited>)}`;
}

/** What a page says of itself may depend on nothing else: its answer is kept by these. */
const kept = ["days", "month"];

function visitOf(c: Context<AppEnv>): Visit {
  const { pathname, searchParams } = new URL(c.req.url);
  const query = new URLSearchParams([...searchParams].filter(([name]) => kept.includes(name)));
  return {
    language: languageOf(searchParams.get("lang") ?? undefined),
    address: query.size > 0 ? `${pathname}?${query}` : pathname,
    origin: c.env.STATUS_PAGE_URL.replace(/\/+$/, ""),
  };
}
