import { type MarkdownFlavor, markdownParser } from "./markdown-subset.ts";

/** Matches one line without a character that Markdown could read as more than itself, as most messages are. */
const PLAIN = /^(?![\s\d#>+=-])(?:[^\0\n\r\\`*_[\]<>&:@/.~]|[.:](?= |$))+$/;

export function messageHTML(text: string, flavor: MarkdownFlavor = "message"): string {
  // Parsing takes longer, above all the first time.
  if (text === text.trimEnd() && PLAIN.test(text)) return `<p>${text.replaceAll('"', "&quot;")}</p>\n`;
  const parser = markdownParser(flavor);
  const html = parser.render(text);
  return html.length <= maxMarkupCharacters(text)
    ? html
    : parser.utils.escapeHtml(text).replaceAll("\n", "<br>");
}

/** A message that consists of links or lists can be 14 times as long as HTML. Past this limit it is shown as plain text. */
function maxMarkupCharacters({ length }: string): number {
  return 8000 + 6 * length;
}

/** Drops emphasis and links; each paragraph or list item is a line. */
export function toPlainText(message: string, flavor: MarkdownFlavor = "message"): string {
  const lines = markdownParser(flavor)
    .parse(message, {})
    .flatMap(({ type, content, children }) => {
      if (type !== "inline") return content || [];
      return (children ?? []).map((part) => (/break$/.test(part.type) ? "\n" : part.content)).join("");
    });
  return lines.join("\n").trim();
}
