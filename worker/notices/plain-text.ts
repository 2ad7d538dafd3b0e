import { compile } from "html-to-text";

/** HTML as text for where there is none, in mails and calendars; on lines as long as they are unless told. */
export function plainText(html: string, { wordwrap = false }: { wordwrap?: number | false } = {}): string {
  const convert = converters.get(wordwrap) ?? converterFor(wordwrap);
  converters.set(wordwrap, convert);
  return convert(html);
}

/** To compile the options takes ten times as long as to convert a message. Few lengths of lines are ever in use. */
const converters = new Map<number | false, ReturnType<typeof converterFor>>();

function converterFor(wordwrap: number | false) {
  return compile({
    wordwrap,
    selectors: [
      { selector: ".no-text", format: "skip" },
      { selector: "h1", options: { uppercase: false } },
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    ],
  });
}
