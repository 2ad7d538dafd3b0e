import MarkdownIt from "markdown-it";
import { normalizeMarkdown } from "../../web/shared/markdown-source.ts";
import { allowedLink, type MarkdownFlavor } from "../../web/shared/markdown-subset.ts";

/** The block quote keeps a message apart from the page's own Markdown. */
export function blockquote(message: string): string {
  return normalizeMarkdown(message)
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

/** The parser searches the rest of the message from each bracket, which is quadratic. */
const MAX_BRACKETS = 200;

/** Keeps a message as written, unless a Markdown client would render HTML, an image or a forbidden link from it. */
export function sanitize(message: string, flavor: MarkdownFlavor = "message"): string {
  if (message.split("[").length > MAX_BRACKETS) return message.replace(/[\\[\]<]/g, "\\$&");
  return isSafe(message) ? message : normalizeMarkdown(message, flavor);
}

let permissive: InstanceType<typeof MarkdownIt> | undefined;

function permissiveParser() {
  if (permissive) return permissive;
  permissive = new MarkdownIt({ html: true });
  permissive.validateLink = () => true;
  return permissive;
}

function isSafe(message: string): boolean {
  if (!/[<[]/.test(message)) return true;
  const tokens = permissiveParser().parse(message, {});
  return tokens
    .flatMap((token) => [token, ...(token.children ?? [])])
    .every(({ type, attrs }) => {
      if (type === "link_open")
        return attrs?.every(([name, value]) => name !== "href" || allowedLink.test(String(value)));
      return type !== "image" && !type.startsWith("html_");
    });
}
