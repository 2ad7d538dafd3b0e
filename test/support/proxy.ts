import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Seen {
  method: string;
  path: string;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  status: number;
}

/** What becomes of one request: whether it arrives, and what its sender is left with. */
export interface Fault {
  method: string;
  arrives: boolean;
  /** A status, with `Retry-After: 0`, or a connection that is closed without an answer. */
  answer: 503 | "lost";
  /** Happens before the sender is answered. */
  meanwhile?: () => Promise<unknown>;
}

const passed = ["accept", "if-none-match", "content-type", "x-api-key", "idempotency-key", "if-match"];

/** Stands between a client and `target`: sees what the network sees, and fails when it is told to. */
export async function startProxy(target: string) {
  const seen: Seen[] = [];
  let failing = false;
  let faults: Fault[] = [];
  let rewrite = (text: string) => text;
  const server = createServer(async (request, response) => {
    const { url: path = "/", method = "GET", headers } = request;
    const fault = faults.find((one) => one.method === method);
    faults = faults.filter((one) => one !== fault);
    const arrives = !failing && (fault?.arrives ?? true);
    const real = arrives ? await pass(target + path, request) : undefined;
    await fault?.meanwhile?.();
    const isBusy = real === undefined || fault !== undefined;
    const answer = isBusy ? new Response("busy", { status: 503, headers: { "Retry-After": "0" } }) : real;
    const { "if-none-match": ifNoneMatch, "idempotency-key": idempotencyKey } = headers;
    seen.push({
      method,
      path,
      ifNoneMatch,
      idempotencyKey: idempotencyKey?.toString(),
      status: answer.status,
    });
    if (fault?.answer === "lost") return request.socket.destroy();
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
    );
    const body = Buffer.from(await answer.arrayBuffer());
    const isJSON = answer.headers.get("Content-Type")?.startsWith("application/json");
    response.writeHead(answer.status, kept.flat());
    response.end(isJSON ? rewrite(body.toString()) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  return {
    url: `http://localhost:${port}`,
    /** All requests since this was called last. */
    requests: () => seen.splice(0),
    /** Answers of the page itself, not of its files. */
    pages: () => seen.filter(({ path }) => !/^\/(static|metrics|api)\//.test(path)),
    fail(now: boolean) {
      failing = now;
    },
    /** What becomes of the next requests of a method, one after the other. */
    failNext(...next: Fault[]) {
      faults = next;
    },
    /** Changes the text of every JSON answer. */
    rewriteJSON(how: (text: string) => string) {
      rewrite = how;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(url: string, request: IncomingMessage): Promise<Response> {
  const { method = "GET", headers } = request;
  const sent = passed.flatMap((name) => (headers[name] ? [[name, `${headers[name]}`]] : []));
  const body = await buffer(request);
  return fetch(url, {
    method,
    headers: { accept: "*/*", ...Object.fromEntries(sent) },
    ...(body.byteLength > 0 && { body }),
    cache: "no-store",
    redirect: "manual",
  });
}
