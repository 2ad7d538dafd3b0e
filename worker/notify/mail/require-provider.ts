import { badRequest } from "../../http/errors.ts";
import type { MailProviderID } from "../../settings/domain.ts";
import { hasEmailBinding, NO_EMAIL_BINDING } from "./cloudflare.ts";

/** @throws HttpError 400 if this installation can't send with the service */
export function requireProvider(env: Env, mailProvider: MailProviderID): void {
  if (mailProvider !== "cloudflare" || hasEmailBinding(env)) return;
  const errors = [{ path: "mailProvider", message: NO_EMAIL_BINDING }];
  throw badRequest(NO_EMAIL_BINDING, { errors });
}
