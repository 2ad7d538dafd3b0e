import { globSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import { runCommand } from "../support/starters/command-line.ts";

const checks = [
  "node tools/codegen/client-types.ts",
  "tsc --build --checkers 1",
  "biome check --error-on-warnings",
  "knip --cache",
  "knip --cache --production --exclude dependencies",
  "node --run types -- --check",
  "node tools/codegen/check-migrations.ts",
];

let folder: string;
/** Takes the place of all checks, which take a minute. It logs its command and fails if a line of FAILING is that. */
const fakeCheck = `#!/bin/sh
command=$(echo "\${0##*/} $*" | sed 's/ $//')
echo "$command" >> "$LOG"
echo "Output of $command"
! echo "$FAILING" | grep -qxF "$command"
`;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "daymark-check-"));
  for (const program of ["node", "tsc", "biome", "knip"]) {
    await writeFile(join(folder, program), fakeCheck);
    await chmod(join(folder, program), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function runChecks(...failing: string[]) {
  const log = join(folder, "log");
  await writeFile(log, "");
  const env = { PATH: `${folder}:${process.env.PATH}`, LOG: log, FAILING: failing.join("\n") };
  const result = await runCommand([process.execPath, join(root, "tools/check.ts")], { env });
  return { ...result, ran: (await readFile(log, "utf8")).trim().split("\n") };
}

test("`npm run check` runs every check and prints nothing if all pass", async () => {
  const { ran, ...result } = await runChecks();
  expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(ran.toSorted()).toEqual(checks.toSorted());
  expect(ran.indexOf("tsc --build --checkers 1")).toBeGreaterThan(
    ran.indexOf("node tools/codegen/client-types.ts"),
  );
});

test("`npm run check` runs each file that is named a check", async () => {
  const source = await readFile(join(root, "tools/check.ts"), "utf8");
  for (const file of globSync("check-*.ts", { cwd: join(root, "tools/codegen") }))
    expect(source).toContain(`codegen/${file}`);
});

test("a check that fails makes `npm run check` fail with that check's output", async () => {
  const { ran, ...result } = await runChecks("knip --cache");
  expect(result).toEqual({
    code: 1,
    stdout: "",
    stderr: "`knip --cache` failed:\nOutput of knip --cache\n\n",
  });
  expect(ran).toHaveLength(checks.length);
});

test("every check can fail `npm run check`, and the others run nevertheless", async () => {
  const { code, stderr } = await runChecks(...checks);
  expect(code).toBe(1);
  for (const command of checks) expect(stderr).toContain(`\`${command}\` failed:\nOutput of ${command}\n`);
});
