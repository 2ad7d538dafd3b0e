import MarkdownIt, { type Token } from "markdown-it";

export const allowedLink = /^(https?:|mailto:)/i;

const disabledRules = [
  "image",
  "table",
  "heading",
  "lheading",
  "blockquote",
  "hr",
  "strikethrough",
  "reference",
] as const;

type Parser = InstanceType<typeof MarkdownIt>;

/**
 * A message has paragraphs, emphasis, lists, links and code. Everything else, HTML above all, is shown as plain text. A write-up is a
 * document of its own, so it has headings, too. They stand below the page's only h1.
 */
export type MarkdownFlavor = "message" | "document";

const parsers: Partial<Record<MarkdownFlavor, Parser>> = {};

export function markdownParser(flavor: MarkdownFlavor): Parser {
  parsers[flavor] ??= flavor === "message" ? createParser(disabledRules) : createDocumentParser();
  return parsers[flavor];
}

function createDocumentParser(): Parser {
  const parser = createParser(disabledRules.filter((rule) => rule !== "heading"));
  parser.core.ruler.push("heading_levels", ({ tokens }: { tokens: Token[] }) => {
    for (const token of tokens)
      if (token.type.startsWith("heading_")) token.tag = token.markup.length <= 2 ? "h2" : "h3";
  });
  return parser;
}

function createParser(disabled: readonly string[]): Parser {
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([...disabled]);
  parser.validateLink = (url) => allowedLink.test(url.trim());
  parser.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
    return self.renderToken(tokens, index, options);
  };
  return parser;
}
