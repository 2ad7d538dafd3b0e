import { compile } from "html-to-text";

export function plainText(html: string, { wordwrap = false }: { wordwrap?: number | false } = {}): string {
  const convert = converters.get(wordwrap) ?? converterFor(wordwrap);
  converters.set(wordwrap, convert);
  return convert(html);
}

/** Compiling the options takes ten times as long as converting a message. Only a few line lengths are in use. */
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
