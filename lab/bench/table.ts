export interface Figure {
  name: string;
  /** The values that `result` is computed from. */
  figure?: string;
  /** The value that is compared to the target. */
  result?: string;
  target?: string;
  meetsTarget?: boolean;
}

export function atLeast(min: number, value: number, unit: string): Partial<Figure> {
  return { result: `${value.toFixed(2)} ${unit}`, target: `≥ ${min}`, meetsTarget: value >= min };
}

export function atMost(max: number, value: number, unit: string): Partial<Figure> {
  return { result: `${value.toFixed(1)} ${unit}`, target: `≤ ${max}`, meetsTarget: value <= max };
}

/** Sets a failing exit code if a figure misses its target. */
export function print(figures: Figure[]): void {
  const rows = figures.map(({ name, figure = "", result = "", target = "", meetsTarget }) => [
    name,
    figure,
    result,
    target,
    meetsTarget === undefined ? "" : meetsTarget ? "met" : "MISSED",
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
  if (figures.some(({ meetsTarget }) => meetsTarget === false)) process.exitCode = 1;
}
