// Fails if a folder has more files than one can survey, or if the folders of the Worker know more of each other than they should.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.ts";
import { importedFiles } from "./imports.ts";

const MAX_FILES = 24;
/** Files and folders of `worker/`. */
const MAX_ENTRIES = 22;
/** Pairs of a folder and one that it imports. */
const MAX_PAIRS = 190;
/** In these pairs, the importer is the lower one in `order`, which begins with the lowest. */
const MAX_PAIRS_AGAINST = 40;
const order = [
  "shared",
  "http",
  "outbound",
  "storage",
  "cache",
  "sign-in",
  "settings",
  "components",
  "metrics",
  "notices",
  "notify",
  "writes",
  "openapi",
  "backup",
  "health",
  "public",
  "console",
  "entities",
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => existsSync(join(root, file)));
const problems: string[] = [];

const byFolder = Map.groupBy(files, (file) => dirname(file));
for (const [folder, { length }] of byFolder)
  if (length > MAX_FILES && folder !== "docs/decisions" && folder !== ".")
    problems.push(
      `${folder} has ${length} files: ${MAX_FILES} at most. Give those that belong together a folder.`,
    );

const ofWorker = files.filter((file) => file.startsWith("worker/"));
const entries = new Set(ofWorker.map((file) => file.split("/")[1]));
if (entries.size > MAX_ENTRIES)
  problems.push(`worker/ has ${entries.size} files and folders: ${MAX_ENTRIES} at most.`);

const topFolder = (file: string) => (dirname(file) === "worker" ? "" : (file.split("/")[1] ?? ""));
const pairs = new Set(
  ofWorker
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      importedFiles(file).flatMap((target) => {
        const [from, to] = [topFolder(file), topFolder(target)];
        return from === to || !target.startsWith("worker/") ? [] : `${from} ${to}`;
      }),
    ),
);
const unknown = [...entries].filter((entry = "") => !entry.includes(".") && !order.includes(entry));
for (const folder of unknown)
  problems.push(`tools/codegen/check-layout.ts has no place for worker/${folder}.`);
// The doors, such as `worker/api.ts`, are above all folders.
const rank = (name: string) => (name === "" ? order.length : order.indexOf(name));
const against = [...pairs].filter((pair) => {
  const [from = "", to = ""] = pair.split(" ");
  return rank(from) < rank(to);
});
if (pairs.size > MAX_PAIRS)
  problems.push(`The folders of worker/ import each other in ${pairs.size} pairs: ${MAX_PAIRS} at most.`);
if (against.length > MAX_PAIRS_AGAINST)
  problems.push(
    `Of these, ${against.length} are against the order, ${MAX_PAIRS_AGAINST} at most: ${against.join(", ")}.`,
  );

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
