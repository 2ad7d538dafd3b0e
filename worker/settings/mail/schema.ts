import * as z from "zod";
import { labeledEnum, requireAnyField, text } from "../../http/schema.ts";
import {
  INVALID_MAIL_KEY,
  isMailHost,
  MAIL_HOST,
  MAX_MAIL_KEY_CHARACTERS,
  MAX_WEBHOOK_SECRET_CHARACTERS,
  mailProviders,
  mailRegions,
  smtpPorts,
} from "./domain.ts";

const [firstRegion, ...otherRegions] = mailRegions.map(({ id }) => id);
const regionIDs = [firstRegion as (typeof mailRegions)[0]["id"], ...otherRegions] as const;

const [firstProvider, ...otherProviders] = mailProviders.map(({ id }) => id);
const providerIDs = [firstProvider as (typeof mailProviders)[0]["id"], ...otherProviders] as const;

export const mailProvider = labeledEnum("Email service", providerIDs).describe(
  "The service that sends emails: `ses` is Amazon SES, the default, `cloudflare` is Cloudflare's Email Service, `resend` is Resend, `postmark` is Postmark, and `smtp` is any SMTP server. The region is for Amazon SES only.",
);

export const mailKey = text("Key of the email service", { min: 1, max: MAX_MAIL_KEY_CHARACTERS })
  .refine((key) => /^\P{Cc}*$/u.test(key), { error: INVALID_MAIL_KEY })
  .describe(
    "Resend's API key, the API token of a server of Postmark, or the password of the SMTP server's user. Required when one of them is chosen, and with another SMTP server or user. It is never shown again.",
  );

export const mailWebhookSecret = text("Webhook secret", { max: MAX_WEBHOOK_SECRET_CHARACTERS })
  .refine((secret) => /^[!-~]*$/.test(secret), { error: "Webhook secret must be printable ASCII." })
  .describe(
    "What bounces and complaints are checked with: the signing secret of the webhook of Resend, or the password that the address of Postmark's webhook has. If empty, it is deleted, and none are accepted. It goes when another email service is chosen, and is never shown again.",
  );

const SMTP_PORT = "SMTP Port must be 465, which begins with TLS, or 587, which changes to TLS by STARTTLS.";

export const smtp = requireAnyField(
  z
    .object(
      {
        host: text("SMTP Server", { max: 253 }).refine((host) => host === "" || isMailHost(host), {
          error: MAIL_HOST,
        }),
        port: z.literal(smtpPorts, { error: SMTP_PORT }),
        user: text("SMTP User", { max: 254 }).refine((user) => /^\P{Cc}*$/u.test(user), {
          error: "SMTP User must be on one line.",
        }),
      },
      { error: "smtp must be an object." },
    )
    .partial(),
).describe("The server of the email service `smtp`.");

const sourceEmailAddress = text("Source Email Address", { max: 254 }).refine(
  (address) => address === "" || z.email().safeParse(address).success,
  { error: "Source Email Address must be an email address." },
);

export const emailNotification = requireAnyField(
  z
    .object(
      {
        enable: z.boolean({ error: "Enable must be true or false." }),
        sourceRegion: labeledEnum("Region", regionIDs),
        sourceEmailAddress,
      },
      { error: "emailNotification must be an object." },
    )
    .partial(),
);

export const storedEmailNotification = z.object({
  enable: z.boolean(),
  sourceRegion: z.enum(regionIDs),
  sourceEmailAddress: z.string(),
});

export const storedSMTP = z.object({ host: z.string(), port: z.literal(smtpPorts), user: z.string() });
