import { languageOf } from "../texts/languages.ts";
import { markdownAddress } from "../texts/markdown-address.ts";
import { hasPageAddress, pageAddress } from "../texts/page-address.ts";

// The query parameters that mean something to the Worker. The rest would only split the cache in front of it.
const DEFINED = new Set([
  ...["before", "cursor", "days", "filters", "fresh", "lang", "limit", "month", "timeframe", "type"],
]);

/** Hands every path that is not a static file to the Worker, so that visitors see one origin. */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = async ({ env, request }) => {
  const url = new URL(request.url);
  const markdown = markdownAddress(url.pathname, request.headers.get("Accept"));
  if (markdown) return asMarkdown(env.DAYMARK, request, new URL(markdown, url));
  if (hasPageAddress(url)) return env.DAYMARK.fetch(new Request(new URL(pageAddress(url), url), request));
  for (const name of [...url.searchParams.keys()]) if (!DEFINED.has(name)) url.searchParams.delete(name);
  const language = languageOf(url.searchParams.get("lang") ?? undefined);
  if (language === "en") url.searchParams.delete("lang");
  else url.searchParams.set("lang", language);
  url.searchParams.sort();
  return env.DAYMARK.fetch(new Request(url, request));
};

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
  given.headers.set("Content-Location", url.pathname);
  return given;
}
