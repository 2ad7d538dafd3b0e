// Fails, and says so, when a table changed and `npm run migrations` was not run after it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import config from "../../worker/drizzle.config.ts";
import { root } from "../../worker/local/paths.ts";

const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const copy = mkdtempSync(join(cache, "migrations-"));
try {
  cpSync(join(root, "migrations"), copy, { recursive: true });
  const { dialect, schema } = config as { dialect: string; schema: string }; // as worker/drizzle.config.ts has them
  // drizzle-kit takes an absolute path for a relative one, and exits with 0 whatever happens.
  const args = ["generate", `--dialect=${dialect}`, `--schema=${schema}`, `--out=${relative(root, copy)}`];
  const said = execFileSync("drizzle-kit", args, { cwd: root, encoding: "utf8" });
  if (!said.includes("nothing to migrate")) {
    console.error(
      `${said}\nmigrations/ is behind the tables. Run \`npm run migrations\` and commit what it makes.`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
