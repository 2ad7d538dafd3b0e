import { componentStatuses } from "../../../../worker/components/domain.ts";
import type { Component } from "../../../../worker/components/schema.ts";
import { type NoticeKind, type NoticeStatus, noticeStatuses } from "../../../../worker/notices/domain.ts";
import { HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import {
  ambiguousName,
  matchNames,
  matchStatuses,
  statusProblem,
  unknownName,
} from "../../../shared/match-names.ts";
import { addTime, localTime } from "../../times/local-time.ts";
import { affectedStatuses, type NoticeDraft } from "./notice-draft.ts";

export interface NoticeFromAddress {
  /** Names its draft, so that each link has its own. */
  name: string;
  prefill: Partial<NoticeDraft>;
  /** One sentence for each part that can't be used. */
  problems: string[];
  /** The components that can't be found until the list of components has loaded. */
  unread: string[];
}

type NamedComponent = Component & { id: string };

/** Reads the values of a new notice. Components are named by name or ID, and statuses by the beginning of a word. */
export function noticeFromAddress(
  kind: NoticeKind,
  search: string,
  components: readonly Component[] | undefined,
): NoticeFromAddress {
  const result: NoticeFromAddress = { name: `new${search}`, prefill: {}, problems: [], unread: [] };
  const { prefill, problems, unread } = result;
  const candidates = components?.map((component) => ({ ...component, id: component.componentID }));

  function use<Value>({ value, problem }: Reading<Value>): Value | undefined {
    if (problem !== undefined) problems.push(problem);
    return value;
  }

  const readers: Record<string, (value: string) => void> = {
    name: (name) => Object.assign(prefill, { name }),
    message: (message) => Object.assign(prefill, { message }),
    status(input) {
      const status = use(readStatus<NoticeStatus>(`${kind} status`, noticeStatuses[kind], input));
      if (status !== undefined) prefill.status = status;
    },
    component(input) {
      if (!candidates) {
        unread.push(input);
        return;
      }
      const chosen = use(readComponent(kind, candidates, input));
      if (chosen) prefill.components = { ...prefill.components, ...chosen };
    },
    ...(kind === "maintenance" && {
      start(input) {
        const startAt = use(readTime("start", input));
        if (startAt) Object.assign(prefill, { startAt, endAt: prefill.endAt ?? addTime(startAt, HOUR_MS) });
      },
      end(input) {
        const endAt = use(readTime("end", input));
        if (endAt) prefill.endAt = endAt;
      },
    }),
  };
  for (const [key, value] of new URLSearchParams(search)) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (read) read(value);
    else problems.push(`"${key}" has no meaning here. Use ${Object.keys(readers).join(", ")}.`);
  }
  return result;
}

/** A value, or a sentence that says why there is none. */
type Reading<Value> = { value: Value; problem?: never } | { value?: never; problem: string };

function readStatus<Status extends string>(
  label: string,
  statuses: readonly Status[],
  input: string,
): Reading<Status> {
  const matches = matchStatuses(statuses, input);
  const [value, another] = matches;
  if (value !== undefined && another === undefined) return { value };
  return { problem: statusProblem(label, { statuses, matches, input }) };
}

/** Reads `API:partial`, or the name or ID alone, which may contain a colon. */
function readComponent(
  kind: NoticeKind,
  named: readonly NamedComponent[],
  input: string,
): Reading<NoticeDraft["components"]> {
  const colon = input.lastIndexOf(":");
  const isNameAlone = colon < 1 || matchNames(named, input).length > 0;
  const name = isNameAlone ? input : input.slice(0, colon);
  const matches = matchNames(named, name);
  const [component, another] = matches;
  if (!component) return { problem: unknownName("component", name) };
  if (another) {
    const items = matches.map(({ id }) => id).join(", ");
    return { problem: ambiguousName("component", name, { count: matches.length, items }) };
  }
  const { componentID } = component;
  if (isNameAlone) return { value: { [componentID]: affectedStatuses[kind] } };
  const { value, problem } = readStatus("component status", componentStatuses, input.slice(colon + 1));
  return problem === undefined ? { value: { [componentID]: value } } : { problem };
}

function readTime(label: string, input: string): Reading<string> {
  // In an address, + means a space unless it is encoded.
  const at = new Date(input.trim().replace(/ (?=\d\d:?\d\d$)/, "+"));
  if (!Number.isNaN(at.getTime())) return { value: localTime(at) };
  return { problem: `The ${label} "${input}" isn't a time. Use one like 2027-01-31T22:00Z.` };
}
