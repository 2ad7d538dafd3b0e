import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startWrangler } from "../../../tools/build/wrangler-commands.ts";
import { root } from "../../../tools/paths.ts";
import { Miniflare } from "../../../tools/start/miniflare.ts";
import { fillTables, readTables } from "../../support/factories/filled-tables.ts";
import type { Daymark } from "../../support/starters/daymark.ts";

/** Returns the wrangler commands in docs/backup-and-restore.md that begin with `command`, for the local database. */
function documentedCommands(command: string): string[][] {
  const page = readFileSync(join(root, "docs/backup-and-restore.md"), "utf8");
  const lines = page.match(new RegExp(`^ *npx wrangler ${command} .*$`, "gm")) ?? [];
  return lines.map((line) =>
    (
      line
        .trim()
        .replace("npx wrangler ", "")
        .replace("--remote", "--local")
        .match(/"[^"]*"|\S+/g) ?? []
    ).map((word) => word.replaceAll('"', "")),
  );
}

test("the documented commands restore a database from its export, with all migrations applied", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daymark-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
  cpSync(join(root, "docs"), join(folder, "docs"), { recursive: true });
  mkdirSync(join(folder, "worker"));
  writeFileSync(join(folder, "worker/index.ts"), "export default {};");
  const config = readFileSync(join(root, "wrangler.toml"), "utf8");
  let databaseID = "";
  function configureDatabase(database: string, id: string) {
    databaseID = id;
    writeFileSync(
      join(folder, "wrangler.toml"),
      config
        .replace('database_name = "daymark"', `database_name = "${database}"`)
        .replace(/database_id = ".*"/, `database_id = "${id}"`),
    );
  }
  const env = { ...process.env, CI: "true", HOME: folder, WRANGLER_SEND_METRICS: "false" };
  const { run, stop } = startWrangler(env);
  onTestFinished(stop);
  const wrangler = (args: string[]) => run(args, folder);
  /** Uses the database that wrangler.toml names now, from wrangler's folder. */
  async function withDatabase<T>(work: (db: Daymark["db"]) => Promise<T>): Promise<T> {
    const mf = new Miniflare({
      cf: false,
      modules: true,
      script: "",
      d1Databases: { DB: databaseID },
      d1Persist: join(folder, ".wrangler/state/v3/d1"),
    });
    try {
      return await work(await mf.getD1Database("DB"));
    } finally {
      await mf.dispose();
    }
  }

  configureDatabase("daymark", "00000000-0000-0000-0000-000000000001");
  expect(await wrangler(["d1", "migrations", "apply", "daymark", "--local"])).toContain("✅");
  const before = await withDatabase(async (db) => {
    await fillTables(db, Date.now());
    return readTables(db);
  });
  const exports = documentedCommands("d1 export");
  expect(exports).toHaveLength(2);
  for (const args of exports) await expect(wrangler(args)).rejects.toThrow(/Virtual Tables/);
  const [dropIndex = [], createIndex = []] = documentedCommands("d1 execute daymark").filter((args) =>
    args.includes("--file"),
  );
  expect(dropIndex).toContain("docs/drop-search-index.sql");
  const indexOf = (db: Daymark["db"]) =>
    db
      .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name GLOB 'notice_search*' ORDER BY name")
      .all()
      // The migration creates what the file creates if it doesn't exist.
      .then(({ results }) => results.map((each) => JSON.stringify(each).replace("IF NOT EXISTS ", "")));
  const index = await withDatabase(indexOf);
  expect(index.length).toBeGreaterThan(5);
  await wrangler(dropIndex);
  for (const args of exports) await wrangler(args);
  expect(await withDatabase(indexOf)).toEqual([]);
  await wrangler(createIndex);
  expect(await withDatabase(indexOf)).toEqual(index);

  configureDatabase("daymark-restored", "00000000-0000-0000-0000-000000000002");
  const restores = documentedCommands("d1 execute daymark-restored");
  expect(restores).toHaveLength(2);
  for (const args of restores) await wrangler(args);
  expect(await wrangler(["d1", "migrations", "apply", "daymark-restored", "--local"])).toContain(
    "No migrations to apply",
  );
  expect(await withDatabase((db) => readTables(db))).toEqual(before);
  // The documented commands for after the restore must run on the restored database, too.
  for (const args of documentedCommands("d1 execute daymark"))
    if (!args.includes("docs/drop-search-index.sql"))
      await wrangler(args.map((word) => word.replace(/^daymark$/, "daymark-restored")));
  expect(await withDatabase(indexOf)).toEqual(index);
}, 900_000);
