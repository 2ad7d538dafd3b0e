import { convert } from "html-to-text";

/** HTML as text for where there is none, in mails and calendars; on lines as long as they are unless told. */
export function plainText(html: string, { wordwrap = false }: { wordwrap?: number | false } = {}): string {
  return convert(html, {
    wordwrap,
    selectors: [
      { selector: ".no-text", format: "skip" },
      { selector: "h1", options: { uppercase: false } },
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    ],
  });
}
