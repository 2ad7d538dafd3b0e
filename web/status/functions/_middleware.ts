import { markdownPath, prefersMarkdown } from "../addresses/markdown-address.ts";
import { normalizeAddress } from "../addresses/page-address.ts";

/**
 * Forwards every path that is not a static file to the Worker. A route such as `[[path]]` doesn't match a path with an empty
 * segment, to which Pages responds with an empty 404.
 */
export const onRequest: PagesFunction<{ DAYMARK: Fetcher }> = async ({ env, request }) => {
  const normal = normalizeAddress(request.url, request.method);
  // The Worker redirects it or responds with 404.
  if (!normal?.isNormal) return env.DAYMARK.fetch(request);
  // The normal form lets a cache store each response once.
  const url = new URL(normal.address, request.url);
  const markdown = markdownPath(url.pathname);
  if (markdown === undefined) return env.DAYMARK.fetch(new Request(url, request));
  if (prefersMarkdown(request.headers.get("Accept"))) {
    const file = normalizeAddress(new URL(markdown + url.search, url).href);
    return asMarkdown(env.DAYMARK, request, new URL(file?.address ?? markdown, url));
  }
  // Vary is added here, since each address of the Worker has one representation and its cache needs no variants.
  const workerResponse = await env.DAYMARK.fetch(new Request(url, request));
  const response = new Response(workerResponse.body, workerResponse);
  response.headers.append("Vary", "Accept");
  return response;
};

/**
 * Requests the Markdown address, so that no cache confuses the two representations. They have equal ETags, so the response
 * under the page's address has none.
 */
async function asMarkdown(daymark: Fetcher, request: Request, url: URL): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.delete("If-None-Match");
  const workerResponse = await daymark.fetch(new Request(url, { method: request.method, headers }));
  const response = new Response(workerResponse.body, workerResponse);
  response.headers.delete("ETag");
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Vary", "Accept");
  response.headers.set("Content-Location", url.pathname + url.search);
  return response;
}
