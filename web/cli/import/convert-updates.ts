import { type ComponentStatus, MAX_COMPONENTS } from "../../../worker/components/domain.ts";
import {
  isOpen,
  MAX_MESSAGE_CHARACTERS,
  type NoticeStatus,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import { incidentStates, maintenanceStates, POSTMORTEM_STATE } from "../../../worker/public/v2/domain.ts";
import { cut, type Fields, toObjects, toText, toTime } from "../fields.ts";
import { toComponentStatus, toName } from "./convert-components.ts";
import { derive, identify } from "./identify.ts";
import type { Notes } from "./notes.ts";
import type { NoticeContext } from "./notice-context.ts";

interface ComponentChange {
  componentID: string;
  name: string;
  oldStatus: ComponentStatus;
  newStatus: ComponentStatus;
}

export interface Update {
  noticeUpdateID: string;
  status: NoticeStatus;
  message: string;
  createdAt: string;
  updatedAt: string;
  changes: ComponentChange[];
}

/** @returns the oldest first */
export function convertUpdates(source: Fields[], notice: NoticeContext): Update[] {
  const updates = source
    .filter((update) => update.status !== POSTMORTEM_STATE)
    .map((update) => convertUpdate(update, notice));
  return limitComponents(updates, notice.notes)
    .reverse()
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : one.createdAt > other.createdAt ? 1 : 0));
}

function convertUpdate(update: Fields, notice: NoticeContext): Update {
  const { url, noticeID, createdAt, notes } = notice;
  const shownAt = toTime(update.display_at) ?? toTime(update.created_at);
  if (shownAt === undefined) notes.add("noTime");
  const message = toText(update.body);
  if (message.length > MAX_MESSAGE_CHARACTERS) notes.add("cutText");
  if (typeof update.custom_tweet === "string" && update.custom_tweet !== "") notes.add("tweet");
  const time = shownAt ?? createdAt;
  return {
    noticeUpdateID: identify(notes, "update", update.id, [
      url,
      noticeID,
      toText(update.status),
      time,
      message,
    ]),
    status: convertStatus(update.status, undefined, notice),
    message: cut(message, MAX_MESSAGE_CHARACTERS),
    createdAt: time,
    updatedAt: toTime(update.updated_at) ?? time,
    changes: convertChanges(update, notice),
  };
}

function convertChanges(update: Fields, { url, components, notes }: NoticeContext): ComponentChange[] {
  const changes = toObjects(update.affected_components).flatMap((each) => {
    const { code, old_status: old, new_status: now } = each;
    if (typeof code !== "string" || components.groupIDs.has(code)) return [];
    const known = components.bySourceID.get(code);
    return {
      componentID: known?.componentID ?? identify(notes, "component", code, [url, code]),
      name: toName(each.name ?? known?.name, "Component", notes),
      oldStatus: toComponentStatus(old, notes),
      newStatus: toComponentStatus(now, notes),
    };
  });
  return [...new Map(changes.map((change) => [change.componentID, change])).values()];
}

/** All updates together name no more components than an installation can have. */
function limitComponents(updates: Update[], notes: Notes): Update[] {
  const all = new Set(updates.flatMap(({ changes }) => changes.map(({ componentID }) => componentID)));
  const allowed = new Set([...all].slice(0, MAX_COMPONENTS));
  notes.add("extraAffected", all.size - allowed.size);
  return updates.map((update) => ({
    ...update,
    changes: update.changes.filter(({ componentID }) => allowed.has(componentID)),
  }));
}

/** @param instead for a status that Daymark doesn't know */
export function convertStatus(
  state: unknown,
  instead: NoticeStatus | undefined,
  { kind, notes }: NoticeContext,
): NoticeStatus {
  if (kind === "incident" && state === POSTMORTEM_STATE) return "Resolved";
  const states: Record<string, string> = kind === "incident" ? incidentStates : maintenanceStates;
  const known = noticeStatuses[kind].find((each) => states[each] === state);
  if (known === undefined) notes.add("noticeStatus");
  return known ?? instead ?? noticeStatuses[kind][0];
}

/** The page shows the status of the newest update, so one is added if the notice has another status. */
export function addStatusUpdate(
  updates: Update[],
  {
    status,
    updatedAt,
    resolvedAt,
  }: { status: NoticeStatus; updatedAt: string; resolvedAt: string | undefined },
  { url, noticeID, createdAt }: NoticeContext,
): Update[] {
  const newest = updates.at(-1);
  if (newest?.status === status) return updates;
  const endedAt = isOpen({ status }) ? undefined : resolvedAt;
  const at = endedAt ?? (newest ? updatedAt : createdAt);
  // A later update must not have an earlier time than the one before.
  const time = newest && newest.createdAt > at ? newest.createdAt : at;
  return [
    ...updates,
    {
      noticeUpdateID: derive(["status", url, noticeID, status]),
      status,
      message: "",
      createdAt: time,
      updatedAt: time,
      changes: [],
    },
  ];
}
