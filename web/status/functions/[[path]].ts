import { languageOf } from "../texts/languages.ts";
import { markdownPath, prefersMarkdown } from "../texts/markdown-address.ts";
import { hasPageAddress, pageAddress } from "../texts/page-address.ts";

// The query parameters that mean something to the Worker. The rest would only split the cache in front of it.
const DEFINED = new Set([
  ...["before", "cursor", "days", "filters", "fresh", "lang", "limit", "month", "timeframe", "type"],
]);

/** Hands every path that is not a static file to the Worker, so that visitors see one origin. */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = async ({ env, request }) => {
  const url = new URL(request.url);
  const markdown = markdownPath(url.pathname);
  if (markdown === undefined) return env.DAYMARK.fetch(new Request(addressOf(url), request));
  if (prefersMarkdown(request.headers.get("Accept"))) {
    url.pathname = markdown;
    url.searchParams.delete("lang"); // it is English
    return asMarkdown(env.DAYMARK, request, new URL(pageAddress(url), url));
  }
  // Said here and not by the Worker, of which each address has one form: the cache before it need not tell them apart.
  const answer = await env.DAYMARK.fetch(new Request(addressOf(url), request));
  const given = new Response(answer.body, answer);
  given.headers.append("Vary", "Accept");
  return given;
};

/** In one spelling, so that a cache has each answer once. */
function addressOf(asked: URL): URL {
  if (hasPageAddress(asked)) return new URL(pageAddress(asked), asked);
  const url = new URL(asked);
  for (const name of [...url.searchParams.keys()]) if (!DEFINED.has(name)) url.searchParams.delete(name);
  const language = languageOf(url.searchParams.get("lang") ?? undefined);
  if (language === "en") url.searchParams.delete("lang");
  else url.searchParams.set("lang", language);
  url.searchParams.sort();
  return url;
}

/**
 * Asks for another address, so that no cache takes one form of a page for the other. Their ETags are alike, and so
 * stay out of an answer that a client keeps under the page's own address.
 */
async function asMarkdown(daymark: Fetcher, request: Request, url: URL): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("If-None-Match");
  const answer = await daymark.fetch(new Request(url, { method: request.method, headers }));
  const given = new Response(answer.body, answer);
  given.headers.delete("ETag");
  given.headers.set("Cache-Control", "no-store");
  given.headers.set("Vary", "Accept");
  given.headers.set("Content-Location", url.pathname + url.search);
  return given;
}
