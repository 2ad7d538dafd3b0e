import type { StatusColour } from "../../worker/components/domain.ts";
import { coloured, plain, say } from "./output.ts";

export interface Row {
  status: string;
  colour: StatusColour;
  id?: string;
  name: string;
  more?: string;
}

/** One line each. Names come after what has a known width, because they can be in any script. */
export function sayRows(list: Row[], indent = ""): void {
  const statusWidth = Math.max(...list.map(({ status }) => plain(status).length));
  for (const { status, colour, id, name, more } of list) {
    const parts = [`${coloured("●", colour)} ${plain(status).padEnd(statusWidth)}`, id, plain(name), more];
    say(`${indent}${parts.filter((part) => part !== undefined).join("  ")}`);
  }
}

/** Grey for a status that this version does not know. */
export function colourIn(colours: Record<string, StatusColour>, status: string): StatusColour {
  return colours[status] ?? "grey";
}

/** 2026-01-31 09:00 */
export function minuteOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}
