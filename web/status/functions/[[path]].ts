import { markdownPath, prefersMarkdown } from "../texts/markdown-address.ts";
import { addressOf } from "../texts/page-address.ts";

/** Hands every path that is not a static file to the Worker, so that visitors see one origin. */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = async ({ env, request }) => {
  const asked = addressOf(request.url, request.method);
  // The Worker redirects it or says that nothing is there.
  if (!asked?.isNormal) return env.DAYMARK.fetch(request);
  // In one spelling, so that a cache has each answer once.
  const url = new URL(asked.address, request.url);
  const markdown = markdownPath(url.pathname);
  if (markdown === undefined) return env.DAYMARK.fetch(new Request(url, request));
  if (prefersMarkdown(request.headers.get("Accept"))) {
    const file = addressOf(new URL(markdown + url.search, url).href);
    return asMarkdown(env.DAYMARK, request, new URL(file?.address ?? markdown, url));
  }
  // Said here and not by the Worker, of which each address has one form: the cache before it need not tell them apart.
  const answer = await env.DAYMARK.fetch(new Request(url, request));
  const given = new Response(answer.body, answer);
  given.headers.append("Vary", "Accept");
  return given;
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
  given.headers.set("Content-Location", url.pathname + url.search);
  return given;
}
