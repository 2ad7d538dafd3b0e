// npm run migrations: writes the migration for changed tables, and records it in migrations/published.json. With --again
// it first takes back the migrations that are not on main yet, for when main got one with the same number. What else is
// given, drizzle-kit gets.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { losingStatements } from "../../test/support/losing-statements.ts";
import { root } from "../paths.ts";
import { finalEntries, hashesOf, mainCommit, publishedFile, sqlFiles } from "./migration-files.ts";

const folder = join(root, "migrations");
const given = process.argv.slice(2);
const again = given.includes("--again");

if (again) takeBack();
const rest = given.filter((each) => each !== "--again");
execFileSync("drizzle-kit", ["generate", "--config", "tools/codegen/drizzle.config.ts", ...rest], {
  cwd: root,
  stdio: "inherit",
});
// What is published stays as it was recorded, so that check sees a change of it.
const published = { ...hashesOf(folder), ...finalEntries(folder) };
writeFileSync(publishedFile(folder), `${JSON.stringify(published, null, 2)}\n`);
for (const file of sqlFiles(folder))
  for (const problem of losingStatements(readFileSync(join(folder, file), "utf8")))
    console.error(`migrations/${file}: ${problem} \`npm run check\` refuses it.`);

/** Brings back main's folder, and nothing else: what is not on main is made anew from the tables. */
function takeBack(): void {
  const main = mainCommit(folder);
  if (main === undefined) throw new Error("--again needs a Git repository with a branch main.");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const onMain = new Set(git("ls-tree", "-r", "--name-only", main, ".").split("\n"));
  const here = git("ls-files", "--cached", "--others", "--exclude-standard", ".").split("\n");
  for (const file of new Set(here)) {
    if (file === "" || onMain.has(file)) continue;
    if (file.endsWith(".sql")) console.log(`${file} was generated again. Add these manual changes again:`);
    if (file.endsWith(".sql")) console.log(readFileSync(join(folder, file), "utf8"));
    rmSync(join(folder, file), { force: true });
  }
  git("checkout", main, "--", ".");
}
