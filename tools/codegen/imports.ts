import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.ts";

/** Type imports don't count, because they don't exist at run time. */
const IMPORT = /^(?:import|export) (?!type )[^;"]*"(\.[^"]+)"|(?<!typeof )import\("(\.[^"]+)"\)/gm;

/** Returns the files of the repository that a file imports. Paths are relative to the repository. */
export function importedFiles(file: string): string[] {
  const found = readFileSync(join(root, file), "utf8").matchAll(IMPORT);
  return [...found].map(([, path, dynamicPath = ""]) => join(dirname(file), path ?? dynamicPath));
}
