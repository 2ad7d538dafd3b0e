import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { runCommand, shellVariables } from "../../support/starters/command-line.ts";

const env = {
  ...shellVariables,
  PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: "1",
};

const number = (index: number) => String(index).padStart(4, "0");
const productMigrations = globSync("migrations/*.sql", { cwd: root }).length;
const first = `${number(productMigrations)}_first`;
const second = `${number(productMigrations + 1)}_second`;
const third = `${number(productMigrations + 2)}_third`;
const ours = `${number(productMigrations + 2)}_ours`;
const oursAgain = `${number(productMigrations + 3)}_ours`;

/**
 * A Git repository with the tables, which import domains only, and the migrations. Its first commit has the product's and two
 * handwritten ones. Then main and `branch` each add a table: drizzle-kit takes a second for each.
 */
let template: string;
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), "daymark-migrations-"));
  const tables = globSync("worker/**/{table,domain}.ts", { cwd: root });
  const check = ["tools/codegen", "tools/paths.ts", "tools/codegen/unsafe-migrations.ts"];
  for (const part of ["migrations", "package.json", ".gitignore", ...tables, ...check])
    cpSync(join(root, part), join(template, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(template, "node_modules"));
  const { addMigration, addTable, commit, generate, git } = repositoryIn(template);
  git("init", "--quiet", "--template=", "--initial-branch", "main");
  for (const name of ["first", "second"])
    addMigration("UPDATE `components` SET `name` = trim(`name`);", name);
  commit("First");
  git("branch", "branch");
  for (const [branch, name] of [
    ["branch", "ours"],
    ["main", "third"],
  ] as const) {
    git("checkout", "--quiet", branch);
    addTable(name);
    expect(await generate(`--name=${name}`)).toMatchObject({ code: 0 });
    commit(name);
  }
});
afterAll(() => rmSync(template, { recursive: true }));

function makeRepository() {
  const repository = copyTemplate();
  onTestFinished(() => rmSync(repository.folder, { recursive: true }));
  return repository;
}

function copyTemplate() {
  const folder = mkdtempSync(join(tmpdir(), "daymark-migrations-"));
  cpSync(template, folder, { recursive: true });
  return repositoryIn(folder);
}

function repositoryIn(folder: string) {
  const git = (...args: string[]) => {
    const config = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "core.editor=true"];
    return execFileSync("git", [...config, ...args], { cwd: folder, env, stdio: "pipe", encoding: "utf8" });
  };
  const commit = (name: string) => {
    git("add", "--all", "--", ":!node_modules");
    git("commit", "--quiet", "--message", name);
  };
  const migrations = join(folder, "migrations");
  const entries = () => JSON.parse(readFileSync(join(migrations, "meta/_journal.json"), "utf8")).entries;
  return {
    folder,
    migrations,
    git,
    commit,
    path: (file: string) => join(migrations, file),
    /** The name of the newest migration. */
    newest: (): string => entries().at(-1).tag,
    check: () => runCommand(["node", "tools/codegen/check-migrations.ts"], { cwd: folder, env }),
    generate: (...args: string[]) =>
      runCommand(["node", "tools/codegen/new-migration.ts", ...args], { cwd: folder, env }),
    addTable(name: string) {
      appendFileSync(
        join(folder, "worker/components/table.ts"),
        `\nexport const ${name} = sqliteTable("${name}", { one: integer("one").primaryKey() });\n`,
      );
    },
    /** Adds a handwritten migration, with the tables of the one before, and returns its file. */
    addMigration(sql: string, name = "next"): string {
      const journal = { version: "7", dialect: "sqlite", entries: entries() };
      const idx = journal.entries.length;
      const tag = `${number(idx)}_${name}`;
      journal.entries.push({ idx, version: "6", when: 1_800_000_000_000, tag, breakpoints: true });
      writeFileSync(join(migrations, "meta/_journal.json"), JSON.stringify(journal, null, 2));
      writeFileSync(join(migrations, `${tag}.sql`), sql);
      const snapshot = (index: number) => join(migrations, `meta/${number(index)}_snapshot.json`);
      const before = JSON.parse(readFileSync(snapshot(idx - 1), "utf8"));
      const after = { ...before, id: randomUUID(), prevId: before.id };
      writeFileSync(snapshot(idx), JSON.stringify(after, null, 2));
      return `${tag}.sql`;
    },
  };
}

/** drizzle-kit writes this when a column of `components` changes. */
const tableRebuild = [
  "PRAGMA foreign_keys=OFF;",
  "CREATE TABLE `__new_components` (`component_id` text PRIMARY KEY NOT NULL, `name` text);",
  "INSERT INTO `__new_components`(`component_id`, `name`) SELECT `component_id`, `name` FROM `components`;",
  "DROP TABLE `components`;",
  "ALTER TABLE `__new_components` RENAME TO `components`;",
  "PRAGMA foreign_keys=ON;",
].join("--> statement-breakpoint\n");

const refusedMigrations: [name: string, sql: string, reason: string][] = [
  ["a table's rebuild", tableRebuild, "rebuilds or renames a table"],
  ["DROP TABLE", "DROP TABLE `mail_pause`;", "deletes the table's rows"],
  ["DROP TABLE IF EXISTS in lower case", "drop table if exists mail_pause", "deletes the table's rows"],
  ["a renamed table", "ALTER TABLE `components` RENAME TO `parts`;", "rebuilds or renames a table"],
  ["a renamed column", "ALTER TABLE `components` RENAME COLUMN `name` TO `title`;", "takes a column away"],
  ["DROP COLUMN", "ALTER TABLE `components` DROP COLUMN `name`;", "deletes what the column holds"],
  ["DROP without COLUMN", 'ALTER TABLE "components" DROP "name";', "deletes what the column holds"],
  [
    "DELETE",
    "CREATE TABLE `a` (`b` text);--> statement-breakpoint\nDELETE FROM `components`;",
    "deletes rows",
  ],
  ["DELETE after WITH", "WITH old AS (SELECT 1) DELETE FROM components WHERE 1", "deletes rows"],
  [
    "DELETE in a trigger",
    "CREATE TRIGGER t AFTER UPDATE ON components BEGIN DELETE FROM notices; END",
    "deletes rows",
  ],
  ["INSERT OR REPLACE", "INSERT OR REPLACE INTO components SELECT * FROM components", "deletes rows"],
  ["REPLACE", "REPLACE INTO components SELECT * FROM components", "deletes rows"],
  [
    "NOT NULL without a default",
    "ALTER TABLE `components` ADD `size` integer NOT NULL;",
    "fails on a table that has rows",
  ],
  [
    "NOT NULL with a default in a comment",
    "ALTER TABLE components ADD COLUMN size integer NOT NULL -- DEFAULT 0",
    "fails on a table that has rows",
  ],
  [
    "a unique index over old columns",
    "CREATE UNIQUE INDEX `by_name` ON `components` (`name`);",
    "fails on a table whose rows repeat a value",
  ],
];

let refusal: { code: number | null; stderr: string };
const fileOf: Record<string, string> = {};
/** The check looks at each file by itself, so one repository has all of these migrations. */
beforeAll(async () => {
  const { folder, addMigration, check } = copyTemplate();
  for (const [name, sql] of refusedMigrations) fileOf[name] = addMigration(sql);
  refusal = await check();
  rmSync(folder, { recursive: true });
});

test.for(refusedMigrations)("a migration with %s is refused", ([name, , reason]) => {
  expect(refusal.code).toBe(1);
  const problems = refusal.stderr
    .split("\n")
    .filter((line) => line.startsWith(`migrations/${fileOf[name]}: `));
  expect(problems.join("\n")).toContain(reason);
});

test("a migration that only adds passes once `npm run migrations` has recorded it", async () => {
  const { addMigration, check, generate, git, newest, path } = makeRepository();
  git("checkout", "--quiet", "branch");
  expect(newest()).toBe(ours);
  appendFileSync(
    path(`${newest()}.sql`),
    "--> statement-breakpoint\nUPDATE components SET name = 'DROP TABLE x; DELETE FROM y' WHERE 0; -- DROP TABLE\n" +
      "ALTER TABLE `components` ADD `size` integer DEFAULT 0 NOT NULL;\nCREATE UNIQUE INDEX `u` ON `components` (`size`);\n" +
      "CREATE TABLE `child` (`one` text REFERENCES components ON DELETE cascade);\nDROP INDEX `components_by_order`;",
  );
  expect((await check()).stderr).toContain("Run `npm run migrations` to update it.");
  await generate();
  expect(await check()).toEqual({ code: 0, stdout: "", stderr: "" });
  addMigration("CREATE TABLE `recorded_nowhere` (`one` text);");
  expect((await check()).code).toBe(1);
});

test("a table without a migration is refused", async () => {
  const { addTable, check } = makeRepository();
  addTable("missing");
  expect((await check()).stderr).toContain("migrations/ is out of date");
});

/** Each changes another migration, so one repository can have them all. The key is what the check says of it. */
const changes: Record<string, (repository: ReturnType<typeof makeRepository>) => void> = {
  "migrations/0000_baseline.sql": ({ path }) => appendFileSync(path("0000_baseline.sql"), "\nSELECT 1;"),
  [`migrations/meta/${number(productMigrations)}_snapshot.json`]: ({ path }) =>
    appendFileSync(path(`meta/${number(productMigrations)}_snapshot.json`), " "),
  [`The entry of migrations/${second}.sql in migrations/meta/_journal.json`]: ({ path }) =>
    replaceIn(
      path("meta/_journal.json"),
      new RegExp(`(?<="idx": ${productMigrations + 1},[^}]*"when": )\\d+`),
      "1795277680863",
    ),
  [`migrations/${third}.sql`]: ({ path }) => {
    renameSync(path(`${third}.sql`), path(third.replace("third", "renamed.sql")));
    replaceIn(path("meta/_journal.json"), third, third.replace("third", "renamed"));
  },
};

function replaceIn(file: string, pattern: string | RegExp, text: string) {
  writeFileSync(file, readFileSync(file, "utf8").replace(pattern, text));
}

test("published migrations with another statement, snapshot, time or name are refused, even after `npm run migrations`", async () => {
  const repository = makeRepository();
  for (const change of Object.values(changes)) change(repository);
  const expectRefusal = async () => {
    const lines = (await repository.check()).stderr.trim().split("\n");
    const message = " was changed or deleted, but is already published";
    expect(lines.map((line) => line.split(message)[0])).toEqual(Object.keys(changes));
  };
  await expectRefusal();
  await repository.generate();
  await expectRefusal();
  repository.git("checkout", "main", "--", "migrations/published.json");
  rmSync(join(repository.folder, ".git"), { recursive: true });
  await expectRefusal();
});

test("a published migration that is missing, duplicated or out of order is refused", async () => {
  const { check, git, newest, path } = makeRepository();
  rmSync(path(`${newest()}.sql`));
  expect((await check()).code).toBe(1);
  git("checkout", "main", "--", "migrations");
  cpSync(path(`${first}.sql`), path(`${number(productMigrations)}_again.sql`));
  expect((await check()).stderr).toContain("numbered without a gap");
  rmSync(path(`${number(productMigrations)}_again.sql`));
  const file = path("meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.toReversed() }));
  expect((await check()).stderr).toContain("numbered without a gap");
  git("checkout", "main", "--", "migrations");
  writeFileSync(path("published.json"), "{}");
  expect((await check()).stderr).toContain("migrations/published.json doesn't match the migrations");
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }));
  rmSync(path(`${journal.entries.at(-1).tag}.sql`));
  expect((await check()).stderr).toContain("was changed or deleted, but is already published");
});

test("--again renumbers a branch's migration if main got one with the same number", async () => {
  const { addTable, check, generate, git, newest } = makeRepository();
  expect(newest()).toBe(third);
  git("checkout", "--quiet", "branch");
  expect(newest()).toBe(ours);
  expect(() => git("rebase", "main")).toThrow("could not apply");
  git("checkout", "main", "--", "worker");
  addTable("ours");
  expect(await generate("--again", "--name=ours")).toMatchObject({ code: 0 });
  expect(newest()).toBe(oursAgain);
  git("add", "--all", "--", ":!node_modules");
  git("rebase", "--continue");
  expect(await check()).toMatchObject({ code: 0, stderr: "" });
  expect(git("diff", "--name-only", "--no-renames", "main", "--", "migrations").trim().split("\n")).toEqual([
    `migrations/${oursAgain}.sql`,
    expect.stringMatching(/^migrations\/meta\/\d+_snapshot\.json$/),
    "migrations/meta/_journal.json",
    "migrations/published.json",
  ]);
});
