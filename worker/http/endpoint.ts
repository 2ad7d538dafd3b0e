/** The variables that put another service in the place of Amazon's or Cloudflare's own. */
export type EndpointVariable =
  | "USER_POOL_ENDPOINT"
  | "CLOUDWATCH_ENDPOINT"
  | "SES_ENDPOINT"
  | "SNS_ENDPOINT"
  | "TURNSTILE_ENDPOINT";

/** A variable of the Worker that nobody should send anything to. */
export class EndpointError extends Error {}

/**
 * The address that a variable holds, or `usual` where it is empty. A page on https rests on what these services answer, so
 * it takes none that anybody on the way could read or change. This machine itself is not on the way:
 * https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
 * @throws EndpointError
 */
export function endpointOf<Variable extends EndpointVariable>(
  env: Pick<Env, Variable | "STATUS_PAGE_URL">,
  variable: Variable,
  usual: string,
): string {
  const address: string = env[variable];
  if (address === "") return usual;
  if (isHTTPS(env.STATUS_PAGE_URL) && !isHTTPS(address) && !isLoopback(address)) {
    throw new EndpointError(
      `${variable} in wrangler.toml must begin with https://, as the status page does.`,
    );
  }
  return address;
}

function isHTTPS(address: string): boolean {
  return /^https:\/\//i.test(address);
}

function isLoopback(address: string): boolean {
  return /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?(\/|$)/i.test(address);
}
