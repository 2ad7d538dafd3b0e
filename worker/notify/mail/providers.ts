import type { MailProviderID } from "../../settings/mail/domain.ts";
import type { StoredSettings } from "../../settings/store.ts";
import { cloudflareProvider } from "./cloudflare.ts";
import { postmarkProvider } from "./postmark.ts";
import type { MailProvider, Sender } from "./provider.ts";
import { resendProvider } from "./resend.ts";
import { toSender } from "./service.ts";
import { sesProvider } from "./ses.ts";
import { smtpProvider } from "./smtp/provider.ts";

const providers: Record<MailProviderID, (env: Env, sender: Sender) => MailProvider> = {
  ses: sesProvider,
  cloudflare: cloudflareProvider,
  resend: resendProvider,
  postmark: postmarkProvider,
  smtp: smtpProvider,
};

export function newMailProvider(env: Env, settings: StoredSettings): MailProvider {
  return providers[settings.mailProvider](env, toSender(settings));
}
