import { convert } from "html-to-text";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** A mail as both of its bodies, of one template. */
export function render(letter: ReactElement): { html: string; text: string } {
  const html = `<!doctype html>${renderToStaticMarkup(letter)}`;
  const text = convert(html, {
    wordwrap: 78,
    selectors: [
      { selector: ".no-text", format: "skip" },
      { selector: "h1", options: { uppercase: false } },
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    ],
  });
  return { html, text: `${text}\n` };
}
