import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";

/** Starts the server on a free port of this machine and returns its origin. */
export async function listen(server: NetServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A string is the address of a Unix socket only.
  return `http://127.0.0.1:${port}`;
}

/** A request that breaks off while it is read, because its client or the server ends, fails no test. */
export function listener(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
): RequestListener {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (!request.errored) throw error;
    }
  };
}

/** Drops idle connections too, because `close` would wait for them. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
