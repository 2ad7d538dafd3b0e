import fc from "fast-check";
import { expect, test } from "vitest";
import { markdownParser } from "../../../web/shared/markdown-subset.ts";
import { messageHTML } from "../../../web/shared/message-html.ts";

const piece = fc.oneof(
  fc.constantFrom(
    " ",
    "  ",
    "word",
    "Done",
    ".",
    ". ",
    ": ",
    ", ",
    "!",
    "(",
    ")",
    "-",
    "--",
    "=",
    "1",
    "1)",
    "+",
    "#",
  ),
  fc.constantFrom(
    "www",
    "http",
    "com",
    '"',
    "'",
    "{",
    "|",
    "$",
    "%",
    "\t",
    "\u00a0",
    "\u3000",
    "é",
    "…",
    "->",
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);
const oneLine = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

test.for(["message", "document"] as const)(
  "plain words in a %s are rendered as the Markdown parser renders them",
  (flavor) => {
    fc.assert(
      fc.property(oneLine, (text) => {
        expect(messageHTML(text, flavor)).toBe(markdownParser(flavor).render(text));
      }),
      { numRuns: 3000 },
    );
  },
);
