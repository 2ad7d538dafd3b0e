import type { StatusColor } from "../../worker/components/domain.ts";
import { inColor, plain, print } from "./output.ts";

export interface Row {
  status: string;
  color: StatusColor;
  id?: string;
  name: string;
  isInGroup?: boolean;
  more?: string;
}

/** Names come last, because their width on the terminal is unknown. */
export function printRows(list: Row[], indent = ""): void {
  const statusWidth = Math.max(...list.map(({ status }) => plain(status).length));
  for (const { status, color, id, name, isInGroup, more } of list) {
    const statusText = `${inColor("●", color)} ${plain(status).padEnd(statusWidth)}`;
    const nameText = `${isInGroup ? "  " : ""}${plain(name)}`;
    const parts = [statusText, id, nameText, more];
    print(`${indent}${parts.filter((part) => part !== undefined).join("  ")}`);
  }
}

/** A newer server may have statuses that this version does not know. */
export function colorIn(colors: Record<string, StatusColor>, status: string): StatusColor {
  return colors[status] ?? "grey";
}

export function formatMinute(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** `major_outage`: Major Outage. */
export function stateText(state: string): string {
  return state.replace(/(^|_)([a-z])/g, (_, before, letter) => (before ? " " : "") + letter.toUpperCase());
}
