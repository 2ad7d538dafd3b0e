// Fails if a folder has no tests by its name or in tools/test-map.ts, or if that map has a folder or word that nothing is called.
import { globSync } from "node:fs";
import { basename } from "node:path";
import { root } from "../paths.ts";
import { testFilesFor, testsByFolder } from "../test-map.ts";

const folders = ["worker/{*,*/*}/", "web/*/", "web/{admin,status}/*/", "tools/*/"].flatMap((pattern) =>
  globSync(pattern, { cwd: root }).map((folder) => basename(folder)),
);
const hasNoTest = (word: string) => testFilesFor(word).length === 0;
const problems = [
  ...folders
    .filter(hasNoTest)
    .map((folder) => `No test has ${folder} in its name: add words for it to tools/test-map.ts.`),
  ...Object.keys(testsByFolder)
    .filter((folder) => !folders.includes(folder))
    .map((folder) => `tools/test-map.ts has ${folder}, but no such folder exists.`),
  ...Object.values(testsByFolder)
    .flat()
    .filter(hasNoTest)
    .map((word) => `tools/test-map.ts has ${word}, but no test has that in its name.`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
