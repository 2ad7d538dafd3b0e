import type { Figure } from "../bench/table.ts";

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

/** Each part of `npm run prove` returns one. A promise is broken if one of the figures misses its target. */
export interface Outcome {
  /** The bounds that the part ran with, in words. */
  bounds: string;
  figures: Figure[];
  tables?: Table[];
  /** Sentences about what the figures do and don't say. */
  notes?: string[];
}

/** Met only if nothing was found; shows the first three. */
export function mustBeNone(name: string, found: string[]): Figure {
  const [MAX_SHOWN, MAX_CHARACTERS] = [3, 150];
  const shown = found
    .slice(0, MAX_SHOWN)
    .map((each) => each.slice(0, MAX_CHARACTERS))
    .join("; ");
  return {
    name,
    ...(shown !== "" && { figure: shown }),
    result: found.length.toLocaleString("en"),
    target: "0",
    meetsTarget: found.length === 0,
  };
}

export function countFigure(name: string, value: number): Figure {
  return { name, result: value.toLocaleString("en") };
}
