import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { keepIdleConnections } from "../../../tools/start/idle-connections.ts";
import { closeServer, listen } from "../starters/listen.ts";

export type FakePrometheus = Awaited<ReturnType<typeof startFakePrometheus>>;

/** Starts a fake Prometheus that supports range queries. Its series has the minutes since the epoch as values. */
export async function startFakePrometheus() {
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

  return {
    calls,
    url: await listen(server),
    /** The override applies until `reset`. */
    overrideResponses(next: (response: ServerResponse, request: IncomingMessage) => void) {
      respond = next;
    },
    reset() {
      respond = undefined;
      calls.length = 0;
    },
    stop: () => closeServer(server),
  };
}

/** @see https://prometheus.io/docs/prometheus/latest/querying/api/#range-queries */
function matrix({ start, end, step }: Record<string, string>): string {
  const values = [];
  for (let second = Number(start); second <= Number(end); second += Number(step))
    values.push([second, String(second / 60)]);
  return JSON.stringify({
    status: "success",
    data: { resultType: "matrix", result: [{ metric: { __name__: "up" }, values }] },
  });
}
