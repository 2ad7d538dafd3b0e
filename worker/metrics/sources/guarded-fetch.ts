import { parseURL } from "../../http/parse-url.ts";
import { readAtMost } from "../../http/read-body.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../http/truncate.ts";
import { KiB } from "../../storage/domain.ts";
import { isPrivateHost } from "./private-address.ts";

const TIMEOUT_MS = 5_000;
/**
 * A day of points takes 60 KB. Up to 20 responses are parsed at once, each in about ten times its size, and a Worker has
 * 128 MB of memory.
 */
const MAX_BYTES = 256 * KiB;

export class AddressError extends Error {
  constructor(message: string) {
    super(truncate(message, MAX_ERROR_CHARACTERS));
  }
}

/**
 * Protects private networks from addresses that an administrator entered. It allows no user name or password, no redirects to
 * another host and, unless `ALLOW_PRIVATE_ADDRESSES` is set, only public https addresses.
 * @throws AddressError
 */
export async function guardedFetch(
  env: Env,
  address: URL,
  headers: Record<string, string>,
): Promise<Response> {
  requireAllowed(env, address);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    let response = await fetch(address, { headers, redirect: "manual", signal });
    const location = response.headers.get("Location");
    if (response.status >= 300 && response.status < 400 && location) {
      const target = parseURL(location, address);
      if (target?.origin !== address.origin)
        throw new AddressError(`${address.host} redirects to another host.`);
      requireAllowed(env, target);
      response = await fetch(target, { headers, redirect: "manual", signal });
    }
    return new Response(await readBody(response), { status: response.status });
  } catch (error) {
    if (error instanceof AddressError) throw error;
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    throw new AddressError(
      isTimeout
        ? `${address.host} did not answer within 5 seconds.`
        : `${address.host} could not be reached.`,
    );
  }
}

function requireAllowed(env: Env, { protocol, hostname, username, password }: URL): void {
  if (username !== "" || password !== "")
    throw new AddressError("An address can't contain a user name or password: put a token into a secret.");
  if (env.ALLOW_PRIVATE_ADDRESSES === "true") return;
  if (protocol !== "https:") throw new AddressError("Only https addresses can be fetched.");
  if (isPrivateHost(hostname))
    throw new AddressError(`${hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")} is a private address.`);
}

async function readBody(response: Response): Promise<ArrayBuffer> {
  const body = await readAtMost(response, MAX_BYTES);
  if (!body) throw new AddressError("The answer is larger than 256 KiB.");
  return body;
}
