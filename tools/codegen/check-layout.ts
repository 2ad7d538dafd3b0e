// Fails if a folder has more files than one can survey, or fewer than need a folder, or if the folders of the Worker know more of each
// other than they should.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.ts";
import { beyondFolders } from "../test-sets.ts";
import { importedFiles } from "./imports.ts";

const MAX_FILES = 24;
const MAX_MEDIAN_FILES = 8;
const MAX_P90_FILES = 20;
/** Files in its own folders count, too. */
const MIN_FILES = 3;
/** Folders that may have fewer, by the reason. */
const smallFolders: Record<string, string[]> = {
  "A service or a tool looks there.": [".ci", "web/status/functions"],
  "It is a package with a lock file or a build of its own, or has a generated file, too.": [
    "test/oldest-node",
    "tools/node",
    "tools/start/unused-packages/aws-sdk",
    "tools/start/unused-packages/client-node",
    "web/client",
    "web/status/embed",
  ],
  "It is a project of Vitest.": ["test/engines"],
  "It is a part of a command, like the folders beside it.": ["lab/prove/fuzz", "lab/prove/soak"],
  "It is a domain, a screen or a kind of file that nothing else belongs to.": [
    "docs/screens",
    "web/admin/users",
    "web/status/addresses",
    "worker/entities",
    "worker/settings/alert-paths",
    "worker/settings/theme",
    "worker/storage/content-version",
  ],
};
/** Folders of tests are named for what they test in the product, or for a class of tests. */
const mirroringFolder = new RegExp(`^test/\\w+/((${beyondFolders})$|edge-cases/)|^test/worker/`);

/** Folders and files with code in `worker/`. */
const MAX_ENTRIES = 24;
/** Pairs of a folder and one that it imports. */
const MAX_PAIRS = 174;
/** In these pairs, the importer is the lower one in `order`. */
const MAX_PAIRS_AGAINST = 27;
/**
 * From the lowest: what knows nothing of the product, what each call goes through, the domains, and what is made from them. The folders do
 * import each other in cycles, for example a notice queues messages, and a message contains its notice. Their layers and their files
 * don't: check-folders.ts and the linter refuse that.
 */
const order = [
  "shared",
  "entities",
  "http",
  "storage",
  "sign-in",
  "cache",
  "openapi",
  "writes",
  "settings",
  "components",
  "notices",
  "metrics",
  "notify",
  "alerts",
  "backup",
  "health",
  "public",
  "console",
  "jobs",
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
const counts = [...byFolder.values()].map(({ length }) => length).sort((one, other) => one - other);
const quantile = (share: number) => counts[Math.floor(counts.length * share)] ?? 0;
for (const [share, max] of [
  [0.5, MAX_MEDIAN_FILES],
  [0.9, MAX_P90_FILES],
] as const)
  if (quantile(share) > max)
    problems.push(
      `${Math.round(100 * share)} % of the folders have up to ${quantile(share)} files: ${max} at most.`,
    );
for (const [folder, { length }] of byFolder)
  if (length > MAX_FILES && folder !== ".")
    problems.push(
      `${folder} has ${length} files: ${MAX_FILES} at most. Give those that belong together a folder.`,
    );

const excused = Object.values(smallFolders).flat();
const isSmall = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`)).length < MIN_FILES;
for (const folder of byFolder.keys())
  if (
    folder !== "." &&
    isSmall(folder) &&
    !excused.some((each) => folder === each || folder.startsWith(`${each}/`)) &&
    !mirroringFolder.test(folder)
  )
    problems.push(
      `${folder} has fewer than ${MIN_FILES} files: put them into another folder, or say why in tools/codegen/check-layout.ts.`,
    );
for (const folder of excused)
  if (!isSmall(folder))
    problems.push(`${folder} isn't small anymore: remove it from tools/codegen/check-layout.ts.`);

const ofWorker = files.filter((file) => file.startsWith("worker/"));
const entries = new Set(
  ofWorker.map((file) => file.split("/")[1]).filter((entry) => entry !== "tsconfig.json"),
);
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
