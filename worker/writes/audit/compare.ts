import { truncate } from "../../shared/truncate.ts";
import { tryParseJSON } from "../../storage/domain.ts";

const MAX_TEXT_CHARACTERS = 1000;
const MAX_LIST_CHARACTERS = 4000;
const MAX_LIST_ENTRIES = 20;
const MAX_LISTED_CHARACTERS = 300;

type Fields = Record<string, unknown>;

/** An entry's name of the item, and the fields that differ before and after a write, of which either is undefined without an item. */
export function compare(before: Fields | undefined, after: Fields | undefined, privateFields: string[] = []) {
  const { itemName, name, title }: Fields = after ?? before ?? {};
  return {
    itemName: String(itemName ?? name ?? title ?? ""),
    before: difference(comparedFields(before), comparedFields(after), privateFields),
    after: difference(comparedFields(after), comparedFields(before), privateFields),
  };
}

function comparedFields({ itemID: _, itemName: __, ...fields }: Fields = {}): Fields {
  return fields;
}

/** The fields of `fields` that `others` doesn't have, or has otherwise. */
function difference(fields: Fields, others: Fields, privateFields: string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== null && JSON.stringify(value) !== JSON.stringify(others[name]))
      .map(([name, value]) => [name, shorten(hidePrivate(name, value, privateFields))]),
  );
}

/** @param privateFields with those within a column of JSON as `column.name` */
function hidePrivate(name: string, value: unknown, privateFields: string[]): unknown {
  if (privateFields.includes(name)) return "(private)";
  const parts = privateFields.filter((path) => path.startsWith(`${name}.`));
  if (parts.length === 0) return value;
  const content: Fields = Object(tryParseJSON(String(value)));
  for (const path of parts) {
    const part = path.slice(name.length + 1);
    if (Object.hasOwn(content, part)) content[part] = "(private)";
  }
  return JSON.stringify(content);
}

function shorten(value: unknown): unknown {
  const text = valueText(value);
  if (Array.isArray(value)) {
    if (text.length <= MAX_LIST_CHARACTERS && value.length <= MAX_LIST_ENTRIES) return value;
    const lines = value.slice(0, MAX_LIST_ENTRIES).map((each) => cut(valueText(each), MAX_LISTED_CHARACTERS));
    return value.length > MAX_LIST_ENTRIES ? [...lines, "…"] : lines;
  }
  return text.length > MAX_TEXT_CHARACTERS ? cut(text, MAX_TEXT_CHARACTERS) : value;
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cut(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? truncate(text, maxCharacters + 1) : text;
}
