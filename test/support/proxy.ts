import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface Seen {
  path: string;
  ifNoneMatch: string | undefined;
  status: number;
}

/** Stands between a browser and `target`: sees what the network sees, and fails when it is told to. */
export async function startProxy(target: string) {
  const seen: Seen[] = [];
  let failing = false;
  const server = createServer(async (request, response) => {
    const { url: path = "/" } = request;
    const answer = failing ? new Response("busy", { status: 503 }) : await pass(target + path, request);
    seen.push({ path, ifNoneMatch: request.headers["if-none-match"], status: answer.status });
    const headers = [...answer.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection|keep-alive)$/.test(name),
    );
    response.writeHead(answer.status, headers.flat());
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo; // TCP: never a string
  return {
    url: `http://localhost:${port}`,
    /** Answers of the page itself, not of its files. */
    pages: () => seen.filter(({ path }) => !/^\/(static|metrics|api)\//.test(path)),
    fail(now: boolean) {
      failing = now;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(url: string, { method = "GET", headers }: IncomingMessage): Promise<Response> {
  const { "if-none-match": ifNoneMatch, accept = "*/*" } = headers;
  return fetch(url, {
    method,
    headers: { accept, ...(ifNoneMatch && { "if-none-match": ifNoneMatch }) },
    cache: "no-store",
  });
}
