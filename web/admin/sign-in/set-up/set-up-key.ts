import { remove } from "../../session/window-storage.ts";
import { DRAFT_KEY } from "./set-up-draft.ts";

const KEY = "daymark.setup-key";

/** Takes the key of the link out of the address, which is kept in the history. It stays for a try that fails. */
export function takeSetUpKey(): string {
  const { hash, pathname } = window.location;
  const key = new URLSearchParams(hash.slice(1)).get("key");
  if (key !== null) {
    window.history.replaceState(null, "", pathname);
    storeSetUpKey(key);
    return key;
  }
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function storeSetUpKey(key: string): void {
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Then it has to be typed again after a try that fails.
  }
}

/** It also forgets the draft of the sign-in, which the key was for. */
export function forgetSetUp(): void {
  remove(KEY);
  remove(DRAFT_KEY);
}
