import { ascending } from "../../../web/shared/ascending.ts";
import { isolateDirection } from "../../../web/shared/isolate-direction.ts";
import { chooseDetail, escapedBytes } from "../../../web/status/views/choose-detail.ts";
import { selectGroup } from "../../components/groups/reads.ts";
import { selectComponent } from "../../components/reads.ts";
import { calendarMaintenances } from "../../notices/current.ts";
import { noticePath, type Topic } from "../../notices/domain.ts";
import { selectCancelledMaintenances } from "../../notices/maintenance/store.ts";
import { postmortemPath } from "../../notices/postmortem/domain.ts";
import { selectRecentPostmortems } from "../../notices/postmortem/reads.ts";
import type { LoadedNotice } from "../../notices/reads/assemble.ts";
import { loadNotices, selectNotices } from "../../notices/reads/load.ts";
import { recentlyChangedNotices } from "../../notices/store.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { KiB } from "../../shared/domain.ts";
import { selectRaisedAt } from "../../storage/content-version/store.ts";
import type { Db } from "../../storage/db.ts";
import type { Calendar } from "./calendar.ts";
import type { Entry, Feed } from "./feed.ts";
import { noticeHTML, postmortemHTML } from "./notice-html.tsx";

/** A reader that polls once a day misses nothing. */
const MAX_ENTRIES = 25;
/** The sizes of all messages. Shortened entries always fit. */
const BUDGET = { fullBytes: 800 * KiB, briefBytes: 100 * KiB };
const MAX_POSTMORTEM_CHARACTERS = 10_000;

interface FeedRequest {
  origin: string;
  path: string;
  topic?: Topic | undefined;
}

export async function loadFeed(db: Db, { origin, path, topic }: FeedRequest): Promise<Feed | undefined> {
  const recentNotices = recentlyChangedNotices(MAX_ENTRIES, topic);
  const componentID = topic && "componentID" in topic ? topic.componentID : "";
  const groupID = topic && "groupID" in topic ? topic.groupID : "";
  const [settings, versions, components, groups, postmortems, ...rows] = await db.batch([
    selectSettings(db),
    selectRaisedAt(db),
    selectComponent(db, componentID),
    selectGroup(db, groupID),
    selectRecentPostmortems(db, {
      limit: MAX_ENTRIES,
      maxCharacters: MAX_POSTMORTEM_CHARACTERS,
      topic,
    }),
    ...selectNotices(db, recentNotices),
  ]);
  const subject = components[0] ?? groups[0];
  if (topic && !subject) return undefined;
  const entries = toEntries([
    ...(await loadNotices(db, recentNotices, rows)).map((notice) => noticeItem(origin, notice)),
    ...postmortems.map((postmortem) => postmortemItem(origin, postmortem)),
  ]);
  const service = settingsOrDefaults(settings).serviceName || "Service";
  const name = `${isolateDirection(service)} Status`;
  return {
    title: subject ? `${isolateDirection(subject.name)} - ${name}` : name,
    description: `Incidents and scheduled maintenance of ${isolateDirection(subject?.name ?? service)}`,
    author: service,
    pageURL: origin + topicPath(topic),
    feedURL: `${origin}${path}`,
    updated: entries[0]?.updated ?? (versions[0]?.at || "1970-01-01T00:00:00.000Z"),
    entries,
  };
}

function topicPath(topic: Topic | undefined): string {
  if (!topic) return "/";
  return "groupID" in topic ? `/groups/${topic.groupID}` : `/components/${topic.componentID}`;
}

interface Item extends Omit<Entry, "html"> {
  full: () => string;
  brief: () => string;
}

function noticeItem(origin: string, notice: LoadedNotice): Item {
  const url = origin + noticePath(notice);
  return {
    url,
    title: notice.name,
    published: notice.createdAt,
    updated: notice.changedAt ?? notice.updatedAt,
    full: () => noticeHTML(notice, url),
    brief: () => noticeHTML({ ...notice, components: [], updates: [], isShortened: true }, url),
  };
}

type RecentPostmortem = Awaited<ReturnType<typeof selectRecentPostmortems>>[number];

/** The postmortem is an entry of its own, because feed readers show new entries, but often no changes of old ones. */
function postmortemItem(origin: string, postmortem: RecentPostmortem): Item {
  const { noticeID, name, body, publishedAt, updatedAt } = postmortem;
  const url = origin + postmortemPath(noticeID);
  return {
    url,
    title: `Write-up: ${isolateDirection(name)}`,
    published: publishedAt,
    updated: updatedAt,
    full: () => postmortemHTML(body, url, MAX_POSTMORTEM_CHARACTERS),
    brief: () => postmortemHTML("", url, 0),
  };
}

function toEntries(items: Item[]): Entry[] {
  const sorted = items.sort((one, other) => ascending(other.updated, one.updated)).slice(0, MAX_ENTRIES);
  const forms = {
    full: (item: Item) => item.full(),
    brief: (item: Item) => item.brief(),
    byteLength: escapedBytes,
  };
  const messages = chooseDetail(sorted, forms, BUDGET);
  return sorted.map(({ full: _, brief: __, ...entry }, index) => ({ ...entry, html: messages[index] ?? "" }));
}

export async function loadCalendar(db: Db, origin: string): Promise<Calendar> {
  const maintenances = calendarMaintenances(Date.now());
  const [settings, cancelled, ...rows] = await db.batch([
    selectSettings(db),
    selectCancelledMaintenances(db),
    ...selectNotices(db, maintenances),
  ]);
  const service = settingsOrDefaults(settings).serviceName || "Service";
  return { service, origin, maintenances: await loadNotices(db, maintenances, rows), cancelled };
}
