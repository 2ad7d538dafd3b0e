import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { getPlatformProxy } from "wrangler";
import { root } from "../../tools/paths.ts";
import type { Daymark } from "../support/daymark.ts";
import { fillTables, readTables } from "../support/filled-tables.ts";

/** The commands of a section of docs/backup-and-restore.md that begin so, for the local database. */
function documented(command: string): string[][] {
  const page = readFileSync(join(root, "docs/backup-and-restore.md"), "utf8");
  const found = page.match(new RegExp(`^ *npx wrangler ${command} .*$`, "gm")) ?? [];
  return found.map((line) =>
    (
      line
        .trim()
        .replace("npx wrangler ", "")
        .replace("--remote", "--local")
        .match(/"[^"]*"|\S+/g) ?? []
    ).map((word) => word.replaceAll('"', "")),
  );
}

test("what the documented commands export, they restore into a new database, which misses no migration", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daymark-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
  mkdirSync(join(folder, "worker"));
  writeFileSync(join(folder, "worker/index.ts"), "export default {};");
  const config = readFileSync(join(root, "wrangler.toml"), "utf8");
  const name = (database: string, id: string) =>
    writeFileSync(
      join(folder, "wrangler.toml"),
      config
        .replace('database_name = "daymark"', `database_name = "${database}"`)
        .replace(/database_id = ".*"/, `database_id = "${id}"`),
    );
  const env = { ...process.env, CI: "true", HOME: folder, WRANGLER_SEND_METRICS: "false" };
  const wrangler = (args: string[]) =>
    execFileSync(join(root, "node_modules/.bin/wrangler"), args, { cwd: folder, env, encoding: "utf8" });
  /** Of the database that wrangler.toml names at the time. */
  async function withDatabase<T>(work: (db: Daymark["db"]) => Promise<T>): Promise<T> {
    const { env: bindings, dispose } = await getPlatformProxy<{ DB: Daymark["db"] }>({
      configPath: join(folder, "wrangler.toml"),
      persist: { path: join(folder, ".wrangler/state/v3") },
    });
    try {
      return await work(bindings.DB);
    } finally {
      await dispose();
    }
  }

  name("daymark", "00000000-0000-0000-0000-000000000001");
  wrangler(["d1", "migrations", "apply", "daymark", "--local"]);
  const before = await withDatabase(async (db) => {
    await fillTables(db, Date.now());
    return readTables(db);
  });
  const exports = documented("d1 export");
  expect(exports).toHaveLength(2);
  for (const args of exports) wrangler(args);

  name("daymark-restored", "00000000-0000-0000-0000-000000000002");
  const restores = documented("d1 execute daymark-restored");
  expect(restores).toHaveLength(2);
  for (const args of restores) wrangler(args);
  expect(wrangler(["d1", "migrations", "apply", "daymark-restored", "--local"])).toContain(
    "No migrations to apply",
  );
  expect(await withDatabase((db) => readTables(db))).toEqual(before);
  for (const args of documented("d1 execute daymark"))
    if (args.includes("--command"))
      wrangler(args.map((word) => word.replace(/^daymark$/, "daymark-restored")));
}, 300_000);
