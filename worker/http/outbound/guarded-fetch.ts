import { KiB } from "../../shared/domain.ts";
import { SECOND_MS } from "../../shared/time/domain.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../shared/truncate.ts";
import { readAtMost } from "../read-body.ts";
import { parseURL } from "./parse-url.ts";
import { isPrivateHost } from "./private-address.ts";

const TIMEOUT_MS = 5 * SECOND_MS;
/**
 * A day of points takes 60 KB. Up to 20 responses are parsed at once, which takes about ten times their size, and a Worker
 * has 128 MB of memory.
 */
const MAX_BYTES = 256 * KiB;

export class SourceError extends Error {
  constructor(message: string) {
    super(truncate(message, MAX_ERROR_CHARACTERS));
  }
}

/**
 * Protects private networks from URLs that an administrator entered. A URL can't contain a user name or password or redirect to
 * another host. Unless `ALLOW_PRIVATE_ADDRESSES` is set, only public https URLs are allowed.
 * @throws SourceError
 */
export async function guardedFetch(env: Env, url: URL, headers: Record<string, string>): Promise<Response> {
  requireAllowed(env, url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    let response = await fetch(url, { headers, redirect: "manual", signal });
    const location = response.headers.get("Location");
    if (response.status >= 300 && response.status < 400 && location) {
      const target = parseURL(location, url);
      if (target?.origin !== url.origin) throw new SourceError(`${url.host} redirects to another host.`);
      requireAllowed(env, target);
      response = await fetch(target, { headers, redirect: "manual", signal });
    }
    return new Response(await readBody(response), { status: response.status });
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    throw new SourceError(
      isTimeout
        ? `${url.host} did not answer within ${TIMEOUT_MS / SECOND_MS} seconds.`
        : `${url.host} could not be reached.`,
    );
  }
}

function requireAllowed(env: Env, { protocol, hostname, username, password }: URL): void {
  if (username !== "" || password !== "")
    throw new SourceError(
      "An address can't contain a user name or password: store a token as a secret instead.",
    );
  if (env.ALLOW_PRIVATE_ADDRESSES === "true") return;
  if (protocol !== "https:") throw new SourceError("Only https addresses can be fetched.");
  if (isPrivateHost(hostname))
    throw new SourceError(`${hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")} is a private address.`);
}

async function readBody(response: Response): Promise<ArrayBuffer> {
  const body = await readAtMost(response, MAX_BYTES);
  if (!body) throw new SourceError("The response is larger than 256 KiB.");
  return body;
}
