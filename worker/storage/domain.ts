import { KiB } from "../shared/domain.ts";

/** D1 stores at most 2 MB a row, and the rows after a write can be larger than those before. */
export const MAX_UNDO_BYTES = 600 * KiB;
/** Each update that an undo inserts is indexed with all texts of its incident, so few of them may follow each other. */
export const UNDO_BYTES_PER_UPDATE = 6 * KiB;

export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const ID_CHARACTERS = 12;

/** Only an ID may become part of an R2 key. */
export function isID(text: string): boolean {
  return isOfAlphabet(text, ID_CHARACTERS);
}

export function isOfAlphabet(text: string, characters: number): boolean {
  return text.length === characters && /^[0-9A-Za-z]*$/.test(text);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function hasTexts<Field extends string>(
  value: unknown,
  ...fields: Field[]
): value is Record<string, unknown> & Record<Field, string> {
  return isRecord(value) && fields.every((field) => typeof value[field] === "string");
}

export function isListOf(isItem: (value: unknown) => boolean) {
  return (value: unknown): boolean => Array.isArray(value) && value.every(isItem);
}

export function tryParseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
