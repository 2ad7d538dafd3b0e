import { Agent, type IncomingMessage, request } from "node:http";

export interface RawRequest {
  method: string;
  /** Sent unchanged: nothing is encoded, decoded or resolved. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body in chunks, without a Content-Length. */
  chunked?: boolean;
}

export interface RawResponse {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

const MAX_SILENCE_MS = 30_000;

/** Opens a client for requests that `fetch` can't send: odd paths, a GET with a body, any Host. */
export function rawSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  const sendOver = (
    agent: Agent | false,
    { method, path, headers = {}, body, chunked = false }: RawRequest,
  ): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const framing: Record<string, string> = chunked
        ? { "Transfer-Encoding": "chunked" }
        : { "Content-Length": `${bytes?.length}` };
      const allHeaders = bytes ? { ...headers, ...framing } : headers;
      const clientRequest = request({ hostname, port, agent, method, path, headers: allHeaders });
      clientRequest.setTimeout(MAX_SILENCE_MS, () => clientRequest.destroy(new Error("No response.")));
      clientRequest.on("error", reject);
      clientRequest.on("response", (response) => {
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
      clientRequest.end(bytes);
    });
  return {
    send: (request: RawRequest) => sendOver(agent, request),
    /** Opens a connection for this request only, so that none before it can have spoiled it. */
    sendAlone: (request: RawRequest) => sendOver(false, request),
    stop: () => agent.destroy(),
  };
}

/** Sends one such request, a body in chunks. */
export async function rawRequest(
  url: string,
  { method = "GET", ...options }: Partial<RawRequest> & { path: string },
): Promise<RawResponse> {
  const { send, stop } = rawSender(url);
  try {
    return await send({ method, chunked: true, ...options });
  } finally {
    stop();
  }
}
