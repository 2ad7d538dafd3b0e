/** The key that a Mac has in place of Ctrl. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
