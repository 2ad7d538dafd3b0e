import MarkdownIt from "markdown-it";

const withHTML = new MarkdownIt({ html: true });

// Tells each < that is no more than that, in no code and around no address. A table's cells could end code before it
// does, an image has its text apart.
const reader = new MarkdownIt().disable(["table", "image"]);
reader.inline.ruler.push("less_than", (state, silent) => {
  if (state.src[state.pos] !== "<") return false;
  if (!silent) state.push("less_than", "", 0).meta = { at: state.pos };
  state.pos += 1;
  return true;
});

/** A message keeps its Markdown, set apart from the page's own; HTML in it is shown as text. */
export function quoted(message: string): string {
  const quote = message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  if (!hasHTML(quote)) return quote;
  const escaped = escapedWhereText(quote);
  return hasHTML(escaped) ? quote.replaceAll("<", "&lt;") : escaped;
}

function hasHTML(text: string): boolean {
  return withHTML
    .parse(text, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .some(({ type }) => type.startsWith("html_"));
}

function escapedWhereText(text: string): string {
  const lines = text.split("\n");
  for (const { content, children, map } of reader.parse(text, {})) {
    const found = new Set(children?.filter(({ type }) => type === "less_than").map(({ meta }) => meta?.at));
    let [line = 0] = map ?? [];
    let begin = 0;
    for (const part of found.size > 0 ? content.split("\n") : []) {
      // What a line has before its content is marks and spaces, so that the first < here is the first there.
      const isText = [...part.matchAll(/</g)].map(({ index }) => found.has(begin + index));
      lines[line] = (lines[line] ?? "").replace(/</g, () => (isText.shift() ? "&lt;" : "<"));
      begin += part.length + 1;
      line += 1;
    }
  }
  return lines.join("\n");
}
