import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { WorkerOptions } from "miniflare";

/** A site can point its own host name at this machine (DNS rebinding), but its requests then have that name as their host. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const OTHER_HOST_MESSAGE = "This address is served at localhost and 127.0.0.1 only.";

/** Passes requests with a local host to a Worker, from every origin, because public pages allow every origin in production. */
export function hostGuard(name: string): WorkerOptions {
  const refusal = JSON.stringify(`${OTHER_HOST_MESSAGE}\n`);
  return {
    name: `${name}-guard`,
    compatibilityDate: "2026-07-30",
    modules: true,
    script: `export default {
      fetch: (request, { NEXT }) =>
        ${LOCAL_HOST}.test(new URL(request.url).host) ? NEXT.fetch(request) : new Response(${refusal}, { status: 403 }),
    };`,
    serviceBindings: { NEXT: name },
    unsafeDirectSockets: [{ port: 0 }],
  };
}

/**
 * Makes a local server refuse requests from pages of other sites in the developer's browser. Programs send no `Origin`, so
 * they can call it.
 * @param origins of the pages that may call the server and read its responses
 */
export function guardAgainstBrowser(server: Server, origins: string[] = []): void {
  const listeners = server.listeners("request") as RequestListener[]; // as Node documents this event
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const refusal = refusalReason(request, origins);
    if (refusal) {
      response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8" }).end(`${refusal}\n`);
      return;
    }
    const setHeader = response.setHeader.bind(response);
    // Where the server would allow every origin, only the origin that was just checked may read the response.
    response.setHeader = (name, value) =>
      /^access-control-allow-origin$/i.test(name)
        ? setHeader(name, request.headers.origin ?? "null").appendHeader("Vary", "Origin")
        : setHeader(name, value);
    for (const listener of listeners) listener(request, response);
  });
}

function refusalReason({ method, headers }: IncomingMessage, origins: string[]): string | undefined {
  if (!LOCAL_HOST.test(headers.host ?? "")) return OTHER_HOST_MESSAGE;
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    return "Pages of other sites can't call this address.";
  // Following a link is allowed, because the page with the link can't read the response.
  const isNavigation = method === "GET" && headers["sec-fetch-dest"] === "document";
  if (headers["sec-fetch-site"] === "cross-site" && !isNavigation)
    return "Pages of other sites can't load this address.";
  return undefined;
}
