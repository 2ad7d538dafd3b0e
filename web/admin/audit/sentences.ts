import type { AuditAction, AuditKind } from "../../../worker/writes/audit/domain.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";
import type { AuditRequest } from "./requests.ts";
import { actorText, addedUpdates, changedFields, fieldTitle } from "./texts.ts";

/** A sentence has the verb before the name, and the rest after it. */
interface Words {
  verb: string;
  /** In place of the item's. Empty if the sentence has none. */
  name?: string;
  rest?: string;
}

type Describe = (entry: AuditEntry) => Words;

/**
 * Describes each action on each kind of item. An action that is missing here is never written.
 * @public for tests
 */
export const sentences: Record<AuditKind, Partial<Record<AuditAction, Describe>>> = {
  component: {
    ...actionsOn("component"),
    changed: (entry) => statusWords(entry) ?? itemWords(entry, "component"),
  },
  group: actionsOn("group"),
  incident: { ...actionsOnNotice("incident"), created: words("opened") },
  maintenance: {
    ...actionsOnNotice("maintenance"),
    created: words("scheduled"),
    started: words("started"),
    completed: words("completed"),
  },
  postmortem: { changed: writeUpWords, deleted: words("deleted the write-up of") },
  template: actionsOn("template"),
  proposal: {
    ...actionsOn("proposal"),
    created: words("proposed"),
    deleted: words("discarded proposal"),
    published: words("published proposal"),
  },
  metric: {
    ...actionsOn("metric"),
    changed: (entry) => statusWords(entry) ?? itemWords(entry, "metric"),
  },
  alertRule: actionsOn("rule"),
  heartbeat: actionsOn("heartbeat"),
  channel: { ...actionsOn("team channel"), created: words("added team channel") },
  apiKey: {
    created: words("created API key"),
    changed: words("chose how alerts are read of API key"),
    deleted: words("deleted API key"),
  },
  settings: { changed: settingsWords },
  subscriber: {
    found: () => ({ verb: "looked at subscribers", name: "" }),
    erased: () => ({ verb: "erased a subscriber", name: "" }),
  },
  archive: {
    restored: () => ({ verb: "began to restore an archive", name: "" }),
    cancelled: () => ({ verb: "canceled the restore of an archive", name: "" }),
  },
};

export interface Sentence {
  actor: string;
  verb: string;
  name: string;
  rest: string;
}

/** @returns for example `admin@example.com`, `opened`, `Card payments fail` and `and set 3 components` */
export function toSentence([first, ...others]: AuditRequest): Sentence {
  const describe = (entry: AuditEntry): Words =>
    sentences[entry.kind][entry.action]?.(entry) ?? { verb: entry.action };
  const alike = others.filter(({ kind }) => kind === first.kind);
  // Of a change to several components, the others are counted as alike.
  const setComponents = first.kind === "component" ? [] : others.filter(({ kind }) => kind === "component");
  const own = describe(first);
  const isShared = alike.every((entry) => JSON.stringify(describe(entry)) === JSON.stringify(own));
  const { verb, name, rest }: Words = isShared ? own : { verb: first.action };
  return {
    actor: actorText(first.actor),
    verb,
    name: name ?? (first.itemName || first.itemID),
    rest: [
      alike.length > 0 && `and ${alike.length} more`,
      rest,
      others.some(({ kind, action }) => kind === "proposal" && action === "published") && "from a proposal",
      setComponents.length > 0 && `and set ${countText(setComponents.length, "component")}`,
    ]
      .filter(Boolean)
      .join(" "),
  };
}

export function sentenceText({ actor, verb, name, rest }: Sentence): string {
  return [actor, verb, name, rest].filter((part) => part !== "").join(" ");
}

function words(verb: string): Describe {
  return () => ({ verb });
}

function actionsOn(noun: string) {
  return {
    created: words(`created ${noun}`),
    changed: (entry: AuditEntry) => itemWords(entry, noun),
    deleted: words(`deleted ${noun}`),
  };
}

function actionsOnNotice(noun: string) {
  return {
    changed: (entry: AuditEntry) => noticeWords(entry, noun),
    deleted: words(`deleted ${noun}`),
    undone: words("undid the last change to"),
  };
}

function itemWords(entry: AuditEntry, noun: string): Words {
  const fields = changedFields(entry);
  if (fields.length > 0 && fields.every((field) => field === "order" || field === "groupID"))
    return { verb: `moved ${noun}` };
  return renameWords(entry) ?? { verb: `changed ${noun}` };
}

function renameWords({ before, after }: AuditEntry): Words | undefined {
  const [from, to] = [before.name ?? before.title, after.name ?? after.title];
  return typeof from === "string" && typeof to === "string"
    ? { verb: `renamed “${isolateDirection(from)}” to`, name: to }
    : undefined;
}

function statusWords(entry: AuditEntry): Words | undefined {
  const isStatusOnly = changedFields(entry).every((field) => field === "status");
  const { status } = entry.after;
  return isStatusOnly && typeof status === "string" ? { verb: "set", rest: `to ${status}` } : undefined;
}

const verbsOfStatuses: Record<string, string> = {
  Resolved: "resolved",
  "In Progress": "started",
  Completed: "completed",
};

function noticeWords(entry: AuditEntry, noun: string): Words {
  const added = addedUpdates(entry);
  if (added < 0) return { verb: "deleted an update of" };
  if (changedFields(entry).some((field) => field.startsWith("update") && field !== "updates"))
    return { verb: "edited an update of" };
  const { status, startAt, endAt } = entry.after;
  if (typeof status === "string") {
    const verb = verbsOfStatuses[status];
    return verb ? { verb } : { verb: "moved", rest: `to ${status}` };
  }
  if (added > 0) return { verb: "posted an update on" };
  if (startAt ?? endAt) return { verb: "rescheduled" };
  return renameWords(entry) ?? { verb: `changed ${noun}` };
}

function writeUpWords({ before, after }: AuditEntry): Words {
  if (after.state === "Published") return { verb: "published the write-up of" };
  if (before.state === "Published" && after.state === "Draft")
    return { verb: "took the write-up off the page of" };
  const isNew = before.body === undefined && typeof after.body === "string";
  return { verb: isNew ? "began the write-up of" : "changed the write-up of" };
}

function settingsWords(entry: AuditEntry): Words {
  const [first, ...others] = changedFields(entry);
  // The first change of all stores each setting.
  const isFirst = others.length > 0 && Object.keys(entry.before).length === 0;
  if (first === undefined || isFirst) return { verb: "changed the settings", name: "" };
  const rest = others.length > 0 ? `and ${countText(others.length, "more setting")}` : "in the settings";
  return { verb: "changed", name: fieldTitle(first), rest };
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
