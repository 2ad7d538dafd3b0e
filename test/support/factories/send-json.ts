import type { Daymark } from "../starters/daymark.ts";

/** Sends an administrator's request. A string is sent as the body as it is, so it can be invalid JSON. */
export async function sendJSON(
  daymark: Daymark,
  {
    method,
    path,
    body,
    headers,
  }: { method: string; path: string; body?: unknown; headers?: Record<string, string> },
) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), "Content-Type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { response, status: response.status, json: await response.json().catch(() => undefined) };
}
