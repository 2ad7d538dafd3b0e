import type { Context } from "hono";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import early from "../../dist/early/early.txt";
import { languageOf } from "../../web/status/texts/languages.ts";
import { type Visit, Visited } from "../../web/status/views/language.tsx";
import type { AppEnv } from "../env.ts";
import { policyOf } from "./policy.ts";

/** A page in the language that its address asks for; the answer gets the headers that keep it safe. */
export async function html(c: Context<AppEnv>, page: ReactElement): Promise<string> {
  const text = `<!doctype html>${renderToStaticMarkup(<Visited value={visitOf(c)}>{page}</Visited>)}`;
  c.header("Content-Security-Policy", await policyOf(text));
  c.header("Referrer-Policy", "same-origin");
  c.header("X-Content-Type-Options", "nosniff");
  return text;
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
    script: early,
  };
}
