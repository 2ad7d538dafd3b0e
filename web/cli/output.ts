import type { ComponentStatus, StatusColour } from "../../worker/components/statuses.ts";

const codes: Record<StatusColour, number> = {
  green: 32,
  blue: 34,
  yellow: 33,
  orange: 33,
  red: 31,
  grey: 90,
};

/** A line for people. What is not plain text in it, as a name could hold, does nothing to the terminal. */
export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

export function sayJSON(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Somebody else's text as one line that does nothing to the terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(/\p{Bidi_Control}/gu, "");
}

/** In colour where a person looks on and did not ask for none: https://no-color.org */
export function coloured(text: string, colour: StatusColour): string {
  const { NO_COLOR, TERM } = process.env;
  if (!process.stdout.isTTY || NO_COLOR || TERM === "dumb") return text;
  return `\u001b[${codes[colour]}m${text}\u001b[0m`;
}

/** "  API: Operational → Major Outage" */
export function sayChange(name: string, from: ComponentStatus, to: ComponentStatus, because?: string): void {
  const change = from === to ? `stays ${to}` : `${from} → ${to}`;
  say(`  ${plain(name)}: ${change}${because === undefined ? "" : ` (${plain(because)})`}`);
}

export function count(number: number, one: string): string {
  return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}
