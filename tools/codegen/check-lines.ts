// Fails if a duration is a plain number, because worker/shared/time/domain.ts has the units, or if an `@param` is no parameter.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";

const DURATION =
  /\b(60_?000|300_?000|600_?000|900_?000|3_?600_?000|86_?400_?000|3_?600|86_?400)\b|\b(24|60) \* 60\b|[*/] 1000\b|\b1000 [*/] /;
const COMMENT = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;

const files = globSync("{worker,web,tools,lab/{prove,screens}}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/^(worker\/shared\/time\/domain|web\/client\/api|tools\/codegen\/check-lines)\.ts$/.test(file),
);
const problems = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...plainDurations(text), ...unknownParameters(text)].map((problem) => `${file}:${problem}`);
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function plainDurations(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      DURATION.test(line)
        ? [`${index + 1}: ${line.trim()}\n  Use the units of worker/shared/time/domain.ts.`]
        : [],
    );
}

function unknownParameters(text: string): string[] {
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const signature = signatureIn(text.slice(index + comment.length));
    return [...comment.matchAll(/@param (\w+)/g)].flatMap(([, name = ""]) =>
      new RegExp(`\\b${name}\\b`).test(signature)
        ? []
        : [`${text.slice(0, index).split("\n").length}: The function has no parameter ${name}.`],
    );
  });
}

/** @param code of a function that begins it */
function signatureIn(code: string): string {
  let depth = 0;
  for (const { 0: parenthesis, index } of code.matchAll(/[()]/g)) {
    depth += parenthesis === "(" ? 1 : -1;
    if (depth === 0) return code.slice(0, index);
  }
  return code;
}
