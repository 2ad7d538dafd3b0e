import type { Db } from "../storage/db.ts";
import { DEFAULT_AUDIT_DAYS } from "../writes/audit/domain.ts";
import { type StoredApiKey, selectApiKeys } from "./api-keys.ts";
import {
  DEFAULT_NIGHTLY_EXPORTS_KEPT,
  DEFAULT_SMTP_PORT,
  DEFAULT_UPDATE_REMINDER_MINUTES,
  signInByVariables,
} from "./domain.ts";
import { settings } from "./table.ts";

export type StoredSettings = typeof settings.$inferSelect;

const defaultSettings: StoredSettings = {
  id: 1,
  serviceName: "",
  backgroundColor: "#FFFFFF",
  logoID: "",
  emailEnabled: false,
  endpointsEnabled: false,
  sourceRegion: "us-west-2",
  sourceEmailAddress: "",
  privacyNoticeURL: "",
  turnstileSiteKey: "",
  turnstileSecret: "",
  updateReminderMinutes: DEFAULT_UPDATE_REMINDER_MINUTES,
  updatedAt: "",
  note: "",
  headerLinks: [],
  footerLinks: [],
  accentColor: "",
  headerColor: "",
  pageTint: "none",
  pageWidth: "normal",
  font: "system",
  darkLogoID: "",
  faviconID: "",
  nightlyExportsKept: DEFAULT_NIGHTLY_EXPORTS_KEPT,
  auditDays: DEFAULT_AUDIT_DAYS,
  mailProvider: "ses",
  mailKey: "",
  mailWebhookSecret: "",
  smtpHost: "",
  smtpPort: DEFAULT_SMTP_PORT,
  smtpUser: "",
  signIn: signInByVariables,
  signInSecret: "",
  signInAt: "",
};

/** Await it through `readSettings`, or put it into a batch and pass the rows to `settingsOrDefaults`. */
export function selectSettings(db: Db) {
  return db.select().from(settings).limit(1);
}

export function settingsOrDefaults([row]: StoredSettings[]): StoredSettings {
  return row ?? defaultSettings;
}

export async function readSettings(db: Db): Promise<StoredSettings> {
  return settingsOrDefaults(await selectSettings(db));
}

/** An administrator's request may need it, so it isn't read with the other settings. */
export async function readStoredSignIn(db: Db) {
  const { signIn, signInSecret, signInAt } = settings;
  const [row] = await db.select({ signIn, signInSecret, signInAt }).from(settings).limit(1);
  return row ?? { signIn: signInByVariables, signInSecret: "", signInAt: "" };
}

export interface SettingsAndKeys {
  stored: StoredSettings;
  keys: StoredApiKey[];
}

export async function readSettingsAndKeys(db: Db): Promise<SettingsAndKeys> {
  const [rows, keys] = await db.batch([selectSettings(db), selectApiKeys(db)]);
  return { stored: settingsOrDefaults(rows), keys };
}
