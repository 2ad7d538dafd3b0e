import { type IncomingHttpHeaders, request } from "node:http";

interface Raw {
  /** As it stands in the request's first line. */
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent in chunks, with any method. */
  body?: string;
}

/** Sends what `fetch` would not send like that: a path in any spelling, a GET with a body. */
export function rawRequest(
  url: string,
  { path, method = "GET", headers = {}, body }: Raw,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(url);
  const chunked = body === undefined ? {} : { "Transfer-Encoding": "chunked" };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...headers, ...chunked }, agent: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
