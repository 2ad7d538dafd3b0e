import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listen, listener } from "./listen.ts";

interface RecordedRequest {
  method: string;
  path: string;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  status: number;
}

/** A fault of one request. */
export interface Fault {
  method: string;
  /** False if the request must not reach the target. */
  reachesTarget: boolean;
  /** A 503 with `Retry-After: 0`, or a connection that is closed without a response. */
  answer: 503 | "lost";
  /** The number of requests of the method that pass before it. */
  passing?: number;
  /** Runs before the response. */
  beforeResponse?: () => Promise<unknown>;
}

const forwardedHeaders = [
  "accept",
  "if-none-match",
  "content-type",
  "x-api-key",
  "idempotency-key",
  "if-match",
];

/** Starts a proxy in front of `target` that records requests and injects faults. */
export async function startProxy(target: string) {
  const recordedRequests: RecordedRequest[] = [];
  let isFailing = false;
  let faults: Fault[] = [];
  let rewrite = (text: string) => text;
  const server = createServer(
    listener(async (request, response) => {
      const { url: path = "/", method = "GET", headers } = request;
      const next = faults.find((one) => one.method === method);
      const fault = (next?.passing ?? 0) > 0 ? undefined : next;
      faults = faults.flatMap((one) => {
        if (one !== next) return one;
        return one === fault ? [] : { ...one, passing: (one.passing ?? 0) - 1 };
      });
      const reachesTarget = !isFailing && (fault?.reachesTarget ?? true);
      const targetResponse = reachesTarget ? await forward(target + path, request) : undefined;
      await fault?.beforeResponse?.();
      const isBusy = targetResponse === undefined || fault !== undefined;
      const answer = isBusy
        ? new Response("busy", { status: 503, headers: { "Retry-After": "0" } })
        : targetResponse;
      const { "if-none-match": ifNoneMatch, "idempotency-key": idempotencyKey } = headers;
      recordedRequests.push({
        method,
        path,
        ifNoneMatch,
        idempotencyKey: idempotencyKey?.toString(),
        status: answer.status,
      });
      if (fault?.answer === "lost") return request.socket.destroy();
      const headersToClient = [...answer.headers].filter(
        ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
      );
      const body = Buffer.from(await answer.arrayBuffer());
      const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
      response.writeHead(answer.status, headersToClient.flat());
      response.end(isJSON ? rewrite(body.toString()) : body);
    }),
  );
  return {
    url: await listen(server),
    /** Returns all requests since its last call. */
    requests: () => recordedRequests.splice(0),
    /** Requests for pages, without those for static files, graphs and the API. */
    pages: () => recordedRequests.filter(({ path }) => !/^\/(static|metrics|api)\//.test(path)),
    fail(now: boolean) {
      isFailing = now;
    },
    /** Each fault applies to the next request of its method. */
    failNext(...newFaults: Fault[]) {
      faults = newFaults;
    },
    /** Changes the text of every JSON response. */
    rewriteJSON(newRewrite: (text: string) => string) {
      rewrite = newRewrite;
    },
    stop: () => closeServer(server),
  };
}

async function forward(url: string, request: IncomingMessage): Promise<Response> {
  const { method = "GET", headers } = request;
  const sentHeaders = forwardedHeaders.flatMap((name) => (headers[name] ? [[name, `${headers[name]}`]] : []));
  const body = await buffer(request);
  return fetch(url, {
    method,
    headers: { accept: "*/*", ...Object.fromEntries(sentHeaders) },
    ...(body.byteLength > 0 && { body }),
    cache: "no-store",
    redirect: "manual",
  });
}
