import { markdownPath, prefersMarkdown } from "../texts/markdown-address.ts";
import { queryOf } from "../texts/page-address.ts";

/** Hands every path that is not a static file to the Worker, so that visitors see one origin. */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = async ({ env, request }) => {
  const url = new URL(request.url);
  const markdown = markdownPath(url.pathname);
  if (markdown === undefined) return env.DAYMARK.fetch(new Request(addressOf(url), request));
  if (prefersMarkdown(request.headers.get("Accept"))) {
    url.pathname = markdown;
    return asMarkdown(env.DAYMARK, request, addressOf(url));
  }
  // Said here and not by the Worker, of which each address has one form: the cache before it need not tell them apart.
  const answer = await env.DAYMARK.fetch(new Request(addressOf(url), request));
  const given = new Response(answer.body, answer);
  given.headers.append("Vary", "Accept");
  return given;
};

/** In one spelling, so that a cache has each answer once; what no cache keeps is asked for as it is. */
function addressOf(asked: URL): URL {
  const url = new URL(asked);
  url.search = queryOf(asked) ?? asked.search;
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
