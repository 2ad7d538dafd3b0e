import type { MarkdownFlavor } from "../../../web/shared/markdown-subset.ts";
import { messageHTML } from "../../../web/shared/message-html.ts";
import { htmlText } from "../../shared/html-text.ts";
import { truncate } from "../../shared/truncate.ts";
import { cleanText } from "./clean-text.ts";
import { encodeDelimiters } from "./link.ts";

/** Chats show the beginning of a message; the status page has the rest. */
const MAX_MESSAGE_CHARACTERS = 4000;

/** Drops all formatting. A link is its text with the address, as in `our guide (https://example.com)`. */
export function plainMessage(markdown: string, flavor?: MarkdownFlavor): string {
  const html = messageHTML(truncate(markdown, MAX_MESSAGE_CHARACTERS), flavor);
  return cleanText(htmlText(html, { linkBrackets: ["(", ")"], rewriteAddress: encodeDelimiters }));
}
