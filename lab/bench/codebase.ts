import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../tools/paths.ts";
import type { Figure } from "./table.ts";

/** Counts what a change has to carry: lines, files, folders, tables, and code that the compiler can't check. */
export function measureCodebase(): Figure[] {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const code = files
    .filter((path) => /\.(tsx?|css)$/.test(path) && !path.endsWith("worker-configuration.d.ts"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const within = (...folders: string[]) =>
    code.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
  const product = within("worker", "web");
  const fragments = within("worker").flatMap(({ text }) => sqlFragments(text));
  return [
    lineFigure("worker", within("worker")),
    lineFigure("web", within("web")),
    lineFigure("tools and lab", within("tools", "lab")),
    lineFigure("test", within("test")),
    count("folders of worker", new Set(within("worker").map(({ path }) => path.split("/")[1])).size),
    count("files in the largest folder", largestFolder(files)),
    count("migrations", files.filter((path) => /^migrations\/\w+\.sql$/.test(path)).length),
    count("tables", countMatches(within("worker"), /\bsqliteTable\(/g)),
    count("raw sql fragments", fragments.length),
    count(
      "raw sql fragments over ten lines",
      fragments.filter((each) => each.split("\n").length > 10).length,
    ),
    count("as unknown as", countMatches([...product, ...within("tools")], /\bas unknown as\b/g)),
  ];
}

function lineFigure(name: string, files: { text: string }[]): Figure {
  const lines = files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  return { name: `${name}, lines`, figure: `${files.length} files`, result: String(lines) };
}

function count(name: string, result: number): Figure {
  return { name, result: String(result) };
}

function countMatches(files: { text: string }[], pattern: RegExp): number {
  return files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}

/** Finds the texts of all `sql` templates, and of those inside them. */
function sqlFragments(code: string): string[] {
  return [...code.matchAll(/\bsql(?:<[^`\n]*>)?`/g)].map(({ 0: tag, index }) => {
    const start = index + tag.length;
    return code.slice(start, endOfTemplate(code, start));
  });
}

function endOfTemplate(code: string, start: number): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "`") return at;
    if (code.startsWith("${", at)) at = endOfExpression(code, at + 2);
  }
  return code.length;
}

function endOfExpression(code: string, start: number): number {
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "}") return at;
    if (code[at] === "{") at = endOfExpression(code, at + 1);
    if (code[at] === "`") at = endOfTemplate(code, at + 1);
  }
  return code.length;
}

function largestFolder(files: string[]): number {
  const folders = Map.groupBy(files, dirname);
  return Math.max(...[...folders.values()].map((each) => each.length));
}
