import type { Token } from "markdown-it";
import { type MarkdownFlavor, markdownParser } from "./markdown-subset.ts";

/**
 * Rewrites a message as Markdown that any client renders as the page does: paragraphs, emphasis, lists, code and allowed
 * links. Everything else is escaped to plain text.
 */
export function normalizeMarkdown(message: string, flavor: MarkdownFlavor = "message"): string {
  return writeBlocks(markdownParser(flavor).parse(message, {})).join("\n\n");
}

function writeBlocks(tokens: Token[]): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { type, content, children, info } = tokens[at] as Token; // `at` is within
    const before = tokens[at - 1];
    const heading = before?.type === "heading_open" ? `${before.tag === "h2" ? "##" : "###"} ` : "";
    if (type === "inline") blocks.push(heading + writeInline(children ?? []));
    if (type === "fence" || type === "code_block") blocks.push(writeCode(content, info));
    if (!type.endsWith("_list_open")) continue;
    const end = closingIndex(tokens, at);
    blocks.push(writeList(tokens.slice(at, end)));
    at = end;
  }
  return blocks;
}

function closingIndex(tokens: Token[], from: number): number {
  const level = tokens[from]?.level;
  let at = from + 1;
  // Starting at `from` keeps a list of thousands of items linear.
  while (at < tokens.length && !(tokens[at]?.level === level && tokens[at]?.nesting === -1)) at += 1;
  return at;
}

function writeList([open, ...tokens]: Token[]): string {
  const first = Number(open?.attrGet("start") ?? 1);
  const items: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.type !== "list_item_open") continue;
    const end = closingIndex(tokens, at);
    const mark =
      open?.type === "bullet_list_open" ? `${open.markup} ` : `${first + items.length}${open?.markup} `;
    const lines = writeBlocks(tokens.slice(at + 1, end))
      .join("\n\n")
      .split("\n");
    items.push(
      mark +
        lines.map((line, n) => (n === 0 || line === "" ? line : " ".repeat(mark.length) + line)).join("\n"),
    );
    at = end;
  }
  return items.join("\n");
}

function writeCode(content: string, info: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(content) + 1));
  const language = /^[\w+-]+$/.test(info.trim()) ? info.trim() : "";
  return `${fence}${language}\n${content}${content === "" || content.endsWith("\n") ? "" : "\n"}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function writeInline(parts: Token[]): string {
  let text = "";
  let href = "";
  for (const part of parts) {
    const { type, content } = part;
    // The message's own markers are kept, because its author chose ones that do not run into neighboring text.
    if (/^(em|strong)_/.test(type)) text += part.markup;
    if (type === "text") text += escaped(content);
    if (type === "softbreak" || type === "hardbreak") text += "\n";
    if (type === "code_inline") text += inlineCode(content);
    if (type === "link_open") {
      href = String(part.attrGet("href") ?? "");
      text += "[";
    }
    if (type === "link_close") text += `](<${href.replace(/[<>\\\s]/g, encodeURIComponent)}>)`;
  }
  return text.split("\n").map(escapedStart).join("\n");
}

function inlineCode(content: string): string {
  const fence = "`".repeat(longestRun(content) + 1);
  const pad = /^`|`$|^ .* $/.test(content) ? " " : "";
  return fence + pad + content + pad + fence;
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]<|]|!$|&(?=[#a-z])|~(?=~)|(?<=~)~|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/gi, "\\$&")
    .replaceAll("\n", " ");
}

/** Escapes what would start a list, a quotation, a heading or code at the start of a line. */
function escapedStart(line: string): string {
  return line
    .replace(/^[ \t]+/, (spaces) => spaces.replaceAll(" ", "&#32;").replaceAll("\t", "&#9;"))
    .replace(/^([#>+=~-]|\d{1,9}(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}
