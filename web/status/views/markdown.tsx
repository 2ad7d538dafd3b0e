import { subset } from "./markdown-subset.ts";

/** An administrator's message as HTML: markdown-it escapes all that is not in the subset. */
export function messageHTML(text: string): string {
  const html = subset.render(text);
  return html.length <= maxMarkup(text) ? html : subset.utils.escapeHtml(text).replaceAll("\n", "<br>");
}

/** A text of nothing but links or lists is 14 times as long as HTML: past this, it is shown as plain text. */
function maxMarkup({ length }: string): number {
  return 8000 + 6 * length;
}

/** What a message says, without what it is emphasised or linked with; a line for each paragraph or point of a list. */
export function textOf(message: string): string {
  const lines = subset.parse(message, {}).flatMap(({ type, content, children }) => {
    if (type !== "inline") return content || [];
    return (children ?? []).map((part) => (/break$/.test(part.type) ? "\n" : part.content)).join("");
  });
  return lines.join("\n").trim();
}

export function Markdown({ text }: { text: string }) {
  return <Message html={messageHTML(text)} />;
}

/** A message in whatever language it was written, as `messageHTML` has made it. */
export function Message({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all that is not in its subset
  return <div className="message" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
