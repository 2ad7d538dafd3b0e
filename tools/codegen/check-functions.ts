// Fails if a function is too long. The linter's own rule counts no markup. The formatter's indentation tells where a function ends.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";

const MAX_LINES = 60;
const START = /^ *(export )?(default )?(async )?function\b|^ *(async )?\w+\(.*\{$|=> \{$/;

const problems = globSync("{worker,web,tools,lab}/**/*.{ts,tsx}", { cwd: root }).flatMap((file) => {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (!START.test(line)) return [];
    const indentation = line.search(/\S/);
    const length = lines.slice(index + 1).findIndex((each) => isEnd(each, indentation)) + 2;
    return length > MAX_LINES ? [`${file}:${index + 1}: ${length} lines`] : [];
  });
});

/** The end of a destructured parameter begins with a brace, too, and ends with the one that opens the body. */
function isEnd(line: string, indentation: number): boolean {
  return line[indentation] === "}" && line.search(/\S/) === indentation && !line.endsWith("{");
}

for (const problem of problems)
  console.error(`${problem}\n  A function has ${MAX_LINES} lines at most. Divide it by what it does.`);
if (problems.length > 0) process.exitCode = 1;
