import { subset } from "./markdown-subset.ts";

export function messageHTML(text: string): string {
  const html = subset.render(text);
  return html.length <= maxMarkupCharacters(text)
    ? html
    : subset.utils.escapeHtml(text).replaceAll("\n", "<br>");
}

/** A message that consists of links or lists can be 14 times as long as HTML. Past this limit it is shown as plain text. */
function maxMarkupCharacters({ length }: string): number {
  return 8000 + 6 * length;
}

/** Drops emphasis and links; each paragraph or list item is a line. */
export function plainTextOf(message: string): string {
  const lines = subset.parse(message, {}).flatMap(({ type, content, children }) => {
    if (type !== "inline") return content || [];
    return (children ?? []).map((part) => (/break$/.test(part.type) ? "\n" : part.content)).join("");
  });
  return lines.join("\n").trim();
}

export function Markdown({ text }: { text: string }) {
  return <Message html={messageHTML(text)} />;
}

/** @param html from `messageHTML` */
export function Message({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes everything outside the subset
  return <div className="message" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
