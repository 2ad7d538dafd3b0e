import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { readArchive } from "../support/factories/archives.ts";
import { makeApiKey } from "../support/factories/factories.ts";
import { filledNames, fillTables } from "../support/factories/filled-tables.ts";
import { onePixelPNG } from "../support/factories/images.ts";
import { openTerminal, type Terminal } from "../support/starters/command-line.ts";
import { type Daymark, startDaymark } from "../support/starters/daymark.ts";

const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const day = new Date(now).toISOString().slice(0, 10);

let daymark: Daymark;
let terminal: Terminal;
let key: string;
beforeAll(async () => {
  [daymark, terminal] = await Promise.all([
    startDaymark(),
    openTerminal({ DAYMARK_BACKOFF_SECONDS: "0.01" }),
  ]);
});
afterAll(() => Promise.all([daymark?.stop(), terminal?.remove()]));

const run = (...args: string[]) =>
  terminal.run(args, { cwd: terminal.home, env: { DAYMARK_URL: daymark.url, DAYMARK_KEY: key } });

async function fillInstallation(): Promise<void> {
  const { db } = daymark;
  await fillTables(db, now);
  await db.exec("DELETE FROM endpoints");
  for (const suffix of ["", "@2x"])
    await daymark.files.put(`logos/${filledNames.logo}${suffix}`, onePixelPNG, {
      httpMetadata: { contentType: "image/png" },
    });
  const { metricID } = filledNames;
  const points = Array.from({ length: 60 }, (_, index) => [index * 20, index / 7, now]);
  await daymark.deliver("daymark-datapoints", [[{ metricID, day, points }]]);
}

/** D1 is lost, and R2 isn't. */
async function loseDatabase(): Promise<void> {
  const tables = ["archive_restores", "settings", "subscribers", "notices", "components", "component_groups"];
  const others = [
    "metrics",
    "templates",
    "proposals",
    "alert_rules",
    "heartbeats",
    "cancelled_maintenances",
    "nightly_exports",
    "api_keys",
  ];
  await daymark.db.batch([...tables, ...others].map((table) => daymark.db.prepare(`DELETE FROM "${table}"`)));
}

test("`daymark restore --nightly` brings back what an export has, and an interrupted one continues", async () => {
  await fillInstallation();
  key = await makeApiKey(daymark, { scopes: ["archive"] });
  expect(await run("restore", "--nightly")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no nightly export."),
  });
  for (const minute of ["02:00", "02:01", "02:02"]) await daymark.runCron(`${day}T${minute}:00.000Z`);
  expect(await run("export", "before.tar.gz")).toMatchObject({ code: 0 });
  await loseDatabase();
  key = await makeApiKey(daymark, { scopes: ["archive"] });
  expect(await run("restore", "--nightly", "2020-01-01")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no nightly export of 2020-01-01. There are those of ${day}.`),
  });
  expect(await run("restore", "--nightly")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("has everything from the archive"),
  });
  expect(await run("restore", "--nightly", day)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("is here already"),
  });
  expect(await run("export", "after.tar.gz")).toMatchObject({ code: 0 });
  const [before, after] = await Promise.all(
    ["before.tar.gz", "after.tar.gz"].map((file) => readArchive(join(terminal.home, file))),
  );
  expect(after).toEqual(before);
  expect(before?.metricDays?.length).toBeGreaterThan(0);
  expect(before?.subscribers?.length).toBeGreaterThan(0);
});

test("`daymark export` replaces a file with --force only", async () => {
  const archive = join(terminal.home, "mine.tar.gz");
  await writeFile(archive, "mine");
  expect(await run("export", archive)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("exists already"),
  });
  expect(await readFile(archive, "utf8")).toBe("mine");
  expect(await run("export", archive, "--force")).toMatchObject({ code: 0 });
  expect((await readArchive(archive)).components).not.toEqual([]);
});

test("one of an archive, --nightly and --cancel is named", async () => {
  for (const args of [[], ["--nightly", "--cancel"]])
    expect(await run("restore", ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Name the archive to restore, or use either --nightly or --cancel."),
    });
});
