import { selectComponent } from "../components/store.ts";
import { selectRaisedAt } from "../content-version/store.ts";
import type { Db } from "../db.ts";
import { selectCancelledMaintenances } from "../maintenances/store.ts";
import {
  assembleNotices,
  type Notice,
  selectChangedNotices,
  selectMaintenancesSince,
} from "../notices/store.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import type { Calendar } from "./calendar.ts";
import { contentOf } from "./content.tsx";
import type { Entry, Feed } from "./feed.ts";

/** As many as a reader that looks once a day should miss nothing of. */
const ENTRIES = 25;

interface Asked {
  /** Of the page, without a slash at the end. */
  origin: string;
  /** Of the feed. */
  path: string;
  componentID?: string | undefined;
}

/** The incidents and maintenances that changed last, of all or of one component; undefined for an unknown one. */
export async function loadFeed(db: Db, { origin, path, componentID }: Asked): Promise<Feed | undefined> {
  const [settings, raised, found, ...rows] = await db.batch([
    selectSettings(db),
    selectRaisedAt(db),
    selectComponent(db, componentID ?? ""),
    ...selectChangedNotices(db, ENTRIES, componentID),
  ]);
  const [component] = found;
  if (componentID !== undefined && !component) return undefined;
  const entries = assembleNotices(rows)
    .map((notice) => entryOf(origin, notice))
    .sort((one, other) => other.updated.localeCompare(one.updated));
  const service = settingsOf(settings).serviceName || "Service";
  const name = `${service} Status`;
  return {
    title: component ? `${component.name} - ${name}` : name,
    description: `Incidents and scheduled maintenance of ${component ? component.name : service}`,
    author: service,
    pageURL: component ? `${origin}/components/${component.componentID}` : `${origin}/`,
    feedURL: `${origin}${path}`,
    updated: entries[0]?.updated ?? (raised[0]?.at || "1970-01-01T00:00:00.000Z"),
    entries,
  };
}

const A_YEAR = 365 * 86_400_000;

/** Maintenances of the last year and all that are to come, and what was cancelled lately. */
export async function loadCalendar(db: Db, origin: string): Promise<Calendar> {
  const since = new Date(Date.now() - A_YEAR).toISOString();
  const [settings, cancelled, ...rows] = await db.batch([
    selectSettings(db),
    selectCancelledMaintenances(db),
    ...selectMaintenancesSince(db, since),
  ]);
  const service = settingsOf(settings).serviceName || "Service";
  return { service, origin, maintenances: assembleNotices(rows), cancelled };
}

function entryOf(origin: string, notice: Notice): Entry {
  const { kind, noticeID, name, createdAt, changedAt, updatedAt } = notice;
  return {
    url: `${origin}/${kind}s/${noticeID}`,
    title: name,
    html: contentOf(notice),
    published: createdAt,
    updated: changedAt ?? updatedAt,
  };
}
