import { type ComponentStatus, MAX_COMPONENTS, worstStatus } from "../../../worker/components/domain.ts";
import {
  isOpen,
  isRunning,
  MAX_MESSAGE_CHARACTERS,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import { MAX_POSTMORTEM_CHARACTERS } from "../../../worker/postmortems/domain.ts";
import { HOUR_MS } from "../../../worker/time/domain.ts";
import { incidentStates, maintenanceStates, POSTMORTEM_STATE } from "../../../worker/v2/domain.ts";
import { cut, type Fields, isFields, objectsOf, textOf, timeOf } from "../fields.ts";
import { type Components, componentStatusOf, nameOf } from "./convert-components.ts";
import { groupBy } from "./group-by.ts";
import { derive, identify } from "./identify.ts";
import type { Notes } from "./notes.ts";

/** An update changed a component in this way. */
export interface ComponentChange {
  componentID: string;
  name: string;
  oldStatus: ComponentStatus;
  newStatus: ComponentStatus;
}

interface Update {
  noticeUpdateID: string;
  status: NoticeStatus;
  message: string;
  createdAt: string;
  updatedAt: string;
  changes: ComponentChange[];
}

interface Affected {
  componentID: string;
  name: string;
  status: ComponentStatus;
  isDeleted: boolean;
}

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
  postmortem:
    | { postmortemID: string; body: string; publishedAt: string; updatedAt: string; isNotified: boolean }
    | undefined;
}

export function convertNotice(
  kind: NoticeKind,
  source: Fields,
  { url, components, notes }: { url: string; components: Components; notes: Notes },
): ConvertedNotice {
  const name = nameOf(source.name, kind === "incident" ? "Incident" : "Maintenance", notes);
  const allUpdates = objectsOf(source.incident_updates);
  const created = timeOf(source.created_at) ?? timeOf(source.started_at) ?? timeOf(source.scheduled_for);
  if (created === undefined) notes.add("noTime");
  const firstKnown = created ?? timesOf(allUpdates).sort()[0] ?? new Date(0).toISOString();
  // An incident can have begun before somebody wrote about it.
  const createdAt = (kind === "incident" && timeOf(source.started_at)) || firstKnown;
  const noticeID = identify(notes, "notice", source.id, [url, kind, name, createdAt]);
  const namedIDs = new Set<string>();
  const extraIDs = new Set<string>();
  const resolvedAt = timeOf(source.resolved_at);
  const status = statusOf(source.status, resolvedAt === undefined ? undefined : endOf(kind));
  const updates = allUpdates
    .filter((update) => update.status !== POSTMORTEM_STATE)
    .map((update) => updateOf(update))
    .reverse()
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
  const updatedAt = timeOf(source.updated_at) ?? updates.at(-1)?.updatedAt ?? createdAt;
  // The page shows the status of the newest update.
  if (updates.at(-1)?.status !== status)
    updates.push({
      noticeUpdateID: derive(["status", url, noticeID, status]),
      status,
      message: "",
      changes: [],
      ...later(
        updates.at(-1)?.createdAt,
        (isOpen({ status }) ? undefined : resolvedAt) ?? (updates.length === 0 ? createdAt : updatedAt),
      ),
    });
  notes.add("extraAffected", extraIDs.size);
  const affected = affectedBy();
  checkImpact();
  return {
    noticeID,
    kind,
    name,
    status,
    createdAt,
    updatedAt,
    updates,
    affected,
    ...(kind === "maintenance" ? windowOf() : { startAt: null, endAt: null }),
    isBackfilled: kind === "incident" && source.backfilled === true && status === "Resolved",
    postmortem: postmortemOf(),
  };

  function updateOf(update: Fields): Update {
    const shownAt = timeOf(update.display_at) ?? timeOf(update.created_at);
    if (shownAt === undefined) notes.add("noTime");
    const message = textOf(update.body);
    if (message.length > MAX_MESSAGE_CHARACTERS) notes.add("cutText");
    if (typeof update.custom_tweet === "string" && update.custom_tweet !== "") notes.add("tweet");
    const time = shownAt ?? createdAt;
    return {
      noticeUpdateID: identify(notes, "update", update.id, [
        url,
        noticeID,
        textOf(update.status),
        time,
        message,
      ]),
      status: statusOf(update.status, undefined),
      message: cut(message, MAX_MESSAGE_CHARACTERS),
      createdAt: time,
      updatedAt: timeOf(update.updated_at) ?? time,
      changes: changesOf(update),
    };
  }

  function changesOf(update: Fields): ComponentChange[] {
    const changes = objectsOf(update.affected_components).flatMap((each) => {
      const { code, old_status: old, new_status: now } = each;
      if (typeof code !== "string" || components.groupIDs.has(code)) return [];
      const known = components.bySourceID.get(code);
      return {
        componentID: known?.componentID ?? identify(notes, "component", code, [url, code]),
        name: nameOf(each.name ?? known?.name, "Component", notes),
        oldStatus: componentStatusOf(old, notes),
        newStatus: componentStatusOf(now, notes),
      };
    });
    const distinct = [...new Map(changes.map((change) => [change.componentID, change])).values()];
    return distinct.filter(({ componentID }) => mayName(componentID));
  }

  /** All updates together name no more components than an installation can have. */
  function mayName(componentID: string): boolean {
    if (namedIDs.size < MAX_COMPONENTS) namedIDs.add(componentID);
    if (!namedIDs.has(componentID)) extraIDs.add(componentID);
    return namedIDs.has(componentID);
  }

  /** Tells what the notice says about each component that it names. */
  function affectedBy(): Affected[] {
    const existing = new Set([...components.bySourceID.values()].map(({ componentID }) => componentID));
    const changes = updates
      .filter((update) => update.status !== "Scheduled")
      .flatMap((update) => update.changes);
    const all = updates.flatMap((update) => update.changes);
    const named = objectsOf(source.components).flatMap(({ id }) => components.bySourceID.get(id) ?? []);
    if (named.length > 0 && all.length === 0 && status !== "Scheduled") notes.add("noComponentStatus");
    const names = new Map([...named, ...all].map(({ componentID, name }) => [componentID, name]));
    const changesByID = groupBy(changes, ({ componentID }) => componentID);
    const currentStatuses = new Map(named.map((component) => [component.componentID, component.status]));
    return [...names].map(([componentID, name]) => {
      const statuses = (changesByID.get(componentID) ?? []).map((change) => change.newStatus);
      const current = currentStatuses.get(componentID);
      return {
        componentID,
        name,
        status: affectedStatus(statuses, current),
        isDeleted: !existing.has(componentID),
      };
    });
  }

  function affectedStatus(
    statuses: ComponentStatus[],
    current: ComponentStatus | undefined,
  ): ComponentStatus {
    if (kind === "incident")
      return statuses.at(-1) ?? (isOpen({ status }) ? current : undefined) ?? "Operational";
    // The page tells what a maintenance was about, also when it is over.
    const worst = worstStatus(statuses);
    if (worst !== "Operational") return worst;
    return isRunning(status) && current ? current : "Under Maintenance";
  }

  function checkImpact(): void {
    if (kind !== "incident") return;
    const statuses = [
      ...affected.map((each) => each.status),
      ...updates.flatMap((update) => update.changes.map((change) => change.newStatus)),
    ];
    if (source.impact !== impacts[worstStatus(statuses)]) notes.add("impact");
  }

  function windowOf() {
    const startAt = timeOf(source.scheduled_for);
    if (startAt === undefined) notes.add("noTime");
    const start = startAt ?? createdAt;
    const end = timeOf(source.scheduled_until);
    if (end !== undefined && end > start) return { startAt: start, endAt: end };
    notes.add("noWindow");
    return { startAt: start, endAt: new Date(Date.parse(start) + HOUR_MS).toISOString() };
  }

  function postmortemOf(): ConvertedNotice["postmortem"] {
    const update = allUpdates.find((each) => each.status === POSTMORTEM_STATE);
    const body = textOf(source.postmortem_body) || textOf(update?.body);
    if (kind !== "incident" || body === "" || source.postmortem_ignored === true) return undefined;
    const publishedAt =
      timeOf(source.postmortem_published_at) ??
      (update && (timeOf(update.display_at) ?? timeOf(update.created_at)));
    if (status !== "Resolved" || publishedAt === undefined) {
      notes.add("draft");
      return undefined;
    }
    if (body.length > MAX_POSTMORTEM_CHARACTERS) notes.add("cutText");
    return {
      postmortemID: identify(notes, "postmortem", update?.id, [url, noticeID]),
      body: cut(body, MAX_POSTMORTEM_CHARACTERS),
      publishedAt,
      updatedAt: timeOf(source.postmortem_body_last_updated_at) ?? publishedAt,
      isNotified: source.postmortem_notified_subscribers === true,
    };
  }

  /** @param instead for a status that Daymark doesn't know */
  function statusOf(state: unknown, instead: NoticeStatus | undefined): NoticeStatus {
    if (kind === "incident" && state === POSTMORTEM_STATE) return "Resolved";
    const states: Record<string, string> = kind === "incident" ? incidentStates : maintenanceStates;
    const known = noticeStatuses[kind].find((each) => states[each] === state);
    if (known === undefined) notes.add("noticeStatus");
    return known ?? instead ?? noticeStatuses[kind][0];
  }
}

const impacts: Record<ComponentStatus, string> = {
  Operational: "minor",
  "Under Maintenance": "minor",
  "Degraded Performance": "minor",
  "Partial Outage": "major",
  "Major Outage": "critical",
};

function endOf(kind: NoticeKind): NoticeStatus {
  return kind === "incident" ? "Resolved" : "Completed";
}

function timesOf(updates: Fields[]): string[] {
  return updates.filter(isFields).flatMap(({ created_at: at }) => timeOf(at) ?? []);
}

/** A later update must not have an earlier time than the one before. */
function later(before: string | undefined, at: string) {
  const time = before !== undefined && before > at ? before : at;
  return { createdAt: time, updatedAt: time };
}
