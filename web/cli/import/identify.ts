import { createHash } from "node:crypto";
import { ALPHABET, ID_CHARACTERS, isID } from "../../../worker/storage/domain.ts";
import type { Notes } from "./notes.ts";

type Kind = "group" | "component" | "notice" | "update" | "postmortem" | "template" | "metric";

/**
 * IDs of Statuspage and Daymark stay, so that old addresses lead to the same incident. Another ID is derived, so that a second
 * import finds the same.
 */
export function identify(notes: Notes, kind: Kind, id: unknown, instead: unknown[]): string {
  if (typeof id === "string" && isID(id)) return id;
  if (typeof id === "string" && id !== "") notes.add("newID");
  return derive([kind, typeof id === "string" && id !== "" ? id : instead]);
}

export function derive(parts: unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  return Array.from(hash.subarray(0, ID_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
