import { parseURL } from "../../http/parse-url.ts";
import { readAtMost } from "../../http/read-body.ts";
import { MAX_ERROR_CHARACTERS, truncate } from "../../http/truncate.ts";
import { KiB } from "../../storage/domain.ts";
import { isPrivateHost } from "./private-address.ts";

const TIMEOUT_MS = 5_000;
/**
 * A day of points takes 60 KB. Answers are fetched 20 at once, and one that is parsed takes some ten times its size of the
 * 128 MB that a Worker has.
 */
const MAX_BYTES = 256 * KiB;

/** Why an address was not fetched, or its answer not taken, in words for the administrator who gave it. */
export class AddressError extends Error {
  constructor(message: string) {
    super(truncate(message, MAX_ERROR_CHARACTERS));
  }
}

/**
 * Fetches from an address that an administrator entered: https only, nothing on private networks or on the
 * machine itself, no user or password, no redirects to another host, 5 s, 256 KiB. A variable of the Worker lifts the first two.
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
    return new Response(await limitedBody(response), { status: response.status });
  } catch (error) {
    if (error instanceof AddressError) throw error;
    const timedOut = error instanceof Error && error.name === "TimeoutError";
    throw new AddressError(
      timedOut ? `${address.host} did not answer within 5 seconds.` : `${address.host} could not be reached.`,
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

async function limitedBody(response: Response): Promise<ArrayBuffer> {
  const body = await readAtMost(response, MAX_BYTES);
  if (!body) throw new AddressError("The answer is larger than 256 KiB.");
  return body;
}
