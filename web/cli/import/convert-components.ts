import {
  type ComponentPlace,
  type ComponentStatus,
  componentStatuses,
} from "../../../worker/components/domain.ts";
import { MAX_NAME_CHARACTERS } from "../../../worker/notices/domain.ts";
import { componentStates } from "../../../worker/public/v2/domain.ts";
import { isDay } from "../../../worker/shared/time/domain.ts";
import { cut, type Fields, toText, toTime } from "../fields.ts";
import { groupBy } from "./group-by.ts";
import { identify } from "./identify.ts";
import type { Notes } from "./notes.ts";

export const MAX_DESCRIPTION_CHARACTERS = 1000;

export interface ComponentGroupRow {
  groupID: string;
  name: string;
  order: number;
  createdAt: string;
  updatedAt: string;
}

export interface ComponentRow {
  componentID: string;
  name: string;
  description: string;
  status: ComponentStatus;
  order: number;
  createdAt: string;
  updatedAt: string;
  groupID: string | null;
  shown: ComponentPlace;
  showsUptime: boolean;
  uptimeSince: string;
}

export interface Components {
  groups: ComponentGroupRow[];
  components: ComponentRow[];
  /** The IDs of the source, which its incidents name. */
  bySourceID: Map<unknown, ComponentRow>;
  /** The groups' IDs here, by those of the source. */
  groupIDs: Map<unknown, string>;
}

/** @param since nothing is known of the time before it, so no uptime is shown for that */
export function convertComponents(
  { url, components: all }: { url: string; components: Fields[] },
  since: string | undefined,
  notes: Notes,
): Components {
  const sorted = distinct(all, notes).sort((one, other) => toPosition(one) - toPosition(other));
  const members = membersByGroup(sorted, notes);
  const alone = new Set(members.get(null));
  const groupIDs: Components["groupIDs"] = new Map();
  const groups: ComponentGroupRow[] = [];
  const components: ComponentRow[] = [];
  const bySourceID: Components["bySourceID"] = new Map();
  let order = 0;
  for (const entry of sorted) {
    if (entry.group !== true && !alone.has(entry)) continue;
    if (entry.group !== true) {
      add(entry, null);
      continue;
    }
    const group = toGroup(entry);
    groups.push(group);
    groupIDs.set(entry.id, group.groupID);
    for (const member of members.get(entry.id) ?? []) add(member, group.groupID);
  }
  return { groups, components, bySourceID, groupIDs };

  function toGroup(entry: Fields): ComponentGroupRow {
    if (toText(entry.description) !== "") notes.add("groupDescription");
    order += 1;
    const { name, createdAt, updatedAt } = nameAndTimes(entry, "Group", since, notes);
    const groupID = identify(notes, "group", entry.id, [url, name, order]);
    return { groupID, name, order, createdAt, updatedAt };
  }

  function add(entry: Fields, groupID: string | null): void {
    order += 1;
    const { name, createdAt, updatedAt } = nameAndTimes(entry, "Component", since, notes);
    const description = toText(entry.description);
    if (description.length > MAX_DESCRIPTION_CHARACTERS) notes.add("cutText");
    const begin = since !== undefined && since > createdAt ? since : createdAt;
    const component = {
      componentID: identify(notes, "component", entry.id, [url, name, order]),
      name,
      description: cut(description, MAX_DESCRIPTION_CHARACTERS),
      status: toComponentStatus(entry.status, notes),
      order,
      createdAt: begin,
      updatedAt: updatedAt > begin ? updatedAt : begin,
      groupID,
      shown: entry.only_show_if_degraded === true ? "affected" : "always",
      showsUptime: entry.showcase !== false,
      uptimeSince: toUptimeSince(entry.start_date, since ?? begin),
    } satisfies ComponentRow;
    components.push(component);
    bySourceID.set(entry.id, component);
  }
}

/** A page must not claim an uptime for days of which nothing is known, so an earlier day is left out. */
function toUptimeSince(day: unknown, since: string): string {
  return typeof day === "string" && isDay(day) && day > since.slice(0, 10) ? day : "";
}

function nameAndTimes(entry: Fields, kind: string, since: string | undefined, notes: Notes) {
  const name = toName(entry.name, kind, notes);
  const [createdAt, updatedAt] = [toTime(entry.created_at), toTime(entry.updated_at)];
  if (createdAt === undefined) notes.add("noTime");
  const known = createdAt ?? updatedAt ?? since ?? new Date(0).toISOString();
  return { name, createdAt: known, updatedAt: updatedAt ?? known };
}

/** @returns the components by the ID of their group in the source, or by null */
function membersByGroup(entries: Fields[], notes: Notes) {
  const [sourceGroups, sourceComponents] = [true, false].map((isGroup) =>
    entries.filter(({ group }) => (group === true) === isGroup),
  ) as [Fields[], Fields[]]; // as many as were mapped
  const sourceGroupIDs = new Set(sourceGroups.map(({ id }) => id));
  return groupBy(sourceComponents, ({ group_id: id }) => {
    if (sourceGroupIDs.has(id)) return id;
    if (typeof id === "string" && id !== "") notes.add("noGroup");
    return null;
  });
}

function distinct(entries: Fields[], notes: Notes): Fields[] {
  const seen = new Set<unknown>();
  return entries.filter(({ id }) => {
    if (typeof id === "string" && seen.has(id)) {
      notes.add("repeated");
      return false;
    }
    seen.add(id);
    return true;
  });
}

function toPosition({ position }: Fields): number {
  return typeof position === "number" && Number.isFinite(position) ? position : Number.MAX_SAFE_INTEGER;
}

export function toName(
  value: unknown,
  instead: string,
  notes: Notes,
  maxCharacters = MAX_NAME_CHARACTERS,
): string {
  const name = toText(value).replace(/\s+/g, " ");
  if (name === "") notes.add("noName");
  if (name.length > maxCharacters) notes.add("cutText");
  return name === "" ? instead : cut(name, maxCharacters);
}

/** A page must not be greener than its source, so an unknown status isn't Operational. */
export function toComponentStatus(state: unknown, notes: Notes): ComponentStatus {
  const status = componentStatuses.find((each) => componentStates[each] === state);
  if (status === undefined) notes.add("componentStatus");
  return status ?? "Degraded Performance";
}
