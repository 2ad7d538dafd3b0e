import type { Table } from "./outcome.ts";

export function printTable({ title, columns, rows }: Table): void {
  const all = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  console.log();
}
