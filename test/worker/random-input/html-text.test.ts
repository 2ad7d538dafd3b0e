import fc from "fast-check";
import { compile } from "html-to-text";
import { expect, test } from "vitest";
import { messageHTML } from "../../../web/shared/message-html.ts";
import { htmlText } from "../../../worker/shared/html-text.ts";
import { randomCharacter } from "../../support/factories/random-body.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "\n\n",
    "\n",
    "- ",
    "  - ",
    "1. ",
    "12. ",
    "# ",
    "**",
    "*",
    "`",
    "```\n",
    "    ",
    " ",
    "\t",
  ),
  fc.constantFrom("[a](https://example.com/?a=1&b=2)", "[https://e.com](https://e.com)", "[](https://e.com)"),
  fc.constantFrom("https://example.com", "me@example.com", "&amp;", "<b>", '"', "'", "word", "\u200b"),
  fc.constant("x".repeat(30)),
  randomCharacter,
);
const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

test.for([Number.POSITIVE_INFINITY, 78, 25])(
  "in lines of up to %s characters a message is written as html-to-text would write it",
  (width) => {
    const convert = compile({
      wordwrap: Number.isFinite(width) ? width : false,
      selectors: [
        ...["h1", "h2", "h3"].map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
      ],
    });
    const check = (text: string, flavor: "message" | "document") => {
      const html = messageHTML(text, flavor);
      // The library leaves out addresses that begin with #, and splits long words at "undefined".
      fc.pre(!/mailto:#|undefined/.test(html));
      expect(htmlText(html, { linkBrackets: ["<", ">"], width })).toBe(convert(html));
    };
    fc.assert(fc.property(markdown, fc.constantFrom("message", "document"), check), { numRuns: 1000 });
  },
);
