import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

/** Serves what `origin` serves, compressed as Cloudflare compresses it for visitors; `wrangler dev` does not. */
export async function startCompressingProxy(origin: string) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: new URL(origin).host };
    request(new URL(incoming.url ?? "/", origin), { method: incoming.method, headers }, (response) => {
      const isText = /^text\/|json|javascript|svg/.test(response.headers["content-type"] ?? "");
      const { "content-length": _, ...rest } = response.headers;
      outgoing.writeHead(
        response.statusCode ?? 500,
        isText ? { ...rest, "content-encoding": "gzip" } : response.headers,
      );
      (isText ? response.pipe(createGzip()) : response).pipe(outgoing);
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
