import { sql } from "drizzle-orm";
import { type HttpError, invalidField } from "../http/errors.ts";
import { isoTime } from "../shared/time/domain.ts";
import type { WriteDb } from "../storage/db.ts";
import { omitUndefined } from "../storage/omit-undefined.ts";
import { guard, ifGuardFails } from "../storage/writes/batch-guard.ts";
import { selectApiKeys } from "./api-keys.ts";
import { mailKeyColumn, needsTest, webhookSecretColumn } from "./mail/columns.ts";
import type { MailProviderID } from "./mail/domain.ts";
import type { SettingsChange } from "./schema.ts";
import { readSettings, type SettingsAndKeys, type StoredSettings, settingsOrDefaults } from "./store.ts";
import { settings } from "./table.ts";

interface Checks {
  /** @throws HttpError 400 if this installation can't send with the service */
  requireProvider: (mailProvider: MailProviderID) => void;
  /** @throws HttpError 400 if the SMTP server is in a private network */
  requireServer: (host: string) => void;
  tryMail: (settings: StoredSettings) => Promise<void>;
  encryptSecretKey: (secretKey: string) => Promise<string>;
  encryptMailKey: (mailKey: string) => Promise<string>;
  encryptWebhookSecret: (secret: string) => Promise<string>;
}

/** @returns undefined if the settings changed since `unchangedSince`. @throws HttpError 400 if email could not be sent */
export async function changeSettings(
  db: WriteDb<"public">,
  change: SettingsChange,
  unchangedSince: string | undefined,
  checks: Checks,
): Promise<SettingsAndKeys | undefined> {
  const {
    emailNotification: mail = {},
    smtp = {},
    turnstile,
    mailKey,
    mailWebhookSecret,
    ...fields
  } = change;
  const before = await readSettings(db);
  if (unchangedSince !== undefined && unchangedSince !== before.updatedAt) return undefined;
  if (fields.mailProvider !== undefined) checks.requireProvider(fields.mailProvider);
  if (smtp.host) checks.requireServer(smtp.host);
  const address = mail.sourceEmailAddress ?? before.sourceEmailAddress;
  if ((mail.enable ?? before.emailEnabled) && address === "") throw addressRequired();
  const set = {
    ...fields,
    emailEnabled: mail.enable,
    sourceRegion: mail.sourceRegion,
    sourceEmailAddress: mail.sourceEmailAddress,
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpUser: smtp.user,
    ...(turnstile && (await turnstileColumns(turnstile, before, checks.encryptSecretKey))),
    ...(await mailKeyColumn(change, before, checks.encryptMailKey)),
    ...(await webhookSecretColumn(change, before, checks.encryptWebhookSecret)),
  };
  const after = { ...before, ...omitUndefined(set) };
  if (needsTest(before, after)) await checks.tryMail(after);
  return (await writeSettings(db, before, set)) ?? changeSettings(db, change, unchangedSince, checks);
}

type Change = { [Field in keyof StoredSettings]?: StoredSettings[Field] | undefined };

/** Writes over the state that was read, including the images. @returns undefined if someone changed it since */
export async function writeSettings(
  db: WriteDb<"public">,
  before: StoredSettings,
  change: Change,
): Promise<SettingsAndKeys | undefined> {
  const updatedAt = isoTime(Date.now());
  const unchanged = sql`coalesce((SELECT updated_at FROM ${settings}), '') = ${before.updatedAt}
    AND coalesce((SELECT logo_id || ' ' || dark_logo_id || ' ' || favicon_id FROM ${settings}), '  ')
      = ${`${before.logoID} ${before.darkLogoID} ${before.faviconID}`}`;
  const batch = db.batch([
    guard(db, unchanged),
    db
      .insert(settings)
      .values({ ...change, id: 1, updatedAt })
      .onConflictDoUpdate({ target: settings.id, set: { ...change, updatedAt } })
      .returning(),
    selectApiKeys(db),
  ]);
  const results = await ifGuardFails<Awaited<typeof batch> | undefined>(batch, () => undefined);
  return results && { stored: settingsOrDefaults(results[1]), keys: results[2] };
}

function addressRequired(): HttpError {
  const message = "Source Email Address is required to enable email notifications.";
  return invalidField("emailNotification.sourceEmailAddress", message);
}

/** A secret key belongs to its site key, so both are set or neither. */
async function turnstileColumns(
  { siteKey, secretKey = "" }: NonNullable<SettingsChange["turnstile"]>,
  before: StoredSettings,
  encrypt: (secretKey: string) => Promise<string>,
): Promise<Partial<StoredSettings>> {
  const site = siteKey ?? before.turnstileSiteKey;
  if (secretKey !== "") {
    if (site === "") throw required("siteKey", "Turnstile Site Key is required with a secret key.");
    return { turnstileSiteKey: site, turnstileSecret: await encrypt(secretKey) };
  }
  if (site === "") return { turnstileSiteKey: "", turnstileSecret: "" };
  if (site !== before.turnstileSiteKey)
    throw required(
      "secretKey",
      "Turnstile Secret Key is required: enter the one that belongs to this site key.",
    );
  return {};
}

function required(field: "siteKey" | "secretKey", message: string): HttpError {
  return invalidField(`turnstile.${field}`, message);
}
