import type { ComponentStatus } from "../../../../worker/components/domain.ts";
import type { Preview } from "../../../../worker/notices/preview/schema.ts";
import { nameList } from "../../lists/name-list.ts";

const MAX_NAMES = 6;

type Restored = Preview["restores"];

export interface RestoreTexts {
  /** Says what the checkbox does. Undefined if nothing would change. */
  label: string | undefined;
  notes: string[];
  /** Says which statuses visitors will still see if the box is not checked. */
  unrestored: string;
}

/** `Back to Operational: API, Dashboard`. */
export function restoreTexts(restores: Restored): RestoreTexts {
  const changedRestores = restores.filter(({ status, currentStatus }) => status !== currentStatus);
  const unchangedRestores = restores.filter(({ status, currentStatus }) => status === currentStatus);
  const [first, ...others] = groupByText(changedRestores, ({ status, because }) => backText(status, because));
  const unrestored = groupByText(changedRestores, ({ currentStatus }) => currentStatus).map(
    ({ text, names }) => `${text} for ${names}`,
  );
  return {
    label: first && `${first.text}: ${first.names}`,
    notes: [
      ...others.map(({ text, names }) => `${text}: ${names}.`),
      ...groupByText(unchangedRestores, ({ status, because }) => `${status}${reason(because)}`).map(
        ({ text, names, count }) => `${names} ${count === 1 ? "stays" : "stay"} ${text}.`,
      ),
    ],
    unrestored: `The page will still show ${list(unrestored)}.`,
  };
}

function backText(status: ComponentStatus, because: string | null): string {
  return because === null ? `Back to ${status}` : `${status}${reason(because)}`;
}

function reason(because: string | null): string {
  return because === null ? "" : ` because of “${because}”`;
}

function groupByText(restores: Restored, toText: (restored: Restored[number]) => string) {
  const groups = [...Map.groupBy(restores, toText)];
  return groups.map(([text, each]) => ({ text, names: nameList(each, MAX_NAMES), count: each.length }));
}

function list(texts: string[]): string {
  return new Intl.ListFormat("en").format(texts);
}
