import { sql } from "drizzle-orm";
import { raiseContentVersion } from "../cache/content-version.ts";
import { Refusal } from "../http/errors.ts";
import { guard, isUnmet } from "../storage/batch-guard.ts";
import type { Db } from "../storage/db.ts";
import { omitUndefined } from "../storage/omit-undefined.ts";
import { type StoredApiKey, selectApiKeys } from "./api-keys.ts";
import type { SettingsChange } from "./schema.ts";
import { settings } from "./table.ts";
import { turnstileColumns } from "./turnstile.ts";

export type StoredSettings = typeof settings.$inferSelect;

const asNew: StoredSettings = {
  id: 1,
  serviceName: "",
  backgroundColor: "#FFFFFF",
  logoID: "",
  emailEnabled: false,
  sourceRegion: "us-west-2",
  sourceEmailAddress: "",
  privacyNoticeURL: "",
  turnstileSiteKey: "",
  turnstileSecret: "",
  updatedAt: "",
};

/** No row or one; to be awaited through `readSettings`, or put into a batch and given to `settingsOf`. */
export function selectSettings(db: Db) {
  return db.select().from(settings).limit(1);
}

export function settingsOf([row]: StoredSettings[]): StoredSettings {
  return row ?? asNew;
}

export async function readSettings(db: Db): Promise<StoredSettings> {
  return settingsOf(await selectSettings(db));
}

export interface WholeSettings {
  stored: StoredSettings;
  keys: StoredApiKey[];
}

export async function readWholeSettings(db: Db): Promise<WholeSettings> {
  const [rows, keys] = await db.batch([selectSettings(db), selectApiKeys(db)]);
  return { stored: settingsOf(rows), keys };
}

interface Checks {
  /** Sends a test mail by settings that would change what mail is sent by. */
  tryMail: (settings: StoredSettings) => Promise<void>;
  /** Checks a secret key of Turnstile, and makes what is stored of it. */
  encryptSecretKey: (secretKey: string) => Promise<string>;
}

/**
 * @param checks what is tried before it is stored; nothing is if one throws
 * @param unchangedSince the `updatedAt` that the change was made on; refused when it has moved on
 * @returns undefined for such a refusal, or else what is stored now
 * @throws Refusal 400 for mail that nobody would send
 */
export async function changeSettings(
  db: Db,
  change: SettingsChange,
  unchangedSince: string | undefined,
  checks: Checks,
): Promise<WholeSettings | undefined> {
  const { emailNotification: mail = {}, turnstile, ...fields } = change;
  const before = await readSettings(db);
  if (unchangedSince !== undefined && unchangedSince !== before.updatedAt) return undefined;
  const address = mail.sourceEmailAddress ?? before.sourceEmailAddress;
  if ((mail.enable ?? before.emailEnabled) && address === "") throw addressRequired();
  const set = {
    ...fields,
    emailEnabled: mail.enable,
    sourceRegion: mail.sourceRegion,
    sourceEmailAddress: mail.sourceEmailAddress,
    ...(turnstile && (await turnstileColumns(turnstile, before, checks.encryptSecretKey))),
  };
  const after = { ...before, ...omitUndefined(set) };
  if (after.emailEnabled && sendsBy(after) !== sendsBy(before)) await checks.tryMail(after);
  return (await writeSettings(db, before, set)) ?? changeSettings(db, change, unchangedSince, checks);
}

/** What mail is sent by; empty for none. */
function sendsBy({ emailEnabled, sourceRegion, sourceEmailAddress }: StoredSettings): string {
  return emailEnabled ? `${sourceRegion} ${sourceEmailAddress}` : "";
}

type Change = { [Field in keyof StoredSettings]?: StoredSettings[Field] | undefined };

/**
 * Writes on top of what has been read, a logo being a setting too.
 * @returns undefined where somebody else has changed that meanwhile
 */
export async function writeSettings(
  db: Db,
  before: StoredSettings,
  change: Change,
): Promise<WholeSettings | undefined> {
  const updatedAt = new Date().toISOString();
  const unchanged = sql`coalesce((SELECT updated_at FROM ${settings}), '') = ${before.updatedAt}
    AND coalesce((SELECT logo_id FROM ${settings}), '') = ${before.logoID}`;
  try {
    const [, rows, , keys] = await db.batch([
      guard(db, unchanged),
      db
        .insert(settings)
        .values({ ...change, id: 1, updatedAt })
        .onConflictDoUpdate({ target: settings.id, set: { ...change, updatedAt } })
        .returning(),
      raiseContentVersion(db),
      selectApiKeys(db),
    ]);
    return { stored: settingsOf(rows), keys };
  } catch (error) {
    if (isUnmet(error)) return undefined;
    throw error;
  }
}

function addressRequired(): Refusal {
  const message = "Source Email Address is required to enable email notifications.";
  return new Refusal(400, message, { errors: [{ path: "emailNotification.sourceEmailAddress", message }] });
}
