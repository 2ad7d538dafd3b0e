/** More than one screen reads. */
const MAX_ANSWERS = 50;

const answers = new Map<string, { etag: string; text: string; headers: Headers }>();

/**
 * Sends a GET with the ETag of its last answer, and gives that answer again where nothing has changed, which costs the server
 * next to nothing. Browsers do this by themselves only for what they may store, and an administrator's answers are `no-store`.
 */
export async function revalidate(
  address: string,
  headers: Headers,
  send: () => Promise<Response>,
): Promise<Response> {
  const last = answers.get(address);
  if (last) {
    headers.set("If-None-Match", last.etag);
    // The browser's cache must not answer, or the 304 would not reach this code.
    headers.set("Cache-Control", "no-cache");
  }
  const response = await send();
  if (last && response.status === 304) return new Response(last.text, last);
  const etag = response.headers.get("ETag");
  if (!response.ok || !etag) return response;
  const answer = { etag, text: await response.text(), headers: response.headers };
  answers.delete(address);
  answers.set(address, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= MAX_ANSWERS) break;
    answers.delete(oldest);
  }
  return new Response(answer.text, answer);
}

/** What an administrator saw goes with them. */
export function forgetAnswers(): void {
  answers.clear();
}
