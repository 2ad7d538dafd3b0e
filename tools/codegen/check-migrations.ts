// Fails, and says why, when a table changed and `npm run migrations` was not run after it, when a migration loses rows,
// and when a published one is not what it was.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { losingStatements } from "../../test/support/losing-statements.ts";
import { root } from "../paths.ts";
import config from "./drizzle.config.ts";
import { finalEntries, hashesOf, journal, readPublished, snapshotFile, sqlFiles } from "./migration-files.ts";

const folder = join(root, "migrations");
const problems = [...incomplete(), ...losing()];
if (problems.length === 0) problems.push(...changed());
if (problems.length === 0) problems.push(...behindTables());
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** wrangler applies the files in the order of their names, and drizzle-kit goes by the journal: both have to agree. */
function incomplete(): string[] {
  const files = sqlFiles(folder);
  const listed = journal(folder).map(({ tag }) => `${tag}.sql`);
  const outOfOrder = journal(folder).some(
    ({ idx, tag }, at) => idx !== at || !tag.startsWith(`${String(at).padStart(4, "0")}_`),
  );
  if (!outOfOrder && files.join() === listed.join()) return [];
  return [
    `migrations/ has ${files.join(", ")}, and migrations/meta/_journal.json lists ${listed.join(", ")}: both must be ` +
      "the same, numbered without a gap. Where two have one number, run `npm run migrations -- --again`.",
  ];
}

function losing(): string[] {
  return sqlFiles(folder).flatMap((file) =>
    losingStatements(readFileSync(join(folder, file), "utf8")).map(
      (problem) => `migrations/${file}: ${problem}`,
    ),
  );
}

function changed(): string[] {
  const now = hashesOf(folder);
  const recorded = readPublished(folder);
  const published = finalEntries(folder);
  const kinds = ["sql", "snapshot", "journal"] as const;
  const different = Object.entries(published).flatMap(([name, hashes]) => {
    const kind = kinds.find((each) => now[name]?.[each] !== hashes[each]);
    if (kind === undefined) return [];
    const file = `migrations/${name}.sql`;
    const path = {
      sql: file,
      snapshot: `migrations/${snapshotFile(Number.parseInt(name, 10))}`,
      journal: `The entry of ${file} in migrations/meta/_journal.json`,
    };
    return `${path[kind]} was changed or deleted, but is already published: databases that applied it won't apply it again. Restore it, and create a new migration with \`npm run migrations\`.`;
  });
  if (different.length > 0 || JSON.stringify(recorded) === JSON.stringify({ ...published, ...now }))
    return different;
  return ["migrations/published.json doesn't match the migrations. Run `npm run migrations` to update it."];
}

function behindTables(): string[] {
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const copy = mkdtempSync(join(cache, "migrations-"));
  try {
    cpSync(folder, copy, { recursive: true });
    const { dialect, schema } = config as { dialect: string; schema: string }; // as tools/codegen/drizzle.config.ts has them
    // drizzle-kit takes an absolute path for a relative one, and exits with 0 whatever happens.
    const args = ["generate", `--dialect=${dialect}`, `--schema=${schema}`, `--out=${relative(root, copy)}`];
    const said = execFileSync("drizzle-kit", args, { cwd: root, encoding: "utf8" });
    if (said.includes("nothing to migrate")) return [];
    return [`${said}\nmigrations/ is out of date. Run \`npm run migrations\` and commit the result.`];
  } finally {
    rmSync(copy, { recursive: true });
  }
}
