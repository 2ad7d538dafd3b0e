import MarkdownIt from "markdown-it";
import { remembered } from "../texts/remembered.ts";

// Paragraphs, emphasis, lists, links and code; anything else, HTML above all, is shown as the text that it is.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  "image",
  "table",
  "heading",
  "lheading",
  "blockquote",
  "hr",
  "strikethrough",
  "reference",
]);

markdown.validateLink = (url) => /^(https?:|mailto:)/i.test(url.trim());
markdown.renderer.rules.link_open = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
  return self.renderToken(tokens, index, options);
};

// A page that changes shows nearly all of its messages again.
const written = remembered(200, (text) => markdown.render(text));

/** What a message says, without what it is emphasised or linked with; a line for each paragraph or point of a list. */
export function textOf(message: string): string {
  const lines = markdown.parse(message, {}).flatMap(({ type, content, children }) => {
    if (type !== "inline") return content || [];
    return (children ?? []).map((part) => (/break$/.test(part.type) ? "\n" : part.content)).join("");
  });
  return lines.join("\n").trim();
}

/** An administrator's message, in whatever language that is. */
export function Markdown({ text }: { text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdown-it escapes all that is not in the subset above
  return <div className="message" dir="auto" dangerouslySetInnerHTML={{ __html: written(text) }} />;
}
