export interface TextOptions {
  /** The most characters of a line. Longer words stay whole. The default is no limit. */
  width?: number | undefined;
  linkBrackets: [open: string, close: string];
  rewriteAddress?: (address: string) => string;
}

interface Element {
  name: string;
  attributes: string;
  children: (Element | string)[];
}

/** A block's text so far. After its inner blocks, `text` ends with the last of them, and the lines go on below it. */
interface Block {
  text: string;
  lines: string[][];
  line: string[];
  width: number;
  /** The characters that still fit into the line. */
  room: number;
  endsWithSpace: boolean;
  isVerbatim: boolean;
  breaksBefore: number;
  /** Line breaks that the last inner block wants after it. */
  breaksDue: number;
}

const MIN_WIDTH = 20;
const BULLET = " * ";
/** The line breaks before and after each block. Other elements are part of a line. */
const blocks: Record<string, [before: number, after: number]> = {
  div: [1, 1],
  main: [1, 1],
  h1: [3, 2],
  h2: [3, 2],
  h3: [3, 2],
  p: [2, 2],
  pre: [2, 2],
  table: [2, 2],
};

/**
 * Writes HTML as text: paragraphs are apart, items of lists have a bullet or number, and a link is its text with its address. It
 * reads only what React and the Markdown parser write, so it knows no other elements, entities or forms of attributes. Elements of
 * the class `no-text` are left out.
 */
export function htmlText(html: string, options: TextOptions): string {
  const body = /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? html;
  const root = openBlock(0, options.width ?? Number.POSITIVE_INFINITY);
  writeChildren(root, parse(body), options);
  return textIn(root);
}

function parse(html: string): Element {
  const open: Element[] = [{ name: "", attributes: "", children: [] }];
  for (const [, end, name = "", attributes = "", text] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (text !== undefined) parent?.children.push(decode(text));
    else if (end) open.pop();
    else {
      const element = { name, attributes, children: [] };
      parent?.children.push(element);
      if (!isVoid.test(name)) open.push(element);
    }
  }
  return open[0] ?? { name: "", attributes: "", children: [] };
}

const isVoid = /^(br|hr|img)$/;

const entities: Record<string, string> = { amp: "&", gt: ">", lt: "<", quot: '"', "#x27": "'" };

function decode(text: string): string {
  return text.replace(/&(amp|gt|lt|quot|#x27);/g, (_, entity) => entities[entity] ?? "");
}

function attribute({ attributes }: Element, name: string): string {
  return decode(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
}

function writeChildren(block: Block, { name, children }: Element, options: TextOptions): string {
  return children
    .map((child) =>
      typeof child === "string" ? addText(block, child) : writeElement(block, child, name, options),
    )
    .join("");
}

/** @returns the words that it has added, without spaces */
function writeElement(block: Block, element: Element, parentName: string, options: TextOptions): string {
  const { name } = element;
  if (attribute(element, "class").split(" ").includes("no-text")) return "";
  if (name === "br") addLineBreak(block);
  else if (name === "a") return writeLink(block, element, options);
  else if (name === "ul" || name === "ol") writeList(block, element, parentName === "li", options);
  else if (blocks[name]) writeBlock(block, element, blocks[name], options);
  else return writeChildren(block, element, options);
  return "";
}

function writeBlock(
  block: Block,
  element: Element,
  [before, after]: [number, number],
  options: TextOptions,
): void {
  const inner = openBlock(before, block.width, element.name === "pre");
  writeChildren(inner, element, options);
  addBlock(block, textIn(inner), inner.breaksBefore, Math.max(inner.breaksDue, after));
}

function writeLink(block: Block, element: Element, options: TextOptions): string {
  const { linkBrackets, rewriteAddress = (address) => address } = options;
  const address = rewriteAddress(attribute(element, "href").replace(/^mailto:/, ""));
  const text = writeChildren(block, element, options);
  if (address !== text) addText(block, text === "" ? address : ` ${linkBrackets.join(address)}`);
  return text;
}

function writeList(block: Block, list: Element, isNested: boolean, options: TextOptions): void {
  const items = list.children.filter((child) => typeof child !== "string");
  const first = Number(attribute(list, "start") || 1);
  const prefixes = items.map((_, index) => {
    const prefix = list.name === "ol" ? ` ${first + index}. ` : BULLET;
    return isNested ? prefix.trimStart() : prefix;
  });
  const indent = Math.max(...prefixes.map(({ length }) => length));
  const rows = openBlock(isNested ? 1 : 2, block.width);
  for (const [index, item] of items.entries()) {
    const row = openBlock(1, Math.max(MIN_WIDTH, block.width - indent));
    writeChildren(row, item, options);
    const text =
      (prefixes[index] ?? "").padEnd(indent) + textIn(row).replaceAll("\n", `\n${" ".repeat(indent)}`);
    addBlock(rows, text, row.breaksBefore, Math.max(row.breaksDue, 1));
  }
  if (items.length > 0) addBlock(block, textIn(rows), rows.breaksBefore, isNested ? 1 : 2);
}

function openBlock(breaksBefore: number, width: number, isVerbatim = false): Block {
  return {
    text: "",
    lines: [],
    line: [],
    width,
    room: width,
    endsWithSpace: false,
    isVerbatim,
    breaksBefore,
    breaksDue: 0,
  };
}

function textIn({ text, lines, line }: Block): string {
  return text + [...lines, line].map((words) => words.join(" ")).join("\n");
}

function addBlock(block: Block, text: string, breaksBefore: number, breaksAfter: number): void {
  const above = textIn(block);
  const distance = Math.max(block.breaksDue, breaksBefore);
  Object.assign(block, { lines: [], line: [], room: block.width, breaksDue: breaksAfter });
  block.text = above === "" ? text : above + "\n".repeat(distance) + text;
  if (above === "") block.breaksBefore = distance;
}

function addLineBreak(block: Block): void {
  if (block.isVerbatim) block.text += "\n";
  else startLine(block);
}

function startLine(block: Block): void {
  block.lines.push(block.line);
  block.line = [];
  block.room = block.width;
}

/** @returns its words, without spaces */
function addText(block: Block, text: string): string {
  if (block.isVerbatim) {
    block.text += text;
    return "";
  }
  const words = text.match(/[^ \t\r\n\f\u200b]+/g) ?? [];
  if (words.length === 0 && block.breaksDue > 0) return "";
  for (let n = 0; n < block.breaksDue; n++) startLine(block);
  block.breaksDue = 0;
  const goesOn = !block.endsWithSpace && !/^[ \t\r\n\f\u200b]/.test(text);
  for (const [index, word] of words.entries()) addWord(block, word, goesOn && index === 0);
  if (text !== "")
    block.endsWithSpace = (block.endsWithSpace && words.length === 0) || /[ \t\r\n\f\u200b]$/.test(text);
  return words.join("");
}

function addWord(block: Block, word: string, goesOn: boolean): void {
  const last = goesOn ? block.line.pop() : undefined;
  if (last !== undefined) block.room += cost(block, last);
  const whole = (last ?? "") + word;
  if (block.room <= 0 || (cost(block, whole) > block.room && block.line.length > 0)) startLine(block);
  block.room -= cost(block, whole);
  block.line.push(whole);
}

function cost({ line }: Block, word: string): number {
  return word.length + (line.length > 0 ? 1 : 0);
}
