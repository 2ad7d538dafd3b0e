import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Figure } from "../bench/table.ts";
import type { Outcome, Table } from "./outcome.ts";

const introduction = `# Results

\`npm run prove\` measures what Daymark promises, and writes this page. Each part says when, where and with which bounds it ran last:
a part that ran with small bounds proves less. \`npm run prove -- crash --seed 1\` repeats one part.
`;

export interface PartRun {
  name: string;
  title: string;
  outcome: Outcome;
  seed: number;
  startedAt: Date;
  minutes: number;
  machine: string;
  versions: string;
}

/** Replaces the sections of the parts that ran, and leaves the others as they are. */
export async function writeResults(file: string, order: string[], runs: PartRun[]): Promise<void> {
  const sections = new Map<string, string>();
  const before = existsSync(file) ? await readFile(file, "utf8") : "";
  for (const section of before.split(/^(?=## )/m).slice(1)) {
    const [, name] = /^## .*\(`(\w+)`\)/.exec(section) ?? [];
    if (name !== undefined) sections.set(name, section.trim());
  }
  for (const run of runs) sections.set(run.name, toSection(run));
  const ordered = order.flatMap((name) => sections.get(name) ?? []);
  await writeFile(file, `${[introduction.trim(), ...ordered].join("\n\n")}\n`);
}

function toSection({ name, title, outcome, seed, startedAt, minutes, machine, versions }: PartRun): string {
  const { bounds, figures, tables = [], notes = [] } = outcome;
  return [
    `## ${title} (\`${name}\`)`,
    `Bounds: ${bounds}. Seed ${seed}. ${startedAt.toISOString().slice(0, 10)}, ${minutes.toFixed(1)} minutes.\n${machine}.\n${versions}.`,
    ...tables.map(
      ({ title: tableTitle, columns, rows }) => `### ${tableTitle}\n\n${markdownTable(columns, rows)}`,
    ),
    markdownTable(["Promise or figure", "Result", "Target", ""], figures.map(toTableRow)),
    ...notes,
  ].join("\n\n");
}

function toTableRow({ name, figure, result = "", target = "", meetsTarget }: Figure): string[] {
  const verdict = meetsTarget === undefined ? "" : meetsTarget ? "met" : "**missed**";
  return [name, figure === undefined ? result : `${result} (${figure})`, target, verdict];
}

function markdownTable(columns: Table["columns"], rows: Table["rows"]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}
