import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { SECOND_MS } from "../../worker/shared/time/domain.ts";
import { makeApiKey } from "../support/factories/factories.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";
import { closeServer, listen } from "../support/starters/listen.ts";

let daymark: Daymark;
let terminal: Terminal;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark);
  // Without a PATH, there is no npm that could look for newer releases.
  terminal = await openTerminal({ DAYMARK_URL: daymark.url, DAYMARK_KEY: key, PATH: "" });
});
afterAll(async () => {
  await terminal?.remove();
  await daymark?.stop();
});
afterEach(async () => {
  await daymark.db.exec("DELETE FROM d1_migrations WHERE name LIKE '9999%'");
});

const runCron = () => daymark.runCron(new Date().toISOString());

/** The result of a health check is shared for a second. */
const healthSays = (text: string) =>
  expect.poll(async () => (await daymark.fetch("/api/health")).text()).toContain(text);

async function doctorJSON() {
  const { stdout, ...rest } = await terminal.run(["doctor", "--json"]);
  return { ...rest, ...JSON.parse(stdout) };
}

test("doctor exits with 1 and says how to fix it while the cron has never run, and then with 0", async () => {
  const sick = await terminal.run(["doctor"]);
  expect(sick).toMatchObject({ code: 1, stderr: "" });
  expect(sick.stdout).toMatch(
    /^● error {4}cron {15}The cron has never run\.\n {30}→ If you have just deployed, /m,
  );
  expect(sick.stdout).toMatch(/\n1 error, 0 warnings\.\n$/);
  await runCron();
  const well = await terminal.run(["doctor"]);
  expect(well).toMatchObject({ code: 0, stderr: "" });
  expect(well.stdout).toMatch(new RegExp(`^${daymark.url}, with daymark \\d`));
  expect(well.stdout).not.toContain("→");
  expect(well.stdout).toMatch(/\n0 errors, 0 warnings\.\n$/);
});

test("doctor --json prints each check with its status, and a warning isn't an error", async () => {
  await runCron();
  await daymark.db.exec("INSERT INTO d1_migrations (name) VALUES ('9999_of_a_later_version.sql')");
  await healthSays("9999_of_a_later_version.sql");
  const { checks, ...rest } = await doctorJSON();
  expect(rest).toEqual({
    code: 0,
    stderr: "",
    url: daymark.url,
    status: "warning",
    version: expect.stringMatching(/^\d/),
  });
  expect(checks.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`)).toEqual([
    ...[
      "health ok",
      "local clock ok",
      "release ok",
      "database ok",
      "migrations warning",
      "files ok",
      "clock ok",
    ],
    ...["configuration ok", "cron ok", "queues ok", "metrics ok", "alerts ok", "emails ok"],
    ...["webhooks and chat ok", "nightly export ok", "restore ok", "sign-in ok", "version ok"],
  ]);
  expect(checks[0].message).toContain("9999_of_a_later_version.sql");
});

test("doctor finds a status page that is unhealthy, and still makes the other checks", async () => {
  const newest = await daymark.db
    .prepare("SELECT max(name) AS name FROM d1_migrations")
    .first<string>("name");
  await daymark.db.exec(`DELETE FROM d1_migrations WHERE name = '${newest}'`);
  onTestFinished(async () => {
    await daymark.db.exec(`INSERT INTO d1_migrations (name) VALUES ('${newest}')`);
  });
  await healthSays("missing migrations");
  const { code, checks } = await doctorJSON();
  expect(code).toBe(1);
  expect(checks[0]).toMatchObject({ name: "health", status: "error" });
  expect(checks).toContainEqual(
    expect.objectContaining({ name: "migrations", status: "error", fix: expect.stringContaining("deploy") }),
  );
});

/** Replaces Daymark: `answers` has a status and a body by path. */
async function runAgainst(
  answers: Record<string, { status: number; body: object }>,
  { headers = {}, args = ["doctor"] }: { headers?: Record<string, string>; args?: string[] } = {},
) {
  const paths: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    paths.push(url);
    const { status, body } = answers[url] ?? { status: 404, body: { errorMessage: "Nothing." } };
    const json = { "Content-Type": "application/json", ...headers };
    response.writeHead(status, json).end(JSON.stringify(body));
  });
  const url = await listen(server);
  onTestFinished(() => closeServer(server));
  const output = await terminal.run(args, { env: { DAYMARK_URL: url } });
  return { ...output, paths };
}

const healthy = { status: 200, body: { status: "ok" } };
const report = (checks: object[]) => ({
  status: 200,
  body: { status: "ok", time: new Date().toISOString(), checks },
});

test("doctor finds an outage, and tries nothing twice", async () => {
  const outage = { status: 503, body: { errorMessage: "The service is temporarily unavailable." } };
  const { paths, ...output } = await runAgainst({ "/api/health": outage, "/api/v0/health/deep": outage });
  expect(output).toMatchObject({ code: 1, stderr: "" });
  expect(output.stdout).toContain("health       The service is temporarily unavailable.");
  expect(output.stdout).toContain("details      No other check could be made: The service is");
  expect(paths).toEqual(["/api/health", "/api/v0/health/deep"]);
});

test.each([
  [-30 * SECOND_MS, 0, "warning", "ahead of the server's"],
  [-600 * SECOND_MS, 1, "error", "ahead of the server's"],
  [600 * SECOND_MS, 1, "error", "behind the server's"],
  [500, 0, "ok", "agree"],
])("doctor finds that the server's clock differs by %i ms", async (offsetMs, code, status, text) => {
  const headers = { Date: new Date(Date.now() + offsetMs).toUTCString() };
  const answers = { "/api/health": healthy, "/api/v0/health/deep": report([]) };
  const output = await runAgainst(answers, { headers });
  expect(output).toMatchObject({ code, stderr: "" });
  expect(output.stdout).toMatch(new RegExp(`● ${status} +local clock .*${text}`));
});

test("a status that this version doesn't know counts as a warning", async () => {
  const checks = [{ name: "new", status: "curious", message: "What is this?" }];
  const answers = { "/api/health": healthy, "/api/v0/health/deep": report(checks) };
  const output = await runAgainst(answers);
  expect(output).toMatchObject({ code: 0, stderr: "" });
  expect(output.stdout).toContain("0 errors, 1 warning.");
});

test("doctor without a key, or with one that may not, exits with 4", async () => {
  expect(await terminal.run(["doctor"], { env: { DAYMARK_KEY: "" } })).toMatchObject({ code: 4 });
  const narrow = await makeApiKey(daymark, { scopes: ["read"] });
  expect(await terminal.run(["doctor"], { env: { DAYMARK_KEY: narrow } })).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("needs all"),
  });
});

test.for([
  [
    { version: "99.0.0", migrations: 1_002, byHand: ["0.9.0", "2.0.0", "98.1.0"] },
    "warning",
    /^99\.0\.0 is released, and \d+\.\d+\.\d+ runs\. The upgrade keeps all data, applies 9\d\d migrations, and needs a hand for 2\.0\.0, 98\.1\.0: see “When you upgrade”/,
  ],
  [
    { version: "99.0.0", migrations: 1, byHand: [] },
    "warning",
    /, applies no migration, and needs nothing by hand\.$/,
  ],
  [{ version: "0.9.0", migrations: 1, byHand: [] }, "ok", /^\d+\.\d+\.\d+ runs, the newest release\.$/],
  [{ version: "99.0.0-beta.1", migrations: 1, byHand: [] }, "ok", /couldn't be looked up/],
] as const)(
  "doctor says whether %j of npm is an upgrade",
  async ([{ version, ...daymark }, status, message]) => {
    const bin = join(terminal.home, "bin");
    await mkdir(bin, { recursive: true });
    const answer = JSON.stringify({ version, daymark });
    await writeFile(join(bin, "npm"), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
    const { stdout } = await terminal.run(["doctor", "--json"], { env: { PATH: bin } });
    const { checks } = JSON.parse(stdout);
    expect(checks.find(({ name }: { name: string }) => name === "release")).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  },
);
