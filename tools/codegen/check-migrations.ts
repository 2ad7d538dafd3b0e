// Fails if the migrations don't match the tables, if a migration deletes data, or if a published migration has changed.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../paths.ts";
import config from "./drizzle.config.ts";
import {
  computeHashes,
  finalEntries,
  journal,
  readPublished,
  snapshotFile,
  sqlFiles,
} from "./migration-files.ts";
import { findUnsafeStatements } from "./unsafe-migrations.ts";

const folder = join(root, "migrations");
const problems = [...journalProblems(), ...dataLossProblems()];
if (problems.length === 0) problems.push(...publishedProblems());
if (problems.length === 0) problems.push(...outdatedProblems());
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** wrangler applies the files in the order of their names, but drizzle-kit uses the journal, so both must agree. */
function journalProblems(): string[] {
  const files = sqlFiles(folder);
  const journaled = journal(folder).map(({ tag }) => `${tag}.sql`);
  const outOfOrder = journal(folder).some(
    ({ idx, tag }, index) => idx !== index || !tag.startsWith(`${String(index).padStart(4, "0")}_`),
  );
  if (!outOfOrder && files.join() === journaled.join()) return [];
  return [
    `migrations/ has ${files.join(", ")}, and migrations/meta/_journal.json lists ${journaled.join(", ")}: both must be ` +
      "the same, numbered without a gap. Where two have one number, run `npm run migrations -- --again`.",
  ];
}

function dataLossProblems(): string[] {
  return sqlFiles(folder).flatMap((file) =>
    findUnsafeStatements(readFileSync(join(folder, file), "utf8")).map(
      (problem) => `migrations/${file}: ${problem}`,
    ),
  );
}

function publishedProblems(): string[] {
  const current = computeHashes(folder);
  const recorded = readPublished(folder);
  const published = finalEntries(folder);
  const kinds = ["sql", "snapshot", "journal"] as const;
  const changedFiles = Object.entries(published).flatMap(([name, hashes]) => {
    const kind = kinds.find((candidate) => current[name]?.[candidate] !== hashes[candidate]);
    if (kind === undefined) return [];
    const file = `migrations/${name}.sql`;
    const path = {
      sql: file,
      snapshot: `migrations/${snapshotFile(Number.parseInt(name, 10))}`,
      journal: `The entry of ${file} in migrations/meta/_journal.json`,
    };
    return `${path[kind]} was changed or deleted, but is already published: databases that applied it won't apply it again. Restore it, and create a new migration with \`npm run migrations\`.`;
  });
  if (changedFiles.length > 0 || JSON.stringify(recorded) === JSON.stringify({ ...published, ...current }))
    return changedFiles;
  return ["migrations/published.json doesn't match the migrations. Run `npm run migrations` to update it."];
}

function outdatedProblems(): string[] {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(join(cache, "migrations-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const { dialect, schema } = config as { dialect: string; schema: string }; // drizzle-kit's type has more than this file sets
    // drizzle-kit treats absolute paths as relative, and exits with 0 even after an error.
    const args = ["generate", `--dialect=${dialect}`, `--schema=${schema}`, `--out=${relative(root, copy)}`];
    const output = execFileSync("drizzle-kit", args, { cwd: root, encoding: "utf8" });
    if (output.includes("nothing to migrate")) return [];
    return [`${output}\nmigrations/ is out of date. Run \`npm run migrations\` and commit the result.`];
  } finally {
    rmSync(copy, { recursive: true });
  }
}
