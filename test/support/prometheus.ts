import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { keepIdleConnections } from "../../tools/start/idle-connections.ts";

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** As much of Prometheus as a query over a range needs: a series whose values are minutes since the epoch. */
export async function startPrometheus() {
  const calls: { path: string; query: Record<string, string>; authorization: string | undefined }[] = [];
  let respond: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://prometheus");
    const query = Object.fromEntries(searchParams);
    calls.push({ path: pathname, query, authorization: request.headers.authorization });
    if (respond) respond(response, request);
    else response.end(matrix(query));
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listens on TCP: never a string
    /** Has something else answer, until it heals. */
    spoil(next: (response: ServerResponse, request: IncomingMessage) => void) {
      respond = next;
    },
    heal() {
      respond = undefined;
      calls.length = 0;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @see https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries */
function matrix({ start, end, step }: Record<string, string>): string {
  const values = [];
  for (let at = Number(start); at <= Number(end); at += Number(step)) values.push([at, String(at / 60)]);
  return JSON.stringify({
    status: "success",
    data: { resultType: "matrix", result: [{ metric: { __name__: "up" }, values }] },
  });
}
