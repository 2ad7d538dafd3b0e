import { type SQL, sql } from "drizzle-orm";
import { type PageEntry, pageEntries } from "../../components/groups/domain.ts";
import { selectGroups, toGroups } from "../../components/groups/reads.ts";
import { selectComponents } from "../../components/reads.ts";
import {
  currentMaintenances,
  openIncidents,
  selectCurrent,
  summarizeCurrent,
} from "../../notices/current.ts";
import { type NoticeKind, runningStatuses } from "../../notices/domain.ts";
import { postmortemsByNotice, selectPostmortems } from "../../notices/postmortem/reads.ts";
import { loadNotices, noticeIDs, selectNotices, unionAll } from "../../notices/reads/load.ts";
import { excerptLimits, type LoadLimits } from "../../notices/reads/load-limits.ts";
import { notices } from "../../notices/table.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { selectRaisedAt } from "../../storage/content-version/store.ts";
import type { Db } from "../../storage/db.ts";
import { byUpdate, selectAffected } from "./affected.ts";
import { MAX_NOTICES } from "./domain.ts";

/** Clients rely on every incident having at least one update. */
const limits: LoadLimits = {
  updates: 100,
  characters: 5000,
  messageBytes: 2 * MAX_NOTICES * 5000 * 4,
  components: 25,
  nameBytes: excerptLimits.nameBytes,
};

const newest = (kind: NoticeKind) =>
  noticeIDs(sql`${notices} WHERE ${notices.kind} = ${kind}
    ORDER BY ${notices.createdAt} DESC, ${notices.noticeID} DESC LIMIT ${MAX_NOTICES}`);

export const noticeSets = {
  none: noticeIDs(sql`${notices} WHERE 0`),
  incidents: newest("incident"),
  unresolved: openIncidents(MAX_NOTICES),
  maintenances: newest("maintenance"),
  upcoming: currentMaintenances(MAX_NOTICES, ["Scheduled"]),
  active: currentMaintenances(MAX_NOTICES, runningStatuses),
  current: unionAll([openIncidents(MAX_NOTICES), currentMaintenances(MAX_NOTICES)]),
} satisfies Record<string, SQL>;

export function ofNotice(noticeID: string): SQL {
  return noticeIDs(sql`${notices} WHERE ${notices.noticeID} = ${noticeID}`);
}

export type Content = Awaited<ReturnType<typeof loadContent>>;

export async function loadContent(db: Db, ids: SQL) {
  const query = { ids, limits };
  const [settings, raised, components, groups, counts, underMaintenance, affected, postmortems, ...rows] =
    await db.batch([
      selectSettings(db),
      selectRaisedAt(db),
      selectComponents(db),
      selectGroups(db),
      ...selectCurrent(db),
      selectAffected(db, ids, limits),
      selectPostmortems(db, ids, limits.characters),
      ...selectNotices(db, query),
    ]);
  const entries = pageEntries(components, toGroups(groups, components));
  return {
    settings: settingsOrDefaults(settings),
    changedAt: raised[0]?.at || "1970-01-01T00:00:00.000Z",
    components,
    entries,
    positions: pagePositions(entries),
    current: summarizeCurrent(counts, underMaintenance),
    affected: byUpdate(affected),
    postmortems: postmortemsByNotice(postmortems, limits.characters),
    notices: await loadNotices(db, query, rows),
  };
}

/** The positions of components: in their group, or on the page without one. */
function pagePositions(entries: PageEntry<{ componentID: string }, unknown>[]): Map<string, number> {
  const positions = entries.flatMap(({ group, components }, index) =>
    components.map(
      ({ componentID }, memberIndex) => [componentID, (group ? memberIndex : index) + 1] as const,
    ),
  );
  return new Map(positions);
}
