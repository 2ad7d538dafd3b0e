export type EndpointVariable =
  | "USER_POOL_ENDPOINT"
  | "CLOUDWATCH_ENDPOINT"
  | "SES_ENDPOINT"
  | "RESEND_ENDPOINT"
  | "POSTMARK_ENDPOINT"
  | "SNS_ENDPOINT"
  | "TURNSTILE_ENDPOINT";

export class EndpointError extends Error {}

/**
 * A status page on HTTPS trusts only endpoints whose traffic nobody can read or change: HTTPS and loopback addresses.
 * @see https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
 * @throws EndpointError
 */
export function endpointAddress<Variable extends EndpointVariable>(
  env: Pick<Env, Variable | "STATUS_PAGE_URL">,
  variable: Variable,
  defaultAddress: string,
): string {
  const address: string = env[variable];
  if (address === "") return defaultAddress;
  if (isHTTPS(env.STATUS_PAGE_URL) && !isHTTPS(address) && !isLoopback(address)) {
    throw new EndpointError(
      `${variable} in wrangler.toml must begin with https://, as the status page does.`,
    );
  }
  return address;
}

/**
 * Tokens of administrators depend on it, so nobody may be able to change what it answers.
 * @throws EndpointError
 */
export function trustworthyAddress(variable: string, address: string): string {
  if (isHTTPS(address) || isLoopback(address)) return address;
  throw new EndpointError(`${variable} in wrangler.toml must begin with https://.`);
}

export function isHTTPS(address: string): boolean {
  return /^https:\/\//i.test(address);
}

export function isLoopback(address: string): boolean {
  return /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?(\/|$)/i.test(address);
}
