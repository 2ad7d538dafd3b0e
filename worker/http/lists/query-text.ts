import type { HonoRequest } from "hono";
import { isPlainText } from "../domain.ts";
import { invalidField } from "../errors.ts";

/** Normalizing an address turns invalid bytes into this character. */
const REPLACEMENT_CHARACTER = "\ufffd";

export function requireQueryText(request: HonoRequest, name: string, maxLength: number): void {
  const value = request.query(name);
  if (value === undefined) return;
  if (value.length > maxLength)
    throw invalidField(name, `${name} can be ${maxLength.toLocaleString("en")} characters at most.`);
  if (!isPlainText(value) || value.includes(REPLACEMENT_CHARACTER) || !isUTF8(request.url, name))
    throw invalidField(name, `${name} contains a control character, or bytes that are not valid UTF-8.`);
}

/** Hono doesn't decode invalid bytes such as %FF. */
function isUTF8(url: string, name: string): boolean {
  const encodedValue = new RegExp(`[?&]${name}=([^&#]*)`).exec(url)?.[1] ?? "";
  try {
    decodeURIComponent(encodedValue);
    return true;
  } catch {
    return false;
  }
}
