import { invalidField } from "../../http/errors.ts";
import type { SettingsChange } from "../schema.ts";
import type { StoredSettings } from "../store.ts";
import {
  INVALID_MAIL_KEY,
  keyedMailProviders,
  type MailProviderID,
  MIN_WEBHOOK_PASSWORD_CHARACTERS,
} from "./domain.ts";

/** It changes whenever emails are sent in another way. */
function senderKey(stored: StoredSettings): string {
  const { mailProvider, sourceRegion, sourceEmailAddress, mailKey, smtpHost, smtpPort, smtpUser } = stored;
  const details: Partial<Record<MailProviderID, unknown[]>> = {
    ses: [sourceRegion],
    smtp: [smtpHost, smtpPort, smtpUser],
  };
  return JSON.stringify([mailProvider, sourceEmailAddress, mailKey, details[mailProvider]]);
}

/** A service with a key is tried even while email is off, so that a wrong key is never stored. */
export function needsTest(before: StoredSettings, after: StoredSettings): boolean {
  if (after.sourceEmailAddress === "") return false;
  const isChanged = senderKey(after) !== senderKey(before);
  if (after.emailEnabled) return isChanged || !before.emailEnabled;
  return isChanged && after.mailKey !== "";
}

/** A key belongs to its service, so it goes with it. The password of an SMTP server belongs to the server and its user. */
export async function mailKeyColumn(
  { mailProvider, mailKey, smtp }: SettingsChange,
  before: StoredSettings,
  encrypt: (mailKey: string) => Promise<string>,
): Promise<Partial<StoredSettings>> {
  const provider = mailProvider ?? before.mailProvider;
  const keyName = keyedMailProviders[provider];
  if (keyName === undefined) {
    if (mailKey !== undefined)
      throw invalidField("mailKey", "This email service has no key. Leave the key out.");
    return provider === before.mailProvider ? {} : { mailKey: "" };
  }
  const { host = before.smtpHost, user = before.smtpUser } = smtp ?? {};
  if (provider === "smtp" && (mailProvider ?? mailKey ?? smtp) !== undefined) {
    if (host === "") throw invalidField(smtp ? "smtp.host" : "smtp", "SMTP Server is required.");
    if (user === "") throw invalidField(smtp ? "smtp.user" : "smtp", "SMTP User is required.");
  } else if (mailKey !== undefined && !/^[!-~]+$/.test(mailKey)) {
    throw invalidField("mailKey", INVALID_MAIL_KEY);
  }
  if (mailKey !== undefined) return { mailKey: await encrypt(mailKey) };
  const isSameServer = provider !== "smtp" || (host === before.smtpHost && user === before.smtpUser);
  if (provider === before.mailProvider && isSameServer) return {};
  throw invalidField("mailKey", `${keyName} is required: enter the one of the email service.`);
}

/** A secret belongs to its service, too. */
export async function webhookSecretColumn(
  { mailProvider, mailWebhookSecret }: SettingsChange,
  before: StoredSettings,
  encrypt: (secret: string) => Promise<string>,
): Promise<Partial<StoredSettings>> {
  const provider = mailProvider ?? before.mailProvider;
  if (mailWebhookSecret === undefined)
    return provider === before.mailProvider ? {} : { mailWebhookSecret: "" };
  if (mailWebhookSecret === "") return { mailWebhookSecret };
  const error = webhookSecretError(provider, mailWebhookSecret);
  if (error !== undefined) throw invalidField("mailWebhookSecret", error);
  return { mailWebhookSecret: await encrypt(mailWebhookSecret) };
}

function webhookSecretError(provider: MailProviderID, secret: string): string | undefined {
  switch (provider) {
    case "resend":
      if (isSigningSecret(secret)) return undefined;
      return "Webhook Signing Secret must be the value that Resend shows, which begins with whsec_.";
    case "postmark":
      if (secret.length >= MIN_WEBHOOK_PASSWORD_CHARACTERS) return undefined;
      return `Webhook Password must have at least ${MIN_WEBHOOK_PASSWORD_CHARACTERS} characters.`;
    default:
      return "This email service has no webhook with a secret. Leave the secret out.";
  }
}

/** The rest is Base64 of at least 15 bytes. */
function isSigningSecret(secret: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4}){5,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret);
}
