const references: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes a text for an element or an attribute in quotes, as React does. */
export function escapeHTML(text: string): string {
  return text.replace(/["&'<>]/g, (character) => references[character] ?? character);
}
