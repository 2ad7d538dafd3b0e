import * as z from "zod";
import { instant, labeledEnum, requireAnyField, text } from "../http/schema.ts";
import { MAX_URL_CHARACTERS, MiB } from "../shared/domain.ts";
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS } from "../writes/audit/domain.ts";
import { AlertPaths } from "./alert-paths/schema.ts";
import {
  type ApiKeyScope,
  apiKeyScopes,
  MAX_NIGHTLY_EXPORTS_KEPT,
  MAX_UPDATE_REMINDER_MINUTES,
} from "./domain.ts";
import {
  emailNotification,
  mailKey,
  mailProvider,
  mailWebhookSecret,
  smtp,
  storedEmailNotification,
  storedSMTP,
} from "./mail/schema.ts";
import { logoKinds } from "./theme/domain.ts";
import { theme } from "./theme/schema.ts";

const endpointsEnabled = z
  .boolean({ error: "endpointsEnabled must be true or false." })
  .describe("Whether visitors can have updates sent to webhooks, chat channels and browsers.");

const privacyNoticeURL = text("Privacy notice URL", { max: MAX_URL_CHARACTERS }).refine(
  // The length is checked first, because parsing a host takes time quadratic in its length.
  (url) => url === "" || url.length > MAX_URL_CHARACTERS || isHTTPS(url),
  { error: "Privacy notice URL must be an https address without a user name or password." },
);

const turnstileKey = (name: string) =>
  text(name, { max: 100 }).refine((key) => /^[\w.-]*$/.test(key), {
    error: `${name} must be the value that Cloudflare's dashboard shows.`,
  });

const turnstile = z.object(
  {
    siteKey: turnstileKey("Turnstile Site Key").describe(
      "If empty, Turnstile is turned off and its secret key is deleted.",
    ),
    secretKey: turnstileKey("Turnstile Secret Key").describe(
      "Required with a new site key. It is never shown again.",
    ),
  },
  { error: "turnstile must be an object." },
);

function isHTTPS(url: string): boolean {
  return /^https:\/\/[^\s/?#\\@]+([/?#]\S*)?$/i.test(url) && z.url().safeParse(url).success;
}

/** @param unit in the plural, such as "minutes" */
function wholeNumber(name: string, unit: string, { min, max }: { min: number; max: number }) {
  const error = () => `${name} must be a whole number of ${unit} from ${min} to ${max.toLocaleString("en")}.`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const updateReminderMinutes = wholeNumber("Update reminder", "minutes", {
  min: 0,
  max: MAX_UPDATE_REMINDER_MINUTES,
}).describe(
  "The console reminds administrators of an open incident that has had no update for this many minutes. 0 turns the reminder off.",
);

const nightlyExportsKept = wholeNumber("Nightly exports", "nights", {
  min: 0,
  max: MAX_NIGHTLY_EXPORTS_KEPT,
}).describe(
  "How many nightly exports R2 keeps. `daymark restore --nightly` restores one. 0 turns them off and deletes those that there are.",
);

const auditDays = wholeNumber("Audit log", "days", { min: MIN_AUDIT_DAYS, max: MAX_AUDIT_DAYS }).describe(
  "For how many days entries of the audit log are kept. The default is 730, two years.",
);

const fields = z.object({
  serviceName: text("Service name", { max: 200 }),
  backgroundColor: z
    .string({ error: "Background color must be a string." })
    .max(7, { error: "Background color must be a color such as #1A2B3C.", abort: true })
    .regex(/^#[0-9A-Fa-f]{6}$/, "Background color must be a color such as #1A2B3C."),
  emailNotification,
  mailProvider,
  mailKey,
  mailWebhookSecret,
  smtp,
  endpointsEnabled,
  privacyNoticeURL,
  turnstile: requireAnyField(turnstile.partial()),
  updateReminderMinutes,
  nightlyExportsKept,
  auditDays,
  ...theme,
});

export const SettingsChange = requireAnyField(fields.partial()).meta({ id: "SettingsChange" });
export type SettingsChange = z.output<typeof SettingsChange>;

const [firstScope, ...otherScopes] = apiKeyScopes.map(({ id }) => id);
const scopes = z
  .array(labeledEnum("Scope", [firstScope as ApiKeyScope, ...otherScopes]), {
    error: "Scopes must be a list.",
  })
  .min(1, "Scopes must have at least one entry.")
  .max(apiKeyScopes.length, `Scopes can have ${apiKeyScopes.length} entries at most.`);

export const NewApiKey = z
  .object({
    name: text("Key name", { min: 1, max: 100 }).describe("What the key is for. The default is `API key`."),
    scopes: scopes.describe(
      "What the key can do: `metrics` submits points, `notices` reads and changes components, incidents, maintenances, write-ups and templates, `read` reads components, incidents, maintenances and published write-ups, `all` does all of this, finds and erases subscribers, and reads the report of `daymark doctor`. `archive` exports everything, with the addresses of all subscribers, restores it, and reads the audit log; no other scope includes that. The default is `all`.",
    ),
    expiresAt: instant("Expiry date")
      .refine((iso) => !(Date.parse(iso) <= Date.now()), { error: "Expiry date must be in the future." })
      .describe("When the key expires. Without it, the key never expires."),
  })
  .partial()
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.output<typeof NewApiKey>;

export const ApiKey = z
  .object({
    id: z.string(),
    value: z
      .string()
      .describe(
        "What scripts send as `x-api-key`. Empty if it was encrypted with a different SECRET_KEY: the key still works, but it can't be shown.",
      ),
    createdDate: z.iso.datetime(),
    name: z.string(),
    scopes: z.array(z.enum([firstScope as ApiKeyScope, ...otherScopes])),
    expiresAt: z.string().describe("Empty if the key never expires."),
    lastUsedAt: z.string().describe("Accurate to an hour. Empty if the key was never used."),
    alertPaths: AlertPaths.nullable().describe(
      "How alerts of the source `generic` in another format are read. null if they are not.",
    ),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyChange = z
  .object({ alertPaths: AlertPaths.nullable().describe("null to read only the documented format.") })
  .meta({ id: "ApiKeyChange" });

const MAX_DATA_URL_CHARACTERS = 6 * MiB;
const LOGO_TOO_LARGE = "The logo is too large: the limit is 2 MiB.";

export const NewLogo = z
  .object({
    data: z
      .string({ error: "data must be an image as a data URL." })
      .max(MAX_DATA_URL_CHARACTERS, LOGO_TOO_LARGE)
      .describe("A PNG or JPEG at twice its size on the page, as a data URL: data:image/png;base64,…"),
    data1x: z
      .string({ error: "data1x must be an image as a data URL." })
      .max(MAX_DATA_URL_CHARACTERS, LOGO_TOO_LARGE)
      .optional()
      .describe("The same image at its size on the page. Without it, `data` is used for both."),
    kind: labeledEnum("Kind", logoKinds)
      .optional()
      .describe(
        "`logo`, the default, is in the page's header. `darkLogo` takes its place in the dark theme. `favicon` is the browser's icon while all is well: a square PNG, at best 180 pixels, and 64 as `data1x`.",
      ),
  })
  .meta({ id: "NewLogo" });
export type NewLogo = z.output<typeof NewLogo>;

export const Logo = z.object({ id: z.string() }).meta({ id: "Logo" });
export type Logo = z.output<typeof Logo>;

export const PublicSettings = z
  .object({
    serviceName: z.string(),
    backgroundColor: z.string().describe("For example #1A2B3C."),
    logoID: z
      .string()
      .describe("Empty without a logo. The image is at /logos/{id} and /logos/{id}@2x on the status page."),
    emailEnabled: z.boolean(),
    endpointsEnabled,
    privacyNoticeURL: z.string().describe("Linked next to the subscribe form. Empty if there is none."),
    statusPageURL: z.string(),
    dataHost: z.string().describe("The host of the metrics' day files."),
  })
  .meta({ id: "PublicSettings" });
export type PublicSettings = z.output<typeof PublicSettings>;

export const Settings = z
  .object({
    serviceName: z.string(),
    statusPageURL: z.string(),
    adminPageURL: z.string(),
    backgroundColor: z.string().describe("For example #1A2B3C."),
    logoID: z.string().describe("Empty without a logo."),
    logos: z.array(Logo),
    darkLogoID: z.string().describe("Empty if the dark theme has the same logo."),
    faviconID: z.string().describe("Empty without an icon of your own."),
    emailNotification: storedEmailNotification,
    mailProvider,
    hasMailKey: z.boolean().describe("Whether the email service has a key that is stored."),
    hasMailWebhookSecret: z.boolean().describe("Whether bounces of Resend or Postmark can be checked."),
    smtp: storedSMTP,
    endpointsEnabled,
    privacyNoticeURL: z.string().describe("Linked next to the subscribe form. Empty if there is none."),
    turnstile: z
      .object({ siteKey: z.string(), hasSecretKey: z.boolean() })
      .describe("With a site key, Cloudflare's Turnstile checks everyone who subscribes."),
    updateReminderMinutes,
    nightlyExportsKept,
    auditDays,
    ...theme,
    apiKeys: z.array(ApiKey).describe("Oldest first."),
    updatedAt: z
      .string()
      .describe("Send it in `If-Match`. Empty until the settings are changed for the first time."),
  })
  .meta({ id: "Settings" });
export type Settings = z.output<typeof Settings>;
