import type { Component } from "../../../worker/components/schema.ts";
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_NAME_CHARACTERS,
  type Notice,
  type NoticeKind,
  type NoticeStatus,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import { fillVariables } from "../../../worker/notices/templates/domain.ts";
import type { FormerNotice, Template } from "../../../worker/notices/templates/schema.ts";
import type { NoticeDraft } from "../notices/form/notice-draft.ts";
import { isoTime } from "../times/local-time.ts";

export interface Form {
  kind: NoticeKind;
  draft: NoticeDraft;
  notice: Notice | undefined;
  components: readonly Component[];
  serviceName: string;
}

export interface Insertion {
  change: Partial<NoticeDraft>;
  inserted: string[];
  /** The fields that had a value of their own. */
  unchanged: string[];
}

/** Only the texts of a template have variables. Text of a former notice may have braces of its own. */
export function insertTemplate(form: Form, template: Template, now: string): Insertion {
  const { status, components } = template;
  return insert(form, { ...fillTexts(form, template, now), status, components });
}

export function fillTexts(form: Form, { title, message, components }: Template, now: string) {
  const chosen = { ...chosenStatuses(components), ...form.draft.components };
  const context = toVariableContext(form, Object.keys(chosen), now);
  return {
    name: fillVariables(title, context, MAX_NAME_CHARACTERS),
    message: fillVariables(message, context, MAX_MESSAGE_CHARACTERS),
  };
}

export function insertFormerNotice(form: Form, former: FormerNotice): Insertion {
  return insert(form, former);
}

/** Takes an insertion out of a draft, but for what was edited since. */
export function withoutInsertion(
  draft: NoticeDraft,
  before: NoticeDraft,
  inserted: Insertion["change"],
): NoticeDraft {
  const { name, status, message, components = {} } = inserted;
  return {
    ...draft,
    ...(draft.name === name && { name: before.name }),
    ...(draft.status === status && { status: before.status }),
    ...(draft.message === message && { message: before.message }),
    components: Object.fromEntries(
      Object.entries(draft.components).filter(
        ([componentID, chosen]) => componentID in before.components || components[componentID] !== chosen,
      ),
    ),
  };
}

interface Source {
  name: string;
  message: string;
  status: NoticeStatus | null;
  components: FormerNotice["components"];
}

/** Fills only empty fields, and never replaces what was typed. An update gets only a message and a status. */
function insert({ kind, draft, notice, components }: Form, source: Source): Insertion {
  const result: Insertion = { change: {}, inserted: [], unchanged: [] };
  const isDefaultStatus = draft.status === (notice?.status ?? noticeStatuses[kind][0]);
  const put = (label: string, value: string, isEmpty: boolean, change: Partial<NoticeDraft>) => {
    if (value === "") return;
    (isEmpty ? result.inserted : result.unchanged).push(label);
    if (isEmpty) Object.assign(result.change, change);
  };
  if (!notice) put("Name", source.name, draft.name.trim() === "", { name: source.name });
  if (source.status !== null && source.status !== draft.status)
    put("Status", source.status, isDefaultStatus, { status: source.status });
  put("Message", source.message, draft.message.trim() === "", { message: source.message });
  if (notice) return result;
  const existing = new Map(components.map(({ componentID, name }) => [componentID, name]));
  for (const { componentID, status } of source.components) {
    const name = existing.get(componentID);
    if (name === undefined || draft.components[componentID] === status) continue;
    const isFree = draft.components[componentID] === undefined;
    put(name, status, isFree, {
      components: { ...draft.components, ...result.change.components, [componentID]: status },
    });
  }
  return result;
}

function toVariableContext(
  { kind, draft, notice, components, serviceName }: Form,
  chosenIDs: string[],
  now: string,
) {
  const affected = new Set([
    ...chosenIDs,
    ...(notice?.components ?? []).map(({ componentID }) => componentID),
  ]);
  const startAt = draft.startAt && isoTime(draft.startAt);
  const endAt = draft.endAt && isoTime(draft.endAt);
  return {
    componentNames: components.filter(({ componentID }) => affected.has(componentID)).map(({ name }) => name),
    serviceName,
    startAt: startAt || (notice?.createdAt ?? now),
    endAt: kind === "maintenance" && endAt ? endAt : now,
  };
}

function chosenStatuses(components: Template["components"]): NoticeDraft["components"] {
  return Object.fromEntries(components.map(({ componentID, status }) => [componentID, status]));
}
