import { areShortcutsOn, isShortcut, type Shortcut } from "./shortcuts.ts";

const TAKES_TEXT = "input, textarea, select, [contenteditable], [role=menu], [popover]";

/** @returns undefined if the key belongs to a field, a dialog, also one that is still loaded, or the browser */
export function pressedShortcut(event: KeyboardEvent): Shortcut | "commands" | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  const isTaken = event.defaultPrevented || event.repeat || event.isComposing;
  if (isTaken || document.querySelector("dialog[open], [role=dialog], [data-dialog]")) return undefined;
  if (isCommandsKey(event) && !altKey && !shiftKey) return "commands";
  if (ctrlKey || metaKey || altKey || !areShortcutsOn()) return undefined;
  if (target instanceof Element && target.closest(TAKES_TEXT)) return undefined;
  return isShortcut(key) ? key : undefined;
}

export function isCommandsKey({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">) {
  return (ctrlKey || metaKey) && key.toLowerCase() === "k";
}
