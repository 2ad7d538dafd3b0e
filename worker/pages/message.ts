import MarkdownIt from "markdown-it";
import { markdownOf } from "../../web/status/views/markdown-source.ts";
import { allowedLink } from "../../web/status/views/markdown-subset.ts";

/** A message in Markdown, set apart from the page's own. */
export function quoted(message: string): string {
  return markdownOf(message)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** From each of them the parser searches the rest of the message: thousands in hundreds of messages take seconds. */
const MAX_BRACKETS = 200;

/**
 * A message as it was written, unless a client that renders Markdown would make HTML, an image or a forbidden link of it.
 * One with more brackets than anybody writes becomes plain text.
 */
export function harmless(message: string): string {
  if (message.split("[").length > MAX_BRACKETS) return message.replace(/[\\[\]<]/g, "\\$&");
  return isHarmless(message) ? message : markdownOf(message);
}

const permissive = new MarkdownIt({ html: true });
permissive.validateLink = () => true;

function isHarmless(message: string): boolean {
  if (!/[<[]/.test(message)) return true;
  const tokens = permissive.parse(message, {});
  return tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .every(({ type, attrs }) => {
      if (type === "link_open")
        return attrs?.every(([name, value]) => name !== "href" || allowedLink.test(String(value)));
      return type !== "image" && !type.startsWith("html_");
    });
}
