import { sql } from "drizzle-orm";
import { raiseContentVersion } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { changedMeanwhile, Refusal } from "../errors.ts";
import { guard, isUnmet } from "../guard.ts";
import type { SettingsChange } from "./schema.ts";
import { settings } from "./table.ts";

export type StoredSettings = typeof settings.$inferSelect;

const asNew: StoredSettings = {
  id: 1,
  serviceName: "",
  backgroundColor: "#FFFFFF",
  logoID: "",
  emailEnabled: false,
  sourceRegion: "us-west-2",
  sourceEmailAddress: "",
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

/**
 * @param unchangedSince the `updatedAt` that the change was made on; refused with 409 when it has moved on
 * @throws Refusal 409, or 400 for mail that nobody would send
 */
export async function changeSettings(
  db: Db,
  change: SettingsChange,
  unchangedSince: string | undefined,
): Promise<StoredSettings> {
  const { emailNotification: mail = {}, ...fields } = change;
  const stored = await readSettings(db);
  const address = mail.sourceEmailAddress ?? stored.sourceEmailAddress;
  if ((mail.enable ?? stored.emailEnabled) && address === "") throw addressRequired();
  const set = {
    ...fields,
    emailEnabled: mail.enable,
    sourceRegion: mail.sourceRegion,
    sourceEmailAddress: mail.sourceEmailAddress,
  };
  try {
    return await writeSettings(db, set, unchangedSince ?? stored.updatedAt);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    // Without If-Match, whoever was in between is merged with: once more on what is there now.
    if (unchangedSince === undefined) return changeSettings(db, change, undefined);
    throw changedMeanwhile(undefined);
  }
}

/** Public because a logo is a setting too. */
export async function writeSettings(
  db: Db,
  set: { [Field in keyof StoredSettings]?: StoredSettings[Field] | undefined },
  unchangedSince?: string,
): Promise<StoredSettings> {
  const updatedAt = new Date().toISOString();
  const seen = sql`coalesce((SELECT updated_at FROM ${settings}), '')`;
  const [, rows] = await db.batch([
    guard(db, sql`${seen} = ${unchangedSince ?? seen}`),
    db
      .insert(settings)
      .values({ ...set, id: 1, updatedAt })
      .onConflictDoUpdate({ target: settings.id, set: { ...set, updatedAt } })
      .returning(),
    raiseContentVersion(db),
  ]);
  return settingsOf(rows);
}

function addressRequired(): Refusal {
  const message = "Source Email Address is required to enable e-mail notifications.";
  return new Refusal(400, message, { errors: [{ path: "emailNotification.sourceEmailAddress", message }] });
}
