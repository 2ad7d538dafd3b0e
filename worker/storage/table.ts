import { customType } from "drizzle-orm/sqlite-core";
import { tryParseJSON } from "./domain.ts";

/**
 * A column of JSON. A value that was damaged in storage is logged and read as `fallback`, so that it breaks nothing else.
 * @param isWhole whether the parsed value can be used
 */
export function jsonText<T>(name: string, isWhole: (value: unknown) => boolean, fallback: T) {
  return customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver(stored) {
      const value = tryParseJSON(stored);
      if (isWhole(value)) return value as T; // it was just checked
      logDamaged(name);
      return fallback;
    },
  })(name);
}

/**
 * A value that can't be read is left out wherever it would be shown, so the log has to tell of it.
 * @param place a column of the database, or the key of a file
 */
export function logDamaged(place: string): void {
  console.error(JSON.stringify({ level: "error", event: "damaged value", place }));
}
