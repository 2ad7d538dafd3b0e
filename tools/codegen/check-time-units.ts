// Fails if a duration is a plain number, because worker/shared/time/domain.ts has the units.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";

const DURATION =
  /\b(60_?000|300_?000|600_?000|900_?000|3_?600_?000|86_?400_?000|3_?600|86_?400)\b|\b(24|60) \* 60\b|[*/] 1000\b|\b1000 [*/] /;
const files = globSync("{worker,web,tools,lab/{prove,screens}}/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) =>
    !/^(worker\/shared\/time\/domain|web\/client\/api|tools\/codegen\/check-time-units)\.ts$/.test(file),
);
const problems = files.flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) => (DURATION.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
);
for (const line of problems) console.error(`${line}\n  Use the units of worker/shared/time/domain.ts.`);
if (problems.length > 0) process.exitCode = 1;
