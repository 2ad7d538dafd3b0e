import { isolateDirection } from "../../web/shared/isolate-direction.ts";
import { escapedBytes } from "../../web/status/views/choose-detail.ts";
import { selectRaisedAt } from "../cache/content-version/store.ts";
import { selectComponent } from "../components/store.ts";
import { selectCancelledMaintenances } from "../maintenances/store.ts";
import type { LoadedNotice } from "../notices/assemble.ts";
import { calendarMaintenances } from "../notices/current.ts";
import { noticePath } from "../notices/domain.ts";
import { loadNotices, selectNotices } from "../notices/load.ts";
import { recentlyChangedNotices } from "../notices/store.ts";
import { fitWithin } from "../pages/fit-within.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import type { Db } from "../storage/db.ts";
import { KiB } from "../storage/domain.ts";
import type { Calendar } from "./calendar.ts";
import type { Entry, Feed } from "./feed.ts";
import { noticeHTML } from "./notice-html.tsx";

/** Enough that a reader which polls once a day misses nothing. */
const MAX_ENTRIES = 25;
/** The size of all messages. Shortened entries always fit. */
const MAX_BYTES = 900 * KiB;

interface FeedRequest {
  origin: string;
  path: string;
  componentID?: string | undefined;
}

/** The latest changes of the page or of one component. Undefined if the component is unknown. */
export async function loadFeed(
  db: Db,
  { origin, path, componentID }: FeedRequest,
): Promise<Feed | undefined> {
  const changed = recentlyChangedNotices(MAX_ENTRIES, componentID);
  const [settings, versions, found, ...rows] = await db.batch([
    selectSettings(db),
    selectRaisedAt(db),
    selectComponent(db, componentID ?? ""),
    ...selectNotices(db, changed),
  ]);
  const [component] = found;
  if (componentID !== undefined && !component) return undefined;
  const entries = entriesOf(origin, await loadNotices(db, changed, rows));
  const service = settingsOf(settings).serviceName || "Service";
  const name = `${isolateDirection(service)} Status`;
  return {
    title: component ? `${isolateDirection(component.name)} - ${name}` : name,
    description: `Incidents and scheduled maintenance of ${isolateDirection(component ? component.name : service)}`,
    author: service,
    pageURL: component ? `${origin}/components/${component.componentID}` : `${origin}/`,
    feedURL: `${origin}${path}`,
    updated: entries[0]?.updated ?? (versions[0]?.at || "1970-01-01T00:00:00.000Z"),
    entries,
  };
}

function entriesOf(origin: string, notices: LoadedNotice[]): Entry[] {
  const sorted = notices
    .map((notice) => ({ notice, updated: notice.changedAt ?? notice.updatedAt }))
    .sort((one, other) => other.updated.localeCompare(one.updated))
    .map((entry) => ({ ...entry, url: origin + noticePath(entry.notice) }));
  const { parts } = fitWithin(MAX_BYTES, sorted, {
    full: ({ notice, url }) => noticeHTML(notice, url),
    short: ({ notice, url }) => noticeHTML({ ...notice, components: [], updates: [], shortened: true }, url),
    bytesOf: escapedBytes,
  });
  return sorted.map(({ notice: { name, createdAt }, updated, url }, at) => ({
    url,
    title: name,
    html: parts[at] ?? "",
    published: createdAt,
    updated,
  }));
}

export async function loadCalendar(db: Db, origin: string): Promise<Calendar> {
  const maintenances = calendarMaintenances(Date.now());
  const [settings, cancelled, ...rows] = await db.batch([
    selectSettings(db),
    selectCancelledMaintenances(db),
    ...selectNotices(db, maintenances),
  ]);
  const service = settingsOf(settings).serviceName || "Service";
  return { service, origin, maintenances: await loadNotices(db, maintenances, rows), cancelled };
}
