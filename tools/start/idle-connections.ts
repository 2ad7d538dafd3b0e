import type { Server } from "node:http";

/**
 * Leaves it to the client to close idle connections. Node's server closes them after five seconds, and workerd does not send
 * a request again that it sent on a connection which was just being closed: on a busy machine calls would be lost.
 */
export function keepIdleConnections(server: Server): void {
  server.keepAliveTimeout = 0;
}
