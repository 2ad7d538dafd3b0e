import { hasVisibleText, withoutControls } from "../../worker/http/domain.ts";
import { isRecord, tryParseJSON } from "../../worker/storage/domain.ts";

/** An object that came from outside. */
export type Fields = Record<string, unknown>;

export function toFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function parseObject(text: string): Fields | undefined {
  const value = tryParseJSON(text);
  return isRecord(value) ? value : undefined;
}

export function toObjects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The text without what Daymark refuses: control characters, halves of characters, and nothing but invisible characters. */
export function toText(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = withoutControls(value.replaceAll("\r\n", "\n")).toWellFormed().trim();
  return hasVisibleText(text) ? text : "";
}

export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** @returns the time in UTC, or undefined if the value is none or can't be right */
export function toTime(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 40 || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const time = Date.parse(value);
  return time >= EARLIEST && time < LATEST ? new Date(time).toISOString() : undefined;
}
