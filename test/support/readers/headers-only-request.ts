import { request } from "node:http";

/** Sends the headers of a POST with a Content-Length, but never a byte of its body. Returns the response's status. */
export function sendHeadersOnly(
  url: string,
  { path, length, headers = {} }: { path: string; length: number; headers?: Record<string, string> },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: "POST", headers: { ...headers, "Content-Length": length } };
    const clientRequest = request(new URL(path, url), options);
    clientRequest.on("error", reject);
    clientRequest.on("response", ({ statusCode }) => {
      clientRequest
        .off("error", reject)
        .on("error", () => undefined)
        .destroy();
      resolve(statusCode);
    });
    clientRequest.flushHeaders();
  });
}
