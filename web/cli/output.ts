import type { ComponentStatus, StatusColor } from "../../worker/components/domain.ts";

const codes: Record<StatusColor, number> = {
  green: 32,
  blue: 34,
  yellow: 33,
  orange: 33,
  red: 31,
  grey: 90,
};

/** Moves the cursor, begins a terminal's escape sequence, breaks the line, or changes the direction of what follows. */
const terminalControls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const ownColors = new RegExp(`(\u001b\\[(?:0|${Object.values(codes).join("|")})m)`);

/**
 * A line for people. Wherever a part of it comes from, it does nothing to the terminal: the only escape sequences that are
 * left are those of `inColor`, where there are colors at all.
 */
export function say(line = ""): void {
  const parts = hasColors() ? line.split(ownColors) : [line];
  // Every second part is one of the separators.
  const shown = parts.map((part, index) => (index % 2 === 1 ? part : part.replace(terminalControls, "")));
  process.stdout.write(`${shown.join("")}\n`);
}

/** The exact value: what does something to a terminal is written as an escape of JSON. */
export function sayJSON(value: unknown): void {
  const json = JSON.stringify(value, null, 2).replace(terminalControls, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  process.stdout.write(`${json}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line.replace(terminalControls, "")}\n`);
}

/** Somebody else's text as one line that does nothing to the terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(terminalControls, "");
}

/** In color where a person looks on and did not ask for none: https://no-color.org */
export function inColor(text: string, color: StatusColor): string {
  return hasColors() ? `\u001b[${codes[color]}m${plain(text)}\u001b[0m` : plain(text);
}

function hasColors(): boolean {
  const { NO_COLOR, TERM } = process.env;
  return process.stdout.isTTY && !NO_COLOR && TERM !== "dumb";
}

/** "  API: Operational → Major Outage" */
export function sayChange(name: string, from: ComponentStatus, to: ComponentStatus, because?: string): void {
  const change = from === to ? `stays ${to}` : `${from} → ${to}`;
  say(`  ${plain(name)}: ${change}${because === undefined ? "" : ` (${plain(because)})`}`);
}

export function count(number: number, one: string): string {
  return `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
}
