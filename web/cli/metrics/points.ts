import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { CommandError, withContext } from "../command-error.ts";
import { plain } from "../output.ts";

export interface Point {
  /** Milliseconds since the epoch. */
  timestamp: number;
  value: number;
  /** Its place in the input, such as "Line 3". */
  source: string;
}

/** 1973 in seconds. A smaller number is no time, such as the 3 of `3,5`. */
const MIN_SECONDS = 1e8;
/** A greater number must be milliseconds: 1973, instead of the year 5138 in seconds. */
const MAX_SECONDS = 1e11;

/**
 * Reads lines of `time value`, `time,value`, a value for now or a JSON object, or one JSON array of objects. A first line of two
 * words is a heading.
 */
export function parsePoints(text: string, now: number): Point[] {
  const whole = text.replace(/^\uFEFF/, "");
  const problems: string[] = [];
  const points: Point[] = [];
  for (const { source, read } of whole.trimStart().startsWith("[")
    ? parseArray(whole)
    : parseLines(whole, now)) {
    try {
      points.push({ ...read(), source });
    } catch (problem) {
      problems.push(`${source}: ${problem instanceof Error ? problem.message : problem}`);
    }
  }
  if (problems.length > 0) {
    const more = problems.length > 3 ? ` (and ${problems.length - 3} more)` : "";
    throw new CommandError("usage", `Nothing was sent. ${problems.slice(0, 3).join(" ")}${more}`);
  }
  return points;
}

interface Entry {
  source: string;
  read: () => Omit<Point, "source">;
}

function* parseLines(text: string, now: number): Generator<Entry> {
  let first = true;
  for (const [index, input] of text.split(/\r?\n/).entries()) {
    const line = input.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (!(first && isHeading(line))) yield { source: `Line ${index + 1}`, read: () => parseLine(line, now) };
    first = false;
  }
}

function isHeading(line: string): boolean {
  return /^"?[a-z_ ]+"?\s*[,;\t ]\s*"?[a-z_]+"?$/i.test(line);
}

/** The last field is the value, because a space may separate a date from its time. */
function parseLine(line: string, now: number) {
  if (line.startsWith("{")) return parseEntry(parseJSON(line));
  const [, time = "", value = ""] = /^(?:"?(.*?)"?\s*[,;\s]\s*)?"?([^\s,;"]+)"?$/.exec(line) ?? [];
  return { timestamp: time === "" ? now : parseTime(time), value: parseNumber(value || line) };
}

function parseArray(text: string): Entry[] {
  const list = withContext("Nothing was sent", () => parseJSON(text)) as unknown[]; // it begins as one
  return list.map((entry, index) => ({ source: `Entry ${index + 1}`, read: () => parseEntry(entry) }));
}

function parseEntry(entry: unknown) {
  const { timestamp, value } = Object(entry);
  if (typeof value !== "number") throw new Error('"value" must be a number.');
  return { timestamp: parseTime(timestamp), value: parseNumber(String(value)) };
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("this is not valid JSON.");
  }
}

export function parseTime(input: unknown): number {
  const text = String(input ?? "").trim();
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (number >= MIN_SECONDS) return Math.floor(number < MAX_SECONDS ? number * SECOND_MS : number);
  const [, date, time, zone = ""] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:?\d\d\S*?)\s*(Z|z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const instant = Date.parse(`${date}T${time}${zone.toUpperCase() || "Z"}`);
  if (Number.isFinite(instant)) return instant;
  throw new Error(
    `"${plain(text)}" isn't a time. Use one like 2026-01-31T09:00:00Z, or seconds or milliseconds since 1970.`,
  );
}

export function parseNumber(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new Error(`"${plain(text)}" isn't a number.`);
}
