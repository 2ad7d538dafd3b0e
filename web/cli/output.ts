import type { ComponentStatus, StatusColor } from "../../worker/components/domain.ts";
import { shell } from "./shell.ts";

const codes: Record<StatusColor, number> = {
  green: 32,
  blue: 34,
  yellow: 33,
  orange: 33,
  red: 31,
  grey: 90,
};

/** Characters that move the cursor, begin an escape sequence, break the line or change the text's direction. */
const terminalControls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const ownColors = new RegExp(`(\u001b\\[(?:0|${Object.values(codes).join("|")})m)`);

/** Untrusted text in the line can't control the terminal: only the escape sequences of `inColor` are kept. */
export function print(line = ""): void {
  const parts = hasColors() ? line.split(ownColors) : [line];
  // Every second part is an escape sequence of `inColor`.
  const safeParts = parts.map((part, index) => (index % 2 === 1 ? part : part.replace(terminalControls, "")));
  shell().stdout.write(`${safeParts.join("")}\n`);
}

/** Untrusted text with line breaks can't control the terminal. */
export function printLines(text: string): void {
  const controls = (character: string) => (/[\r\n]/.test(character) ? character : "");
  shell().stdout.write(text.replace(terminalControls, controls));
}

export function printJSON(value: unknown): void {
  shell().stdout.write(`${escapeControls(JSON.stringify(value, null, 2))}\n`);
}

export function printJSONLine(value: unknown): void {
  shell().stdout.write(`${escapeControls(JSON.stringify(value))}\n`);
}

/** Writes terminal controls as JSON escapes, so that the value stays exact. */
function escapeControls(json: string): string {
  return json.replace(terminalControls, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function warn(line: string): void {
  shell().stderr.write(`${line.replace(terminalControls, "")}\n`);
}

/** Untrusted text as one line without terminal controls. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(terminalControls, "");
}

/** Respects https://no-color.org */
export function inColor(text: string, color: StatusColor): string {
  return hasColors() ? `\u001b[${codes[color]}m${plain(text)}\u001b[0m` : plain(text);
}

function hasColors(): boolean {
  const { env, stdout } = shell();
  return Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== "dumb";
}

export function printChange(
  name: string,
  from: ComponentStatus,
  to: ComponentStatus,
  because?: string,
): void {
  const change = from === to ? `stays ${to}` : `${from} → ${to}`;
  print(`  ${plain(name)}: ${change}${because === undefined ? "" : ` (${plain(because)})`}`);
}

export function count(number: number, one: string, many = `${one}s`): string {
  // The first call of `toLocaleString` loads the data of all languages, and a small number needs no separator.
  const digits = number < 1000 ? String(number) : number.toLocaleString("en");
  return `${digits} ${number === 1 ? one : many}`;
}
