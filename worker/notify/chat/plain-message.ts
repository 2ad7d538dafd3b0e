import { compile } from "html-to-text";
import type { MarkdownFlavor } from "../../../web/shared/markdown-subset.ts";
import { messageHTML } from "../../../web/shared/message-html.ts";
import { truncate } from "../../shared/truncate.ts";
import { cleanText } from "./clean-text.ts";
import { encodeDelimiters } from "./link.ts";

/** Chats show the beginning of a message; the status page has the rest. */
const MAX_MESSAGE_CHARACTERS = 4000;

/** Compiling the options takes a tenth of the Worker's start, so the first message does it. */
let convert: ReturnType<typeof compileOptions> | undefined;

function compileOptions() {
  return compile({
    wordwrap: false,
    selectors: [
      ...["h1", "h2", "h3"].map((selector) => ({ selector, options: { uppercase: false } })),
      {
        selector: "a",
        options: { linkBrackets: ["(", ")"], hideLinkHrefIfSameAsText: true, pathRewrite: encodeDelimiters },
      },
    ],
  });
}

/** Drops all formatting. A link is its text with the address, as in `our guide (https://example.com)`. */
export function plainMessage(markdown: string, flavor?: MarkdownFlavor): string {
  convert ??= compileOptions();
  return cleanText(convert(messageHTML(truncate(markdown, MAX_MESSAGE_CHARACTERS), flavor)));
}
