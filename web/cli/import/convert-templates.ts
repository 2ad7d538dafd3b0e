import type { ComponentStatus } from "../../../worker/components/domain.ts";
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_NAME_CHARACTERS,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import {
  escapeVariables,
  foldCase,
  MAX_TEMPLATE_COMPONENTS,
  MAX_TEMPLATE_NAME_CHARACTERS,
  MAX_TEMPLATES,
} from "../../../worker/notices/templates/domain.ts";
import { incidentStates, maintenanceStates } from "../../../worker/public/v2/domain.ts";
import { cut, type Fields, toObjects, toText } from "../fields.ts";
import { type Components, toName } from "./convert-components.ts";
import { identify } from "./identify.ts";
import type { Notes } from "./notes.ts";

export interface TemplateRow {
  templateID: string;
  name: string;
  kind: NoticeKind;
  title: string;
  message: string;
  status: NoticeStatus | null;
  /** JSON. */
  components: string;
  createdAt: string;
  updatedAt: string;
}

/** Statuspage tells no times of a template, and nothing shows those of Daymark. */
const UNKNOWN_TIME = new Date(0).toISOString();

/** @see https://developer.statuspage.io/#operation/getPagesPageIdIncidentTemplates */
export function convertTemplates(
  all: Fields[],
  { url, components, notes }: { url: string; components: Components; notes: Notes },
): TemplateRow[] {
  const names = new Set<string>();
  if (all.length > MAX_TEMPLATES) notes.add("extraTemplate", all.length - MAX_TEMPLATES);
  return all.slice(0, MAX_TEMPLATES).map(convertTemplate);

  function convertTemplate(source: Fields): TemplateRow {
    const name = uniqueName(toName(source.name, "Template", notes, MAX_TEMPLATE_NAME_CHARACTERS));
    if (typeof source.group_id === "string" && source.group_id !== "") notes.add("templateGroup");
    const { kind, status } = toKindAndStatus(source.update_status, notes);
    return {
      templateID: identify(notes, "template", source.id, [url, name]),
      name,
      kind,
      title: plainText(toText(source.title).replace(/\s+/g, " "), MAX_NAME_CHARACTERS),
      message: plainText(toText(source.body), MAX_MESSAGE_CHARACTERS),
      status,
      components: JSON.stringify(toComponents(source, kind, status)),
      createdAt: UNKNOWN_TIME,
      updatedAt: UNKNOWN_TIME,
    };
  }

  /** Templates of Statuspage can have equal names in several groups. */
  function uniqueName(name: string): string {
    let unique = name;
    for (let number = 2; names.has(foldCase(unique)); number += 1) {
      const suffix = ` (${number})`;
      unique = `${cut(name, MAX_TEMPLATE_NAME_CHARACTERS - suffix.length)}${suffix}`;
    }
    if (unique !== name) notes.add("templateName");
    names.add(foldCase(unique));
    return unique;
  }

  function plainText(text: string, maxCharacters: number): string {
    const escaped = escapeVariables(text);
    if (escaped.length > maxCharacters) notes.add("cutText");
    return cut(escaped, maxCharacters);
  }

  function toComponents(source: Fields, kind: NoticeKind, status: NoticeStatus | null) {
    const ids = toObjects(source.components).flatMap(
      ({ id }) => components.bySourceID.get(id)?.componentID ?? [],
    );
    const named = [...new Set(ids)].slice(0, MAX_TEMPLATE_COMPONENTS);
    if (named.length > 0) notes.add("templateComponents");
    return named.map((componentID) => ({ componentID, status: assumedStatus(kind, status) }));
  }
}

function toKindAndStatus(state: unknown, notes: Notes): Pick<TemplateRow, "kind" | "status"> {
  const states: Record<string, string> = { ...incidentStates, ...maintenanceStates };
  for (const kind of ["incident", "maintenance"] as const) {
    const status = noticeStatuses[kind].find((each) => states[each] === state);
    if (status) return { kind, status };
  }
  if (state !== null && state !== undefined) notes.add("templateStatus");
  return { kind: "incident", status: null };
}

/** A template of Statuspage names components without a status. */
function assumedStatus(kind: NoticeKind, status: NoticeStatus | null): ComponentStatus {
  if (status === "Resolved" || status === "Completed") return "Operational";
  return kind === "maintenance" ? "Under Maintenance" : "Degraded Performance";
}
