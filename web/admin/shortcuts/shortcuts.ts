import { useSyncExternalStore } from "react";
import { browserStorage } from "../session/token-storage.ts";

/** Keys that work without Ctrl or Command, and what they do. */
export const shortcuts = {
  n: "Report an incident. On another list, add an item.",
  u: "Post an update on the open incident",
  "/": "Search",
  "?": "Show these shortcuts",
} as const;

export type Shortcut = keyof typeof shortcuts;

export const isShortcut = (key: string): key is Shortcut => Object.hasOwn(shortcuts, key);

const SETTING = "daymark-shortcuts";
const listeners = new Set<() => void>();

/** Speech recognition types letters, so the keys can be turned off on a device (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return browserStorage().getItem(SETTING) !== "off";
}

export function setShortcutsOn(on: boolean): void {
  if (on) browserStorage().removeItem(SETTING);
  else browserStorage().setItem(SETTING, "off");
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn);
}

/** A key presses or focuses the button or field with these attributes while it is on the screen. */
export function useShortcutProps(key: Shortcut) {
  return { "aria-keyshortcuts": useShortcutsOn() ? key : undefined };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
