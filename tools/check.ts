// Runs three checks at a time: the compiler and the linter each take as long as all the others. Except for types, `--changed` checks
// only files that differ from `origin/main`, or from the last commit.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

// By default, a project's files are divided among several checkers, and each of them resolves the types that they share.
const COMPILER = "tsc --build --checkers 1";
const CLIENT = "node tools/codegen/client-types.ts";
const MIGRATIONS = "node tools/codegen/check-migrations.ts";
const BINDINGS = "node --run types -- --check";

if (process.argv.includes("--changed")) await checkChanged(changedFiles());
else await checkAll();

async function checkAll(): Promise<void> {
  /** Generates the API's types, which the later checks read. */
  const client = check(CLIENT);
  await Promise.all([
    client.then(() => check(COMPILER)),
    client.then(() => check("biome check --error-on-warnings")),
    checkSources()
      .then(() => checkInOrder(BINDINGS, MIGRATIONS))
      .then(() => client)
      .then(() => checkInOrder("knip --cache", "knip --cache --production --exclude dependencies")),
  ]);
}

async function checkChanged(files: string[]): Promise<void> {
  const changes = (pattern: RegExp) => files.some((file) => pattern.test(file));
  const present = files.filter((file) => existsSync(join(root, file)));
  const lint =
    "biome check --error-on-warnings --no-errors-on-unmatched --config-path=tools/changed.biome.jsonc";
  if (!existsSync(join(root, "web/client/api.ts"))) await check(CLIENT);
  await Promise.all([
    check(COMPILER),
    checkSources(),
    checkInOrder(
      ...(present.length > 0 ? [`${lint} ${present.join(" ")}`] : []),
      ...(changes(/^wrangler\.toml$|worker-configuration\.d\.ts$/) ? [BINDINGS] : []),
      ...(changes(/^migrations\/|\/table\.ts$/) ? [MIGRATIONS] : []),
    ),
  ]);
}

/** These read text only, so they need no process of their own. */
async function checkSources(): Promise<void> {
  await import("./codegen/check-folders.ts");
  await import("./codegen/check-functions.ts");
  await import("./codegen/check-layout.ts");
  await import("./codegen/check-packages.ts");
  await import("./codegen/check-test-map.ts");
  await import("./codegen/check-lines.ts");
}

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const hasMain = git("for-each-ref", "refs/remotes/origin/main") !== "";
  const base = hasMain ? git("merge-base", "HEAD", "origin/main") : "HEAD";
  const listed = [git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")];
  return listed.flatMap((text) => text.split("\n")).filter((file) => file !== "");
}

async function checkInOrder(...commands: string[]): Promise<void> {
  for (const command of commands) await check(command);
}

/** Makes this process fail if the check does, and runs the others nevertheless. */
function check(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program = "", ...args] = command.split(" ");
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code !== 0) {
        process.exitCode = 1;
        console.error(`\`${command}\` failed:\n${Buffer.concat(output)}`);
      }
      resolve();
    });
  });
}
