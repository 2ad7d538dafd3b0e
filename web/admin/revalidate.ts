/** No screen reads as many addresses. */
const MAX_RESPONSES = 50;

const responses = new Map<string, { etag: string; text: string; headers: Headers }>();

/** Sends a GET with the ETag of its last response. Browsers do that only for what they may store, and these are `no-store`. */
export async function revalidate(
  address: string,
  headers: Headers,
  send: () => Promise<Response>,
): Promise<Response> {
  const last = responses.get(address);
  if (last) {
    headers.set("If-None-Match", last.etag);
    // The browser's own cache would hide the 304 from this code.
    headers.set("Cache-Control", "no-cache");
  }
  const response = await send();
  if (last && response.status === 304) return new Response(last.text, last);
  const etag = response.headers.get("ETag");
  if (!response.ok || !etag) return response;
  const cachedResponse = { etag, text: await response.text(), headers: response.headers };
  responses.delete(address);
  responses.set(address, cachedResponse);
  for (const oldest of responses.keys()) {
    if (responses.size <= MAX_RESPONSES) break;
    responses.delete(oldest);
  }
  return new Response(cachedResponse.text, cachedResponse);
}

/** The next administrator of this browser must not get these responses. */
export function clearResponses(): void {
  responses.clear();
}
