import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { WorkerOptions } from "miniflare";

/** Names of this machine alone: a page of another site that has its own name lead here still sends that name. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const otherHost = "This address is served at localhost and 127.0.0.1 only.";

/** A Worker that hands on to another what is meant for this machine: public pages are for every origin, as they are in production. */
export function hostGuard(name: string, port: number): WorkerOptions {
  const refusal = JSON.stringify(`${otherHost}\n`);
  return {
    name: `${name}-guard`,
    compatibilityDate: "2026-07-30",
    modules: true,
    script: `export default {
      fetch: (request, { NEXT }) =>
        ${LOCAL_HOST}.test(new URL(request.url).host) ? NEXT.fetch(request) : new Response(${refusal}, { status: 403 }),
    };`,
    serviceBindings: { NEXT: name },
    unsafeDirectSockets: [{ port }],
  };
}

/**
 * Has a server of this machine refuse whatever a page of another site in the developer's browser can send it. Programs
 * send no `Origin`, and are served.
 * @param origins the pages that may call it, and read its answers
 */
export function guardAgainstBrowser(server: Server, origins: string[] = []): void {
  const listeners = server.listeners("request") as RequestListener[]; // Node documents them as such
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const refusal = refusalOf(request, origins);
    if (refusal) {
      response.writeHead(403, { "Content-Type": "text/plain; charset=utf-8" }).end(`${refusal}\n`);
      return;
    }
    const setHeader = response.setHeader.bind(response);
    // A server that would let any page read its answers lets only the one that was just admitted.
    response.setHeader = (name, value) =>
      /^access-control-allow-origin$/i.test(name)
        ? setHeader(name, request.headers.origin ?? "null").appendHeader("Vary", "Origin")
        : setHeader(name, value);
    for (const listener of listeners) listener(request, response);
  });
}

function refusalOf({ method, headers }: IncomingMessage, origins: string[]): string | undefined {
  if (!LOCAL_HOST.test(headers.host ?? "")) return otherHost;
  if (headers.origin !== undefined && !origins.includes(headers.origin))
    return "Pages of other sites can't call this address.";
  // A link to it may be followed: the page that has it learns nothing.
  const followed = method === "GET" && headers["sec-fetch-dest"] === "document";
  if (headers["sec-fetch-site"] === "cross-site" && !followed)
    return "Pages of other sites can't load this address.";
  return undefined;
}
