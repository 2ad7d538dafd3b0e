// Writes a migration for changed tables, and records it in migrations/published.json. `--again` first deletes those that are not on
// main, for a branch whose number main has used meanwhile. drizzle-kit gets all other arguments.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { computeHashes, finalEntries, mainCommit, publishedFile, sqlFiles } from "./migration-files.ts";
import { findUnsafeStatements } from "./unsafe-migrations.ts";

const folder = join(root, "migrations");
const args = process.argv.slice(2);
const AGAIN = "--again";

if (args.includes(AGAIN)) deleteUnpublished();
const drizzleArgs = args.filter((argument) => argument !== AGAIN);
execFileSync("drizzle-kit", ["generate", "--config", "tools/codegen/drizzle.config.ts", ...drizzleArgs], {
  cwd: root,
  stdio: "inherit",
});
// The hashes of published migrations are not updated, so that the check notices a change.
const published = { ...computeHashes(folder), ...finalEntries(folder) };
writeFileSync(publishedFile(folder), `${JSON.stringify(published, null, 2)}\n`);
for (const file of sqlFiles(folder))
  for (const problem of findUnsafeStatements(readFileSync(join(folder, file), "utf8")))
    console.error(`migrations/${file}: ${problem} \`npm run check\` refuses it.`);

/** Restores main's folder, so that the migrations of this branch are generated again from the tables. */
function deleteUnpublished(): void {
  const main = mainCommit(folder);
  if (main === undefined) throw new Error("--again needs a Git repository with a branch main.");
  const git = (...gitArgs: string[]) => execFileSync("git", gitArgs, { cwd: folder, encoding: "utf8" });
  const onMain = new Set(git("ls-tree", "-r", "--name-only", main, ".").split("\n"));
  const files = git("ls-files", "--cached", "--others", "--exclude-standard", ".").split("\n");
  for (const file of new Set(files)) {
    if (file === "" || onMain.has(file)) continue;
    if (file.endsWith(".sql")) console.log(`${file} was generated again. Add these manual changes again:`);
    if (file.endsWith(".sql")) console.log(readFileSync(join(folder, file), "utf8"));
    rmSync(join(folder, file), { force: true });
  }
  git("checkout", main, "--", ".");
}
