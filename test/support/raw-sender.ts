import { Agent, type IncomingMessage, request } from "node:http";

export interface RawRequest {
  method: string;
  /** As it is sent: nothing is encoded, decoded or resolved. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body without saying how long it is. */
  chunked?: boolean;
}

export interface RawAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const MAX_SILENCE_MS = 30_000;

/** Sends what `fetch` would not: odd paths, a body with a GET, any Host. */
export function rawSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers = {}, body, chunked = false }: RawRequest): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const framing: Record<string, string> = chunked
        ? { "Transfer-Encoding": "chunked" }
        : { "Content-Length": `${bytes?.length}` };
      const sent = bytes ? { ...headers, ...framing } : headers;
      const asked = request({ hostname, port, agent, method, path, headers: sent });
      asked.setTimeout(MAX_SILENCE_MS, () => asked.destroy(new Error("There was no answer.")));
      asked.on("error", reject);
      asked.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      asked.end(bytes);
    });
  return { send, stop: () => agent.destroy() };
}
