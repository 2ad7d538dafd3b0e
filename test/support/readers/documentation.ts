import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../tools/paths.ts";

const patterns = ["*.md", "docs/*.md", "docs/decisions/*.md", "web/cli/README.md", "test/README.md"];

/** Reads the documentation: the text of each page by its path. */
export async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for await (const path of glob(patterns, { cwd: root }))
    pages.set(path, await readFile(join(root, path), "utf8"));
  return pages;
}

export interface Command {
  page: string;
  /** It has one line, without the comment behind it. */
  line: string;
}

/** A block without a language has commands, unless it is a file, a drawing or a list of addresses. */
const COMMAND = /^(?:npm|npx|daymark|git|aws|curl|openssl|cloudflared|echo|export|(?:[A-Z_]+=\S+ )+np[mx]) /;

export function commandsOf(pages: Map<string, string>): Command[] {
  return [...pages].flatMap(([page, text]) =>
    blocksOf(text)
      .filter((block) => COMMAND.test(block))
      .flatMap(linesOf)
      .map((line) => ({ page, line })),
  );
}

/** The texts between fences that name no language. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].flatMap(
    ([, indent = "", language, block = ""]) =>
      language === "" ? [block.replace(new RegExp(`^${indent}`, "gm"), "")] : [],
  );
}

function linesOf(block: string): string[] {
  return block
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/\s+# .*/, "").trim())
    .filter((line) => line !== "");
}

/** @returns for example "incident open", or "export", which has no subcommands */
export function commandOf(words: string): string {
  const [first = "", second = ""] = words.split(" ").filter((word) => /^[a-z]+$/.test(word));
  const isWhole = /^(?:doctor|export|import|restore|status)$/.test(first) && second !== "account";
  return isWhole ? first : `${first} ${second}`.trim();
}
