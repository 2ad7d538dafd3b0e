import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { makeApiKey, makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { commandOf, commandsOf, readPages } from "../../support/readers/documentation.ts";
import { openTerminal, runCommand, type Terminal } from "../../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Each command that stands in a block of the documentation is run here, or by a test that this file names, or can't be run.

let commands: { page: string; line: string }[];
let daymark: Daymark;
/** Commands that fill an empty installation fill this one. */
let empty: Daymark;
let terminal: Terminal;
beforeAll(async () => {
  commands = commandsOf(await readPages());
  [daymark, empty, terminal] = await Promise.all([startDaymark(), startDaymark(), openTerminal()]);
  await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { name: "Sign-in is slow" });
});
afterAll(async () => {
  await terminal?.remove();
  await Promise.all([daymark, empty].map((each) => each?.stop()));
});

/** Each names the test that runs a command, and a text that this test has to contain. */
const runElsewhere: [page: RegExp, command: RegExp, test: string, contains: string][] = [
  [/./, /^npm start$/, "test/support/starters/installation.ts", "tools/start/start.ts"],
  [/README/, /^npm run dev$/, "test/deploy/deployment/dev.test.ts", "tools/dev.ts"],
  [/local/, /^curl .*handler\/scheduled/, "test/deploy/deployment/dev.test.ts", "handler/scheduled"],
  [/local/, /^STATE_DIR=/, "test/support/starters/installation.ts", "STATE_DIR: stateDir"],
  [/api\.md|README/, /^curl /, "test/browser/journeys/start/npm-start.test.ts", "docs/api.md"],
  [/command-line\.md/, /./, "test/browser/journeys/start/npm-start.test.ts", "docs/command-line.md"],
  [
    /backup/,
    /^npx wrangler d1 (?:execute|export) /,
    "test/deploy/deployment/backup.test.ts",
    "documentedCommands(",
  ],
  [
    /backup/,
    /^daymark restore --nightly$/,
    "test/cli/nightly-exports.test.ts",
    'run("restore", "--nightly")',
  ],
  [
    /coming/,
    /^daymark import \S+ --all$/,
    "test/cli/transfers/import.test.ts",
    '["import", statuspage.url, "--all"]',
  ],
  [/coming/, /^export STATUSPAGE_API_KEY=/, "test/cli/transfers/import.test.ts", "STATUSPAGE_API_KEY"],
  [/webhooks/, /npx daymark webhook listen$/, "test/cli/journeys/webhook-listen.test.ts", "startListener("],
  [/security/, /^openssl /, "test/cli/tables/documented-commands.test.ts", '"openssl"'],
  [/cli\/README/, /^npm install --global /, "test/cli/deployment/package.test.ts", '"install"'],
];

const cannotRun: [command: RegExp, reason: string][] = [
  [/^npm (?:test|run test:all)$/, "It runs this test."],
  [/^npx wrangler d1 time-travel /, "Time Travel exists on Cloudflare only."],
  [
    /^npx wrangler d1 (?:create|migrations apply) /,
    "It needs an account. `npm run deploy` runs it in its tests.",
  ],
  [/^npx wrangler queues (?:pause|resume)-delivery /, "The local queues can't be paused."],
  [/^npx wrangler (?:rollback|tail|secret put SECRET_KEY)$/, "It needs a deployed Worker."],
  [/^aws s3 sync /, "It needs an R2 bucket in an account."],
  [/^cloudflared tunnel /, "It needs the internet."],
  [/^git (?:pull|restore wrangler\.toml web)$/, "It changes the clone."],
];

const runHere = /^(?:export DAYMARK_URL=|(?:npx )?daymark )/;

function runnersOf({ page, line }: { page: string; line: string }): string[] {
  const elsewhere = runElsewhere.filter(([where, command]) => where.test(page) && command.test(line));
  const never = cannotRun.filter(([command]) => command.test(line));
  const here = elsewhere.length === 0 && runHere.test(line) ? ["this file"] : [];
  return [...elsewhere.map(([, , path]) => path), ...never.map(([, reason]) => reason), ...here];
}

test("every command in a block of the documentation is run by a test, or is known to be impossible to run", () => {
  expect(commands.length).toBeGreaterThan(60);
  const unclear = commands.filter((command) => runnersOf(command).length !== 1);
  expect(unclear).toEqual([]);
});

test("the tables above have no command that the documentation lacks, and no test that doesn't run it", async () => {
  for (const [page, command, path, contains] of runElsewhere) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect(await readFile(join(root, path), "utf8")).toContain(contains);
    const named = commands.some((each) => page.test(each.page) && command.test(each.line));
    expect([`${page} ${command}`, named]).toEqual([`${page} ${command}`, true]);
  }
  for (const [command] of cannotRun)
    expect([`${command}`, commands.some(({ line }) => command.test(line))]).toEqual([`${command}`, true]);
});

/** Exit codes other than 0: the cron of a test has never run, which is an error, and an incident is open. */
const exitCodes: Record<string, number> = { "daymark doctor": 1, "daymark status": 5 };

test("the commands of the command line on each page work in the order given", async () => {
  const makeKey = (each: Daymark) => makeApiKey(each, { scopes: ["all", "archive"] });
  const key = await makeKey(daymark);
  let [emptyKey, lastPage] = ["", ""];
  const here = commands.filter((command) => runnersOf(command)[0] === "this file");
  expect(new Set(here.map(({ page }) => page))).toContain("docs/backup-and-restore.md");
  for (const { page, line } of here) {
    if (page !== lastPage) {
      await empty.reset();
      emptyKey = await makeKey(empty);
      lastPage = page;
    }
    if (line.startsWith("export ")) continue;
    const isOther = line.startsWith("daymark import") || line.includes("https://status.example.org");
    const script = line
      .replace("https://status.example.com", daymark.url)
      .replace("https://status.example.org", empty.url)
      .replace(/^(?:npx )?daymark /, "");
    const args = (script.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
    const env = isOther
      ? { DAYMARK_URL: empty.url, DAYMARK_KEY: emptyKey }
      : { DAYMARK_URL: daymark.url, DAYMARK_KEY: key };
    const { code, stderr } = await terminal.run(args, { cwd: terminal.home, env });
    const expected = exitCodes[line.replace("npx ", "")] ?? 0;
    expect({ page, line, code, stderr }).toMatchObject({ page, line, code: expected });
  }
});

test("every option of a command of the command line in the documentation exists", async () => {
  const options = new Map<string, Set<string>>();
  for (const text of (await readPages()).values())
    for (const [, words = ""] of text.matchAll(/(?:^ *|`)(?:npx )?daymark ([^`\n#]*--[^`\n#]*)/gm)) {
      const command = commandOf(words);
      const found = options.get(command) ?? new Set();
      options.set(command, found);
      for (const [option] of words.replace(/"[^"]*"/g, "").matchAll(/(?<=\s)--[a-z-]+/g)) found.add(option);
    }
  expect(options.get("audit list")).toContain("--from");
  for (const [command, names] of options) {
    const { stdout } = await terminal.run([...command.split(" ").filter(Boolean), "--help"]);
    for (const name of names) expect([command, stdout]).toEqual([command, expect.stringContaining(name)]);
  }
});

test("OpenSSL makes a key of 32 bytes", async ({ skip }) => {
  const made = await runCommand(["openssl", "rand", "-base64", "32"], {
    env: { PATH: process.env.PATH ?? "" },
  }).catch(() => undefined);
  skip(made === undefined, "openssl is missing on this machine");
  expect(Buffer.from(made?.stdout ?? "", "base64")).toHaveLength(32);
});
