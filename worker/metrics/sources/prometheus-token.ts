import { invalidField } from "../../http/errors.ts";
import { SourceError } from "../../http/outbound/guarded-fetch.ts";
import { parseURL } from "../../http/outbound/parse-url.ts";
import type { PrometheusProps } from "../schema.ts";

type Credentials = Pick<PrometheusProps, "URL" | "TokenSecret">;

/**
 * A secret holds the server's origin, a space and the bearer token. Older secrets hold the token alone: `requireTokenOrigin`
 * keeps metrics from sending those to another server.
 * @throws SourceError
 */
export function tokenFor(env: Env, { URL: server, TokenSecret }: Credentials): string | undefined {
  if (TokenSecret === "") return undefined;
  const { origin, token } = readSecret(env, TokenSecret);
  if (origin !== undefined && origin !== parseURL(server)?.origin)
    throw new SourceError(`The secret ${TokenSecret} is for another server.`);
  return token;
}

/**
 * Accepts unchanged credentials, so that metrics with an older secret can still be edited.
 * @throws HttpError 400 unless the secret names the server of the props
 */
export function requireTokenOrigin(env: Env, props: Credentials, previous?: Partial<Credentials>): void {
  if (props.TokenSecret === "" || isUnchanged(props, previous)) return;
  try {
    tokenFor(env, props);
    if (readSecret(env, props.TokenSecret).origin === undefined) {
      throw new SourceError(
        `The secret ${props.TokenSecret} doesn't name its server. Set it again as the server's origin, a space and the token.`,
      );
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw invalidField("props.TokenSecret", error.message);
  }
}

/**
 * A metric of another installation can name a secret that this one doesn't have yet.
 * @throws HttpError 400 if the secret exists and could be sent to a server that it doesn't name
 */
export function requireTokenOriginIfSet(env: Env, props: Credentials): void {
  if (Reflect.get(env, props.TokenSecret) !== undefined) requireTokenOrigin(env, props);
}

function isUnchanged(props: Credentials, previous: Partial<Credentials> = {}): boolean {
  return (
    props.TokenSecret === previous.TokenSecret &&
    parseURL(props.URL)?.origin === parseURL(previous.URL ?? "")?.origin
  );
}

function readSecret(env: Env, name: string): { origin?: string; token: string } {
  const secret: unknown = Reflect.get(env, name);
  if (typeof secret !== "string" || secret.trim() === "")
    throw new SourceError(`The Worker has no secret ${name}.`);
  const [first = "", ...rest] = secret.trim().split(/\s+/);
  if (!/^https?:\/\//i.test(first)) return { token: secret.trim() };
  const origin = parseURL(first)?.origin;
  const [token] = rest;
  if (origin === undefined || token === undefined || rest.length > 1)
    throw new SourceError(`The secret ${name} must be a server's origin, a space and the token.`);
  return { origin, token };
}
