import { type ComponentStatus, worstStatus } from "../../../worker/components/domain.ts";
import type { NoticeKind, NoticeStatus } from "../../../worker/notices/domain.ts";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { type Fields, toObjects, toTime } from "../fields.ts";
import { type Affected, affectedComponents } from "./affected-components.ts";
import { toName } from "./convert-components.ts";
import { type ConvertedPostmortem, convertPostmortem } from "./convert-postmortem.ts";
import { addStatusUpdate, convertStatus, convertUpdates, type Update } from "./convert-updates.ts";
import { identify } from "./identify.ts";
import type { Notes } from "./notes.ts";
import type { ImportContext, NoticeContext } from "./notice-context.ts";

export interface ConvertedNotice {
  noticeID: string;
  kind: NoticeKind;
  name: string;
  status: NoticeStatus;
  startAt: string | null;
  endAt: string | null;
  createdAt: string;
  updatedAt: string;
  isBackfilled: boolean;
  /** Oldest first, and never empty. */
  updates: Update[];
  affected: Affected[];
  postmortem: ConvertedPostmortem | undefined;
}

export function convertNotice(kind: NoticeKind, source: Fields, context: ImportContext): ConvertedNotice {
  const { url, notes } = context;
  const name = toName(source.name, kind === "incident" ? "Incident" : "Maintenance", notes);
  const createdAt = convertCreatedAt(kind, source, notes);
  const noticeID = identify(notes, "notice", source.id, [url, kind, name, createdAt]);
  const notice = { ...context, kind, noticeID, createdAt };
  const resolvedAt = toTime(source.resolved_at);
  const status = convertStatus(
    source.status,
    resolvedAt === undefined ? undefined : finalStatus(kind),
    notice,
  );
  const converted = convertUpdates(toObjects(source.incident_updates), notice);
  const updatedAt = toTime(source.updated_at) ?? converted.at(-1)?.updatedAt ?? createdAt;
  const updates = addStatusUpdate(converted, { status, updatedAt, resolvedAt }, notice);
  const affected = affectedComponents(source, { kind, status, updates }, context);
  if (kind === "incident" && source.impact !== worstImpact(affected, updates)) notes.add("impact");
  return {
    noticeID,
    kind,
    name,
    status,
    createdAt,
    updatedAt,
    updates,
    affected,
    ...(kind === "maintenance" ? convertWindow(source, notice) : { startAt: null, endAt: null }),
    isBackfilled: kind === "incident" && source.backfilled === true && status === "Resolved",
    postmortem: convertPostmortem(source, status, notice),
  };
}

/** An incident can have begun before somebody wrote about it. */
function convertCreatedAt(kind: NoticeKind, source: Fields, notes: Notes): string {
  const created = toTime(source.created_at) ?? toTime(source.started_at) ?? toTime(source.scheduled_for);
  if (created === undefined) notes.add("noTime");
  const firstKnown =
    created ?? creationTimes(toObjects(source.incident_updates)).sort()[0] ?? new Date(0).toISOString();
  return (kind === "incident" && toTime(source.started_at)) || firstKnown;
}

function convertWindow(source: Fields, { createdAt, notes }: NoticeContext) {
  const startAt = toTime(source.scheduled_for);
  if (startAt === undefined) notes.add("noTime");
  const start = startAt ?? createdAt;
  const end = toTime(source.scheduled_until);
  if (end !== undefined && end > start) return { startAt: start, endAt: end };
  notes.add("noWindow");
  return { startAt: start, endAt: new Date(Date.parse(start) + HOUR_MS).toISOString() };
}

const impacts: Record<ComponentStatus, string> = {
  Operational: "minor",
  "Under Maintenance": "minor",
  "Degraded Performance": "minor",
  "Partial Outage": "major",
  "Major Outage": "critical",
};

function worstImpact(affected: Affected[], updates: Update[]): string {
  const changes = updates.flatMap((update) => update.changes);
  return impacts[
    worstStatus([...affected.map((each) => each.status), ...changes.map((change) => change.newStatus)])
  ];
}

function finalStatus(kind: NoticeKind): NoticeStatus {
  return kind === "incident" ? "Resolved" : "Completed";
}

function creationTimes(updates: Fields[]): string[] {
  return updates.flatMap(({ created_at: at }) => toTime(at) ?? []);
}
