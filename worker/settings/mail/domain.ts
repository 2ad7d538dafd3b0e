import { DEFAULT_SMTP_PORT } from "../domain.ts";

/** The first service is the default. */
export const mailProviders = [
  { id: "ses", name: "Amazon SES" },
  { id: "cloudflare", name: "Cloudflare Email Service" },
  { id: "resend", name: "Resend" },
  { id: "postmark", name: "Postmark" },
  { id: "smtp", name: "SMTP server" },
] as const;

export type MailProviderID = (typeof mailProviders)[number]["id"];

/** Services that need a key. The text says what they call it. */
export const keyedMailProviders: Partial<Record<MailProviderID, string>> = {
  resend: "API Key",
  postmark: "Server API Token",
  smtp: "Password",
};

/** The second one changes to TLS by STARTTLS. */
export const smtpPorts = [DEFAULT_SMTP_PORT, 587] as const;

export type SmtpPort = (typeof smtpPorts)[number];

/** An address can't end in a name without a digit, so this accepts no IP address in any spelling. */
export function isMailHost(host: string): boolean {
  return /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*$/i.test(host);
}

export const MAIL_HOST = "SMTP Server must be a host name such as smtp.example.com.";

/** Services that report bounces with a secret of their own. The text says what it is called. */
export const webhookSecretNames: Partial<Record<MailProviderID, string>> = {
  resend: "Webhook Signing Secret",
  postmark: "Webhook Password",
};

export const MAX_WEBHOOK_SECRET_CHARACTERS = 200;
/** It is all that Postmark proves itself with, so nobody may guess it. */
export const MIN_WEBHOOK_PASSWORD_CHARACTERS = 20;

export const MAX_MAIL_KEY_CHARACTERS = 200;
export const INVALID_MAIL_KEY = "Key of the email service must be the value that the service shows.";

/** The first region is the default. */
export const mailRegions = [
  { id: "us-west-2", name: "US West (Oregon)" },
  { id: "us-east-1", name: "US East (N. Virginia)" },
  { id: "eu-west-1", name: "EU (Ireland)" },
] as const;

export type MailRegion = (typeof mailRegions)[number]["id"];
