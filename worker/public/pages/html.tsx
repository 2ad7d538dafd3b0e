import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import headScript from "../../../dist/inline/head-script.txt";
import { addressWithoutLanguage } from "../../../web/status/addresses/page-address.ts";
import { toLanguage } from "../../../web/status/texts/languages.ts";
import { loadTexts } from "../../../web/status/texts/texts.ts";
import { type PageContext, PageContextProvider } from "../../../web/status/views/language.tsx";
import { cacheKey } from "../../cache/cache-key.ts";
import type { AppEnv } from "../../env.ts";
import { type Rendered, respondWith } from "../../http/rendered.ts";
import { statusPageURL } from "../../http/status-page-url.ts";
import { buildPolicy, type PolicyOptions } from "./policy.ts";

export async function page(
  c: Context<AppEnv>,
  view: ReactElement,
  policy?: PolicyOptions,
): Promise<Rendered> {
  // The policy searches the whole body: prefixing a text that was already searched would copy all of it again.
  const body = `<!doctype html>${await markup(c, view)}`;
  const headers = {
    "Content-Security-Policy": await buildPolicy(body, policy),
    "Content-Type": "text/html; charset=UTF-8",
  };
  return { body, headers };
}

export async function html(
  c: Context<AppEnv>,
  view: ReactElement,
  status: ContentfulStatusCode = 200,
  policy?: PolicyOptions,
): Promise<Response> {
  return respondWith(c, { ...(await page(c, view, policy)), status });
}

export async function markup(c: Context<AppEnv>, part: ReactElement): Promise<string> {
  const context = toPageContext(c);
  await loadTexts(context.language);
  return renderToStaticMarkup(<PageContextProvider value={context}>{part}</PageContextProvider>);
}

function toPageContext(c: Context<AppEnv>): PageContext {
  const language = toLanguage(c.req.query("lang"));
  // The response is cached by this key, so its links must depend on nothing else of the URL.
  const address = addressWithoutLanguage(cacheKey(c.req.url));
  const origin = statusPageURL(c.env);
  return { language, address, origin, script: headScript };
}
