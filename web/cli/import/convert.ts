import { createHash } from "node:crypto";
import { type ArchivePart, archiveParts } from "../../../worker/backup/domain.ts";
import { MAX_COMPONENTS } from "../../../worker/components/domain.ts";
import { MAX_GROUPS } from "../../../worker/components/groups/domain.ts";
import { isRunning, MAX_NAME_CHARACTERS } from "../../../worker/notices/domain.ts";
import type { Manifest, PartRows, Row } from "../archive/read-archive.ts";
import { toManifest } from "../archive/write-archive.ts";
import { cut, toText, toTime } from "../fields.ts";
import { count, plain } from "../output.ts";
import { type Components, convertComponents } from "./convert-components.ts";
import { convertMetrics } from "./convert-metrics.ts";
import { type ConvertedNotice, convertNotice } from "./convert-notices.ts";
import { convertSubscribers } from "./convert-subscribers.ts";
import { convertTemplates } from "./convert-templates.ts";
import { refused } from "./fetch-source.ts";
import { Notes } from "./notes.ts";
import type { SourceLists, SourcePage } from "./read-source.ts";
import { toStatusChanges } from "./status-changes.ts";

const MAX_NOTICES = 20_000;

export type ImportRows = Partial<Record<ArchivePart, Row[]>>;

export interface Import {
  /** Empty if the source has none. */
  name: string;
  rows: ImportRows;
  notices: ConvertedNotice[];
  /** Sentences that tell what is lost or changed. */
  notes: string[];
}

/** Converts a page to rows of an archive. The same source gives the same rows, so a second import changes nothing. */
export function convert(source: SourcePage): Import {
  if (source.components.length + source.incidents.length + source.maintenances.length === 0)
    throw refused(`${source.url} has no components, incidents or maintenances.`);
  const notes = new Notes();
  notes.say(
    source.lists
      ? "An import has no points of metrics, which the API of Statuspage doesn't tell, no logos or colors, and no changes of components outside of incidents and maintenances."
      : "An import has no subscribers, metrics, templates, logos or colors, and no changes of components outside of incidents and maintenances.",
  );
  for (const sentence of source.lost) notes.say(sentence);
  const since = uptimeStart(source);
  const components = convertComponents(source, since, notes);
  refuseTooMany(source, components);
  if (source.isFull.incidents) {
    const from =
      since === undefined ? "" : ` Uptime begins on ${since.slice(0, 10)}, because nothing older is known.`;
    notes.say(
      `Incidents that are older than the ${count(source.incidents.length, "newest", "newest")}.${from}`,
    );
  }
  if (source.isFull.maintenances)
    notes.say(
      `Maintenances that are older than the ${count(source.maintenances.length, "newest", "newest")}.`,
    );
  const notices = distinct(
    [
      ...source.incidents.map((each) => convertNotice("incident", each, { ...source, components, notes })),
      ...source.maintenances.map((each) =>
        convertNotice("maintenance", each, { ...source, components, notes }),
      ),
    ],
    notes,
  ).sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
  const name = cut(toText(source.name).replace(/\s+/g, " "), MAX_NAME_CHARACTERS);
  const rows = {
    ...toRows(components, notices, toStatusChanges(components.components, notices)),
    ...(source.lists && listRows(source.lists, { url: source.url, components, notes })),
  };
  return { name, rows, notices, notes: notes.list() };
}

/** Uptime must not be greener than the truth: what happened before the oldest incident of a full list is unknown. */
function uptimeStart({ incidents, isFull }: SourcePage): string | undefined {
  if (!isFull.incidents) return undefined;
  return incidents.flatMap(({ created_at: at }) => toTime(at) ?? []).sort()[0];
}

function refuseTooMany(
  { url, incidents, maintenances }: SourcePage,
  { groups, components }: Components,
): void {
  const limits = [
    [components.length, MAX_COMPONENTS, "components"],
    [groups.length, MAX_GROUPS, "groups"],
    [incidents.length + maintenances.length, MAX_NOTICES, "incidents and maintenances"],
  ] as const;
  for (const [number, max, what] of limits)
    if (number > max)
      throw refused(
        `${plain(url)} has ${number.toLocaleString("en")} ${what}, and ${max.toLocaleString("en")} can be imported.`,
      );
}

function distinct(notices: ConvertedNotice[], notes: Notes): ConvertedNotice[] {
  const [noticeIDs, updateIDs] = [new Set<string>(), new Set<string>()];
  const isNew = (ids: Set<string>, id: string) => {
    if (ids.has(id)) notes.add("repeated");
    return !ids.has(id) && ids.add(id) !== undefined;
  };
  return notices
    .filter(({ noticeID }) => isNew(noticeIDs, noticeID))
    .map((notice) => ({
      ...notice,
      updates: notice.updates.filter(({ noticeUpdateID }) => isNew(updateIDs, noticeUpdateID)),
    }))
    .filter(({ updates }) => updates.length > 0);
}

function toRows(
  { groups, components }: Components,
  notices: ConvertedNotice[],
  statusChanges: ReturnType<typeof toStatusChanges>,
): ImportRows {
  return {
    componentGroups: groups.map((group) => ({ ...group })),
    components: components.map((component) => ({ ...component })),
    statusChanges: statusChanges.map((change) => ({ ...change })),
    notices: notices.map(noticeRow),
    noticeUpdates: notices.flatMap(({ noticeID, updates }) =>
      updates.map(({ changes: _, ...update }) => ({ ...update, noticeID })),
    ),
    noticeUpdateComponents: notices.flatMap(({ updates }) =>
      updates.flatMap(({ noticeUpdateID, changes }) =>
        changes.map((change) => ({ noticeUpdateID, ...change })),
      ),
    ),
    noticeComponents: notices.flatMap((notice) =>
      notice.affected
        .filter(({ isDeleted }) => !isDeleted)
        .map(({ componentID, status }) => ({
          noticeID: notice.noticeID,
          componentID,
          status,
          ...restoreFields(notice, componentID),
          createdAt: notice.createdAt,
          changedAt: notice.updatedAt,
        })),
    ),
    deletedComponents: notices.flatMap(({ noticeID, affected }) =>
      affected
        .filter(({ isDeleted }) => isDeleted)
        .map(({ componentID, name, status }, order) => ({ noticeID, componentID, name, status, order })),
    ),
    postmortems: notices.flatMap(({ noticeID, postmortem }): Row[] =>
      postmortem ? [postmortemRow(noticeID, postmortem)] : [],
    ),
  };
}

function listRows(
  lists: SourceLists,
  context: { url: string; components: Components; notes: Notes },
): ImportRows {
  return {
    templates: convertTemplates(lists.templates, context).map((row) => ({ ...row })),
    metrics: convertMetrics(lists, context).map((row) => ({ ...row })),
    subscribers: convertSubscribers(lists, context).map((row) => ({ ...row })),
  };
}

function noticeRow({
  noticeID,
  kind,
  name,
  status,
  startAt,
  endAt,
  createdAt,
  updatedAt,
  ...more
}: ConvertedNotice) {
  return {
    noticeID,
    kind,
    name,
    status,
    message: more.updates.at(-1)?.message ?? "",
    startAt,
    endAt,
    createdAt,
    updatedAt,
    editedAt: "",
    sequence: 0,
    deletedComponentCount: more.affected.filter(({ isDeleted }) => isDeleted).length,
    postmortemPublishedAt: more.postmortem?.publishedAt ?? null,
    isBackfilled: more.isBackfilled,
    // The schedule fills it in.
    nextReminderAt: kind === "maintenance" && status === "Scheduled" ? "" : null,
  };
}

/** Lists the statuses that a maintenance in progress gives back at its end. */
function restoreFields({ status, startAt, updates }: ConvertedNotice, componentID: string) {
  if (!isRunning(status)) return { restoreStatus: null, restoreSeenAt: null };
  const first = updates.find((update) => update.status !== "Scheduled");
  const before = first?.changes.find((change) => change.componentID === componentID)?.oldStatus;
  return {
    restoreStatus: before === undefined || before === "Under Maintenance" ? "Operational" : before,
    restoreSeenAt: first?.createdAt ?? startAt,
  };
}

function postmortemRow(
  noticeID: string,
  { postmortemID, body, publishedAt, updatedAt, isNotified }: NonNullable<ConvertedNotice["postmortem"]>,
): Row {
  return {
    noticeID,
    postmortemID,
    body,
    state: "Published",
    publishedAt,
    notifiedAt: isNotified ? publishedAt : null,
    createdAt: publishedAt,
    updatedAt,
  };
}

/** The rows as if they came out of a file. */
export function toArchive(rows: ImportRows): { manifest: Manifest; parts: AsyncIterable<PartRows> } {
  const writtenParts = new Map(
    archiveParts.map((part) => {
      const hash = createHash("sha256");
      for (const row of rows[part] ?? []) hash.update(`${JSON.stringify(row)}\n`);
      return [part, { rows: rows[part]?.length ?? 0, sha256: hash.digest("hex") }] as const;
    }),
  );
  return { manifest: toManifest(writtenParts), parts: toParts(rows) };
}

async function* toParts(rows: ImportRows): AsyncGenerator<PartRows> {
  for (const part of archiveParts) yield { part, rows: each(rows[part] ?? []) };
}

async function* each(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}
