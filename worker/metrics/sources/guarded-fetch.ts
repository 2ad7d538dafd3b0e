import ipaddr from "ipaddr.js";

const TIMEOUT = 5_000;
const LARGEST = 5 * 1024 * 1024;

/** Why an address was not fetched, or its answer not taken, in words for the administrator who gave it. */
export class AddressError extends Error {}

/**
 * Fetches from an address that an administrator entered: https only, nothing on private networks or on the
 * machine itself, no redirects to another host, 5 s, 5 MB. A variable of the Worker lifts the first two.
 * @throws AddressError
 */
export async function guardedFetch(
  env: Env,
  address: URL,
  headers: Record<string, string>,
): Promise<Response> {
  if (env.ALLOW_PRIVATE_ADDRESSES !== "true") refusePrivate(address);
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    let response = await fetch(address, { headers, redirect: "manual", signal });
    const location = response.headers.get("Location");
    if (response.status >= 300 && response.status < 400 && location) {
      const target = new URL(location, address);
      if (target.origin !== address.origin)
        throw new AddressError(`${address.host} redirects to another host.`);
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

function refusePrivate({ protocol, hostname }: URL): void {
  if (protocol !== "https:") throw new AddressError("Only https addresses can be fetched.");
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  // `URL` has already turned every spelling of an IPv4 address into its usual one.
  const isPrivate = ipaddr.isValid(host)
    ? ipaddr.process(host).range() !== "unicast"
    : !host.includes(".") || /\.(localhost|local|internal|home\.arpa)$/.test(host);
  if (isPrivate) throw new AddressError(`${host} is a private address.`);
}

async function limitedBody(response: Response): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LARGEST) throw new AddressError("The answer is larger than 5 MB.");
    parts.push(part);
  }
  return new Blob(parts).arrayBuffer();
}
