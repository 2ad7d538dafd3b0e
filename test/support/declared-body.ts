import { request } from "node:http";

/** The status of the answer to a body that is only declared: its first byte is never sent. */
export function declare(
  url: string,
  { path, length, headers = {} }: { path: string; length: number; headers?: Record<string, string> },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = { method: "POST", headers: { ...headers, "Content-Length": length } };
    const asked = request(new URL(path, url), sent);
    asked.on("error", reject);
    asked.on("response", ({ statusCode }) => {
      asked
        .off("error", reject)
        .on("error", () => undefined)
        .destroy();
      resolve(statusCode);
    });
    asked.flushHeaders();
  });
}
