import { badRequest, invalidField } from "../../http/errors.ts";
import { isPrivateHost } from "../../http/outbound/private-address.ts";
import type { MailProviderID } from "../../settings/mail/domain.ts";
import { hasEmailBinding, NO_EMAIL_BINDING } from "./cloudflare.ts";

/** @throws HttpError 400 if this installation can't send with the service */
export function requireProvider(env: Env, mailProvider: MailProviderID): void {
  if (mailProvider !== "cloudflare" || hasEmailBinding(env)) return;
  const errors = [{ path: "mailProvider", message: NO_EMAIL_BINDING }];
  throw badRequest(NO_EMAIL_BINDING, { errors });
}

/** @throws HttpError 400 for a server in a private network */
export function requirePublicServer(env: Env, host: string): void {
  if (isPrivateServer(env, host)) throw invalidField("smtp.host", `${host} is a private address.`);
}

export function isPrivateServer(env: Env, host: string): boolean {
  return env.ALLOW_PRIVATE_ADDRESSES !== "true" && isPrivateHost(host);
}
