import { Refusal } from "../../http/errors.ts";
import { parseURL } from "../../http/parse-url.ts";
import type { PrometheusProps } from "../schema.ts";
import { AddressError } from "./guarded-fetch.ts";

type Credentials = Pick<PrometheusProps, "URL" | "TokenSecret">;

/**
 * The bearer token for a server, from the Worker's secret: the server's origin, a space and the token. A secret from
 * before origins were named holds the token alone, and goes where it went: `requireTokenOrigin` lets no metric send it
 * anywhere else. A secret's name begins with PROMETHEUS_, so that no other secret can be sent anywhere.
 * @throws AddressError
 */
export function tokenFor(env: Env, { URL: server, TokenSecret }: Credentials): string | undefined {
  if (TokenSecret === "") return undefined;
  const { origin, token } = read(env, TokenSecret);
  if (origin !== undefined && origin !== parseURL(server)?.origin)
    throw new AddressError(`The secret ${TokenSecret} is for another server.`);
  return token;
}

/**
 * Before a metric's props are stored. What was stored already stays as it is, so that a metric with a secret of before can
 * still be edited.
 * @throws Refusal 400 where the secret isn't for the server, or doesn't say which one it is for
 */
export function requireTokenOrigin(env: Env, props: Credentials, before?: Partial<Credentials>): void {
  if (props.TokenSecret === "" || isSame(props, before)) return;
  try {
    tokenFor(env, props);
    if (read(env, props.TokenSecret).origin === undefined) throw namesNoServer(props.TokenSecret);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new Refusal(400, error.message, {
      errors: [{ path: "props.TokenSecret", message: error.message }],
    });
  }
}

function isSame(props: Credentials, before: Partial<Credentials> = {}): boolean {
  return (
    props.TokenSecret === before.TokenSecret &&
    parseURL(props.URL)?.origin === parseURL(before.URL ?? "")?.origin
  );
}

function read(env: Env, name: string): { origin?: string; token: string } {
  const secret: unknown = Reflect.get(env, name);
  if (typeof secret !== "string" || secret.trim() === "")
    throw new AddressError(`The Worker has no secret ${name}.`);
  const [first = "", ...rest] = secret.trim().split(/\s+/);
  if (!/^https?:\/\//i.test(first)) return { token: secret.trim() };
  const origin = parseURL(first)?.origin;
  const [token] = rest;
  if (origin === undefined || token === undefined || rest.length > 1)
    throw new AddressError(`The secret ${name} must be a server's origin, a space and the token.`);
  return { origin, token };
}

function namesNoServer(name: string): AddressError {
  return new AddressError(
    `The secret ${name} doesn't name its server. Set it again as the server's origin, a space and the token.`,
  );
}
