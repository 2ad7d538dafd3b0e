import type { MarkdownFlavor } from "../../shared/markdown-subset.ts";
import { messageHTML } from "../../shared/message-html.ts";

export function Markdown({ text, flavor }: { text: string; flavor?: MarkdownFlavor | undefined }) {
  return <Message html={messageHTML(text, flavor)} />;
}

/** @param html from `messageHTML` */
export function Message({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes everything outside the subset
  return <div className="message" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
