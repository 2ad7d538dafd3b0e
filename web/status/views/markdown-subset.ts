import MarkdownIt from "markdown-it";

export const allowedLink = /^(https?:|mailto:)/i;

/** Paragraphs, emphasis, lists, links and code. Everything else, HTML above all, is shown as plain text. */
export const subset = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  "image",
  "table",
  "heading",
  "lheading",
  "blockquote",
  "hr",
  "strikethrough",
  "reference",
]);

subset.validateLink = (url) => allowedLink.test(url.trim());
subset.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
  return self.renderToken(tokens, index, options);
};
