import type { Server } from "node:http";

/**
 * Lets only the client close idle connections. Node's server would close them after five seconds, and workerd doesn't retry a
 * request that it sends while the connection is being closed.
 */
export function keepIdleConnections(server: Server): void {
  server.keepAliveTimeout = 0;
}
