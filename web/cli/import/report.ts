import type { ArchivePart } from "../../../worker/backup/domain.ts";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import { count, plain, print } from "../output.ts";
import type { Import } from "./convert.ts";

interface Imported extends Import {
  url: string;
}

export function toReport({ url, name, rows, notes }: Imported) {
  return { source: url, name, rows: rowCounts(rows), notes };
}

function rowCounts(rows: Import["rows"]): Partial<Record<ArchivePart, number>> {
  return Object.fromEntries(Object.entries(rows).map(([part, { length }]) => [part, length]));
}

export function printReport(heading: string, imported: Imported): void {
  const {
    componentGroups = 0,
    components = 0,
    noticeUpdates = 0,
    postmortems = 0,
    templates = 0,
    metrics = 0,
    subscribers,
  } = rowCounts(imported.rows);
  print(plain(heading));
  for (const line of [
    `${count(components, "component")} in ${count(componentGroups, "group")}`,
    dated("incident", imported),
    dated("maintenance", imported),
    `${count(noticeUpdates, "update")} of them, and ${count(postmortems, "write-up")}`,
    ...(subscribers === undefined
      ? []
      : [
          `${count(templates, "template")}, ${count(metrics, "metric")} and ${count(subscribers, "email subscriber")}`,
        ]),
    ...(imported.name === "" ? [] : [`The name of the page: ${imported.name}`]),
  ])
    print(`  ${plain(line)}`);
  print("Left out or changed:");
  for (const note of imported.notes) print(`  ${plain(note)}`);
}

function dated(kind: NoticeKind, { notices }: Imported): string {
  const days = notices
    .filter((notice) => notice.kind === kind)
    .map(({ createdAt }) => createdAt.slice(0, 10));
  const counted = count(days.length, kind);
  return days.length === 0 ? counted : `${counted}, from ${days[0]} to ${days.at(-1)}`;
}
