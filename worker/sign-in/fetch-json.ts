import { readAtMost } from "../http/read-body.ts";
import { KiB } from "../shared/domain.ts";

const MAX_BYTES = 64 * KiB;

/** What an identity provider answers is small, and nothing of it is read beyond this length. */
export async function readAnswer(response: Response): Promise<string> {
  const body = await readAtMost(response, MAX_BYTES);
  if (!body) throw new RangeError("It answered with more than 64 KiB.");
  return new TextDecoder().decode(body);
}

export async function fetchJSON(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, {
    headers: { Accept: "application/json, application/jwk-set+json" },
    redirect: "manual",
    signal,
  });
  if (response.status !== 200) throw new Error(`It answered with status ${response.status}.`);
  return JSON.parse(await readAnswer(response));
}
