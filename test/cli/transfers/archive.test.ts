import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type * as z from "zod";
import { newSecretKey } from "../../../tools/start/secret-key.ts";
import { archiveParts } from "../../../worker/backup/domain.ts";
import { archivedTables } from "../../../worker/backup/parts.ts";
import { rowSchema } from "../../../worker/backup/rows.ts";
import type { TablePart } from "../../../worker/entities/domain.ts";
import { endpoints } from "../../../worker/notify/endpoints/table.ts";
import {
  subscriberComponents,
  subscriberGroups,
  subscriberNotices,
  subscribers as subscriberTable,
} from "../../../worker/notify/subscribers/table.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import type { ArchivedTable } from "../../../worker/storage/entity.ts";
import { columnOf } from "../../../worker/storage/writes/insert-rows.ts";
import {
  type ArchiveRows,
  archiveEntries,
  archiveOf,
  manifestOf,
  readArchive,
} from "../../support/factories/archives.ts";
import { emptyContent } from "../../support/factories/empty-content.ts";
import { makeApiKey, makeComponent } from "../../support/factories/factories.ts";
import { filledNames, fillTables } from "../../support/factories/filled-tables.ts";
import { onePixelPNG } from "../../support/factories/images.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/fakes/webhook-receiver.ts";
import { leftOutOfArchives } from "../../support/readers/left-out-of-archives.ts";
import { reads } from "../../support/readers/reads.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";
import { closeServer, listen } from "../../support/starters/listen.ts";
import { startProxy } from "../../support/starters/proxy.ts";

const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const vars = { ALLOW_PRIVATE_ADDRESSES: "true" };

let receiver: WebhookReceiver;
let source: Daymark;
let target: Daymark;
let sourceKey: string;
let targetKey: string;
let terminal: Terminal;
let archive: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  [source, target] = await Promise.all([
    startDaymark({ vars }),
    startDaymark({ vars: { ...vars, SECRET_KEY: newSecretKey() } }),
  ]);
  await fillSource();
  [sourceKey, targetKey] = (await Promise.all(
    [source, target].map((daymark) => makeApiKey(daymark, { scopes: ["archive"] })),
  )) as [string, string]; // two installations
  terminal = await openTerminal({ DAYMARK_BACKOFF_SECONDS: "0.01" });
  archive = join(terminal.home, "archive.tar.gz");
});
afterAll(async () => {
  await terminal?.remove();
  await Promise.all([source?.stop(), target?.stop(), receiver?.stop()]);
});

/** Every table has rows, a subscriber has a webhook, and the metric has points of three days. */
async function fillSource() {
  const { db } = source;
  await fillTables(db, now);
  await db.exec("DELETE FROM endpoints");
  await db.exec("DELETE FROM metric_days");
  await db
    .prepare(
      `INSERT INTO subscribers (subscriber_id, email_address, address_key, channel, state, everything, created_at)
      VALUES ('browserAAAAA', '', 'key of a browser', 'push', 'confirmed', 1, ?)`,
    )
    .bind(new Date(now).toISOString())
    .run();
  const { metricID } = filledNames;
  const days = [0, 1, 40].map((days) => new Date(now - days * 86_400_000).toISOString().slice(0, 10));
  const points = Array.from({ length: 60 }, (_, index) => [index * 20, index / 7, now]);
  await source.deliver("daymark-datapoints", [days.map((day) => ({ metricID, day, points }))]);
  for (const suffix of ["", "@2x"])
    await source.files.put(`logos/${filledNames.logo}${suffix}`, onePixelPNG, {
      httpMetadata: { contentType: "image/png" },
    });
  await db.exec("UPDATE settings SET turnstile_site_key = '', endpoints_enabled = 1");
  await subscribers(() => source).requestSubscription({ emailAddress: `${receiver.url}/hook` });
  const state = () => db.prepare("SELECT state FROM subscribers WHERE channel = 'webhook'").first("state");
  await vi.waitFor(async () => expect(await state()).toBe("confirmed"), { timeout: 60_000, interval: 200 });
  const rotations = JSON.stringify([new Date(now - MINUTE_MS).toISOString(), null]);
  await db
    .prepare("UPDATE endpoints SET secret_version = 3, rotated_at = ?, earlier_rotations = ?")
    .bind(new Date(now).toISOString(), rotations)
    .run();
  await db.exec("UPDATE settings SET turnstile_site_key = 'site-key'");
}

afterEach(async () => {
  expect(await target.mails()).toEqual([]);
  await emptyTarget();
});

async function emptyTarget() {
  await target.db.exec("DELETE FROM archive_restores");
  await emptyContent(target);
}

const run = (daymark: Daymark, key: string, args: string[]) =>
  terminal.run(args, { env: { DAYMARK_URL: daymark.url, DAYMARK_KEY: key } });
const exportSource = (file: string) => run(source, sourceKey, ["export", file, "--force"]);
const restore = (file: string) => run(target, targetKey, ["restore", file]);

async function restorePost(path: string, body: object) {
  const response = await target.fetch(`/api/v0/restore${path}`, {
    method: "POST",
    headers: { "x-api-key": targetKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function countTargetRows(): Promise<number> {
  const tables = [
    ...["components", "component_groups", "status_changes", "notices", "notice_updates", "metrics"],
    ...[
      "subscribers",
      "templates",
      "proposals",
      "alert_rules",
      "heartbeats",
      "archive_restores",
      "cancelled_maintenances",
      "settings",
    ],
  ];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
  return (await target.db.prepare(`SELECT ${counts.join(" + ")} AS n`).first<number>("n")) ?? 0;
}

test("an export of a restored installation with another SECRET_KEY has the same bytes", async () => {
  const output = await exportSource(archive);
  expect(output).toMatchObject({ code: 0, stdout: expect.stringContaining("keep it safe") });
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const rows = await readArchive(archive);
  const { logos, metricDays, subscribers: people } = rows;
  expect(Object.entries(rows).filter(([, each]) => each.length === 0)).toEqual([]);
  expect([logos?.length, metricDays?.length]).toEqual([2, 3]);
  expect(people?.map(({ address }) => address).sort()).toEqual([
    "",
    `${receiver.url}/hook`,
    "subscriberAA@example.com",
    "subscriberBB@example.com",
  ]);

  const posts = receiver.posts.length;
  expect(await restore(archive)).toMatchObject({ code: 0, stdout: expect.stringContaining("Email is off") });
  const again = join(terminal.home, "again.tar.gz");
  expect(await run(target, targetKey, ["export", again])).toMatchObject({ code: 0 });
  expect(await readArchive(again)).toEqual(rows);
  expect((await readFile(again)).equals(await readFile(archive))).toBe(true);

  // Nobody is told anything, whatever the schedule does.
  await target.runCron(new Date(now).toISOString());
  expect([await target.mails(), receiver.posts.length]).toEqual([[], posts]);
  const hostKey = (daymark: Daymark) =>
    daymark.db.prepare("SELECT host_key FROM endpoints").first("host_key");
  expect(await hostKey(target)).toMatch(/^[0-9a-f]{64}$/);
  expect(await hostKey(target)).not.toBe(await hostKey(source));
  // Without an address there is nothing to compute a key from.
  const keysOf = ({ db }: Daymark) =>
    db.prepare("SELECT address_key FROM subscribers WHERE email_address <> '' ORDER BY 1").raw();
  const before = (await keysOf(source)).flat();
  expect(before).not.toEqual([]);
  expect((await keysOf(target)).flat().filter((key) => before.includes(key))).toEqual([]);
});

test("visitors of a restored installation get the same responses", async () => {
  await exported();
  expect((await restore(archive)).code).toBe(0);
  await target.db.exec(
    "UPDATE settings SET email_enabled = 1, endpoints_enabled = 1, turnstile_site_key = 'site-key'",
  );
  const ids: Record<string, string> = filledNames;
  const paths = Object.values(reads)
    .flat()
    .map(([path]) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name))
    .filter((path) => !path.startsWith("/api/v0/") && !path.startsWith("/subscriptions/"))
    // An installation has a key pair of its own.
    .filter((path) => path !== "/api/subscribers/push");
  const read = async (daymark: Daymark, path: string) => {
    // Uptime depends on the time of the request.
    const headers = { "x-test-now": new Date(now).toISOString() };
    const response = await daymark.fetch(path, { headers });
    // For clients of version 2, a restore is a change of the page.
    const text = (await response.text()).replace(/("time_zone":"[^"]*","updated_at":)"[^"]*"/, "$1null");
    return { path, status: response.status, text };
  };
  for (const path of paths) expect(await read(target, path)).toEqual(await read(source, path));
});

test("an interrupted restore continues, and a repeated page changes nothing", async () => {
  const rows = await exported();
  const begun = await restorePost("", manifestOf(rows));
  expect(begun).toMatchObject({
    status: 200,
    body: { part: "componentGroups", position: 0, isFinished: false },
  });
  expect(begun.body.isNew).toBe(true);
  expect(await restorePost("", manifestOf(rows))).toEqual({
    ...begun,
    body: { ...begun.body, isNew: false },
  });
  const { archiveID } = begun.body;
  const version = () => target.db.prepare("SELECT version FROM content_version").first<number>("version");
  const before = (await version()) ?? 0;
  const group = { archiveID, part: "componentGroups", position: 0, rows: rows.componentGroups };
  const stored = await restorePost("/rows", group);
  expect(stored).toMatchObject({ status: 200, body: { part: "components", position: 0 } });
  expect(await version()).toBeGreaterThan(before);
  expect(await restorePost("/rows", group)).toEqual(stored);
  const [first, ...others] = rows.components ?? [];
  const half = { archiveID, part: "components", position: 0, rows: [first] };
  expect(await restorePost("/rows", half)).toMatchObject({ body: { part: "components", position: 1 } });
  // Rows out of order are refused, and the schedule waits.
  const later = { ...half, position: 2, rows: others };
  expect(await restorePost("/rows", later)).toMatchObject({ status: 409 });
  const other = manifestOf({ ...rows, templates: [] });
  expect(await restorePost("", other)).toMatchObject({
    status: 409,
    body: { errorMessage: expect.stringMatching(/^Another archive is being restored/) },
  });

  const output = await restore(archive);
  expect(output).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Continuing at row 2 of components."),
  });
  const again = join(terminal.home, "continued.tar.gz");
  await run(target, targetKey, ["export", again]);
  expect((await readFile(again)).equals(await readFile(archive))).toBe(true);
  // It is finished, so the command has nothing left to do.
  expect((await restore(archive)).code).toBe(0);
  expect((await run(target, targetKey, ["restore", "--cancel"])).stderr).toBe(
    "No restore is in progress, so nothing was deleted.\n",
  );
});

test("the schedule waits while a restore is in progress", async () => {
  const rows = await exported();
  const [past] = rows.notices?.filter(({ noticeID }) => noticeID === filledNames.maintenanceID) ?? [];
  past.startAt = new Date(now - 2 * MINUTE_MS).toISOString();
  const { archiveID } = (await restorePost("", manifestOf(rows))).body;
  for (const part of archiveParts.slice(0, archiveParts.indexOf("noticeUpdates")))
    await restorePost("/rows", { archiveID, part, position: 0, rows: rows[part] });
  const status = () =>
    target.db
      .prepare("SELECT status FROM notices WHERE notice_id = ?")
      .bind(filledNames.maintenanceID)
      .first("status");
  await target.runCron(new Date(now).toISOString());
  expect(await status()).toBe("Scheduled");
  // A restore that was left behind does not stop it forever.
  await target.runCron(new Date(now + 2 * 86_400_000).toISOString());
  expect(await status()).not.toBe("Scheduled");
});

test("rows of an archive from before a column get its default", async () => {
  const rows = await exported();
  for (const row of rows.notices ?? []) {
    delete row.sequence;
    delete row.plannedStartAt;
  }
  const file = join(terminal.home, "earlier.tar.gz");
  await writeFile(file, archiveOf(archiveEntries(rows)));
  expect(await restore(file)).toMatchObject({ code: 0 });
  const { results } = await target.db.prepare("SELECT sequence, planned_start_at FROM notices").all();
  expect(new Set(results.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"sequence":0,"planned_start_at":null}']),
  );
});

test("an installation with content is refused, and keeps it", async () => {
  await exported();
  await makeComponent(target, { name: "Mine" });
  expect(await restore(archive)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("An archive can only be restored into an empty installation."),
  });
  expect(await answer(target.visitor.components.$get())).toMatchObject([{ name: "Mine" }]);
});

test("--cancel empties an installation whose restore was interrupted", async () => {
  const rows = await exported();
  const { archiveID } = (await restorePost("", manifestOf(rows))).body;
  for (const part of archiveParts.slice(0, -1))
    for (const [position, row] of (rows[part] ?? []).entries())
      await restorePost("/rows", { archiveID, part, position, rows: [row] });
  expect(await countTargetRows()).toBeGreaterThan(10);
  expect(await run(target, targetKey, ["restore", "--cancel"])).toMatchObject({ code: 0 });
  expect(await countTargetRows()).toBe(0);
});

test("a second restore is as good as the first, once everything was deleted", async () => {
  const rows = await exported();
  const first = join(terminal.home, "first.tar.gz");
  await writeFile(first, archiveOf(archiveEntries({ ...rows, templates: [] })));
  expect((await restore(first)).code).toBe(0);
  await emptyContent(target);
  expect(await restore(archive)).toMatchObject({ code: 0 });
  const again = join(terminal.home, "second.tar.gz");
  await run(target, targetKey, ["export", again, "--force"]);
  expect((await readFile(again)).equals(await readFile(archive))).toBe(true);
});

test("if the installation has less than was sent, the command says what, and exits with 1", async () => {
  await exported();
  const proxy = await startProxy(target.url);
  onTestFinished(() => proxy.stop());
  const lose = () => target.db.exec("DELETE FROM templates");
  const env = { DAYMARK_URL: proxy.url, DAYMARK_KEY: targetKey };
  expect((await terminal.run(["restore", archive], { env })).code).toBe(0);
  const posts = proxy.requests().filter(({ method }) => method === "POST").length;
  await emptyTarget();
  proxy.failNext({
    method: "POST",
    passing: posts - 1,
    reachesTarget: true,
    answer: 503,
    beforeResponse: lose,
  });
  expect(await terminal.run(["restore", archive], { env })).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /All rows of the archive were sent. But http\S+ has only 0 of 1 row of templates\./,
    ),
  });
  // The same holds for an archive that was restored before.
  expect(await restore(archive)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/nothing was changed now. But http\S+ has only 0 of 1 row of templates\./),
  });
});

test("a command that continues a restore doesn't delete what the restore had stored before", async () => {
  const rows = await exported();
  for (const row of rows.templates ?? []) row.kind = "rumor";
  const file = join(terminal.home, "refused-later.tar.gz");
  await writeFile(file, archiveOf(archiveEntries(rows)));
  const { archiveID } = (await restorePost("", manifestOf(rows))).body;
  await restorePost("/rows", { archiveID, part: "componentGroups", position: 0, rows: rows.componentGroups });
  expect(await restore(file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/What was restored before is still there: `daymark restore --cancel`/),
  });
  expect(await answer(target.visitor.components.$get())).toHaveLength(rows.components?.length ?? 0);
});

test("if the page changes during an export, all of it is read again", async () => {
  let changes = 1;
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith("/api/v0/export/notices") && changes > 0) {
      changes -= 1;
      await source.db.exec("UPDATE content_version SET version = version + 1");
    }
    const headers = { "x-api-key": String(request.headers["x-api-key"]) };
    const answered = await fetch(source.url + request.url, { headers });
    response.writeHead(answered.status, { "Content-Type": "application/json" }).end(await answered.text());
  });
  const url = await listen(server);
  onTestFinished(() => closeServer(server));
  const output = await terminal.run(["export", archive, "--force"], {
    env: { DAYMARK_URL: url, DAYMARK_KEY: sourceKey },
  });
  expect(output).toMatchObject({ code: 0, stderr: expect.stringContaining("The page was just changed.") });
  changes = 100;
  const other = join(terminal.home, "never.tar.gz");
  const failed = await terminal.run(["export", other], {
    env: { DAYMARK_URL: url, DAYMARK_KEY: sourceKey },
  });
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing was exported") });
  // Neither the file nor anything beside it is left.
  expect((await readdir(terminal.home)).filter((name) => /never|daymark-export/.test(name))).toEqual([]);
});

test("a key with all other scopes can neither export nor restore", async () => {
  await exported();
  const key = await makeApiKey(target, { scopes: ["all", "read", "notices", "metrics"] });
  const file = join(terminal.home, "refused.tar.gz");
  for (const args of [
    ["export", file],
    ["restore", archive],
    ["restore", "--cancel"],
  ])
    expect(await run(target, key, args)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("this call needs archive"),
    });
  expect(await readdir(terminal.home)).not.toContain("refused.tar.gz");
  expect(await countTargetRows()).toBe(0);
});

const columnsOf = (table: SQLiteTable, names: string[]) =>
  names.map((name) => `${getTableName(table)}.${columnOf(table, name).name}`);
const partTables = Object.entries(archivedTables) as [TablePart, ArchivedTable][];

function archivedColumns(): string[] {
  const {
    components: _,
    groups: __,
    notices,
    endpoint,
    address: ___,
    ...fields
  } = rowSchema("subscribers").shape;
  const others = partTables.filter(([part]) => part !== "subscribers");
  return [
    ...others.flatMap(([part, { table }]) => columnsOf(table, Object.keys(rowSchema(part).shape))),
    // The row of a subscriber has rows of other tables.
    ...columnsOf(subscriberTable, Object.keys(fields)),
    ...columnsOf(subscriberTable, ["emailAddress"]),
    ...columnsOf(subscriberComponents, ["componentID"]),
    ...columnsOf(subscriberGroups, ["groupID"]),
    ...columnsOf(subscriberNotices, Object.keys((notices as z.ZodArray<z.ZodObject>).element.shape)),
    ...columnsOf(endpoints, Object.keys((endpoint as z.ZodNullable<z.ZodObject>).unwrap().shape)),
  ];
}

/** The address is in the row under another name. Generated columns can't be restored. */
function omittedColumns(): string[] {
  return partTables.flatMap(([, { table, omit = {} }]) => [
    ...columnsOf(
      table,
      Object.keys(omit).filter((name) => name !== "emailAddress"),
    ),
    ...columnsOf(
      table,
      Object.entries(getTableColumns(table)).flatMap(([name, { generated }]) => (generated ? name : [])),
    ),
  ]);
}

let cached: ArchiveRows | undefined;
async function exported(): Promise<ArchiveRows> {
  if (!cached) {
    await exportSource(archive);
    cached = await readArchive(archive);
  }
  return structuredClone(cached);
}

describe("a hostile archive is refused with a sentence, and changes nothing", () => {
  const component = (n: number) => ({
    componentID: `component${String(n).padStart(5, "0").slice(-3)}`,
    name: "API",
    description: "",
    status: "Operational",
    order: n,
    createdAt: new Date(now).toISOString(),
    groupID: null,
    updatedAt: new Date(now).toISOString(),
  });
  const changed = (change: (rows: ArchiveRows) => void) => async () => {
    const rows = await exported();
    change(rows);
    return archiveOf(archiveEntries(rows));
  };
  const withEntries = (change: (entries: ReturnType<typeof archiveEntries>) => void) => async () => {
    const entries = archiveEntries(await exported());
    change(entries);
    return archiveOf(entries);
  };

  const archives: Record<string, [make: () => Promise<Buffer>, sentence: string]> = {
    "no archive": [async () => Buffer.from("hello"), "it is no gzip file, or was changed"],
    "an empty file": [async () => Buffer.alloc(0), "it ends too early"],
    truncated: [
      async () => {
        const whole = archiveOf(archiveEntries(await exported()));
        return whole.subarray(0, whole.length / 2);
      },
      "it ends too early",
    ],
    "with a changed byte": [
      async () => {
        const whole = archiveOf(archiveEntries(await exported()));
        whole[whole.length - 6] = 255 - (whole[whole.length - 6] ?? 0);
        return whole;
      },
      "it is no gzip file, or was changed",
    ],
    "with a changed row": [
      withEntries((entries) => {
        for (const entry of entries)
          if (entry.name === "components.ndjson")
            entry.text = entry.text.replace("What it does", "What it DOES");
      }),
      "components was changed: it doesn't match the manifest",
    ],
    "with a line of 50 MB, which takes 50 kB in the archive": [
      withEntries((entries) => {
        for (const entry of entries)
          if (entry.name === "components.ndjson") entry.text = " ".repeat(50_000_000);
      }),
      "a line of components is too long",
    ],
    "with more rows than the manifest says": [
      withEntries((entries) => {
        for (const entry of entries) if (entry.name === "components.ndjson") entry.text += entry.text;
      }),
      "components has more rows than its manifest says",
    ],
    "with a path that leads elsewhere": [
      withEntries((entries) => entries.splice(2, 0, { name: "../../escaped", text: "x" })),
      "components is missing",
    ],
    "with one more file": [
      withEntries((entries) => entries.push({ name: "/tmp/escaped", text: "x" })),
      "it has a file that no archive has",
    ],
    "of a later format": [
      withEntries((entries) => {
        for (const entry of entries)
          entry.text = entry.text.replace('"formatVersion":1', '"formatVersion":2');
      }),
      "it was made by a later version of Daymark",
    ],
    "with an odd ID": [
      changed((rows) => {
        for (const row of rows.components ?? []) row.componentID = "'; DROP x";
      }),
      "An ID has 12 letters and digits.",
    ],
    "with 10,000 components": [
      changed((rows) => {
        rows.components = Array.from({ length: 10_000 }, (_, n) => component(n));
      }),
      "The archive has 10,000 rows of components, and an installation can have 1,000.",
    ],
    "with the same ID twice": [
      changed((rows) => rows.components?.push(rows.components[0])),
      "Two rows of components have the same ID, name or address.",
    ],
    "with the same ID on two pages": [
      changed((rows) => {
        rows.components = Array.from({ length: 250 }, (_, n) => component(n % 249));
      }),
      "Two rows of components have the same ID, name or address.",
    ],
    "with a row that refers to nothing": [
      changed((rows) => {
        rows.statusChanges =
          rows.statusChanges?.map((row) => ({ ...row, componentID: "nobodyNobody" })) ?? [];
      }),
      "A row of statusChanges refers to something that the archive doesn't have.",
    ],
    "with points of an unknown metric": [
      changed((rows) => {
        for (const row of rows.metricDays ?? []) row.metricID = "nobodyNobody";
      }),
      "The archive has points of a metric that it doesn't have.",
    ],
    "with points out of order": [
      changed((rows) => {
        for (const row of rows.metricDays ?? []) row.points.reverse();
      }),
      "The points of a day must be in ascending order",
    ],
    "with an unknown field": [
      changed((rows) => {
        for (const row of rows.components ?? []) row.isAdmin = true;
      }),
      "can't have the fields isAdmin",
    ],
    "with a component that has no order": [
      changed((rows) => {
        for (const row of rows.components ?? []) delete row.order;
      }),
      "0.order is required",
    ],
    "with a logo that is no image": [
      changed((rows) => {
        for (const row of rows.logos ?? []) row.data = Buffer.from("<script>").toString("base64");
      }),
      "Unsupported image type",
    ],
    "with a sum of earlier changes that is none": [
      changed((rows) => {
        for (const row of rows.statusChanges ?? []) row.earlierThatDay = '{"x":"y"}';
      }),
      "can't have the fields x",
    ],
    "with a sum of earlier changes that is no JSON": [
      changed((rows) => {
        for (const row of rows.statusChanges ?? []) row.earlierThatDay = "{";
      }),
      "A text is not valid JSON.",
    ],
    "with an override by nobody": [
      changed((rows) => {
        for (const row of rows.statusOverrides ?? []) row.cause = "nobody";
      }),
      "A cause is created, administrator, or a notice or rule such as incident:k3J9xQ2mWv8R.",
    ],
    "with a template whose components are no list": [
      changed((rows) => {
        for (const row of rows.templates ?? []) row.components = '{"not":"array"}';
      }),
      "Components must be a list of {componentID, status}.",
    ],
    "with a template that has a status of the other kind": [
      changed((rows) => {
        for (const row of rows.templates ?? []) row.status = "Completed";
      }),
      "Status must be one of: Investigating",
    ],
    "with a proposal whose components are no list": [
      changed((rows) => {
        for (const row of rows.proposals ?? []) row.components = '{"not":"array"}';
      }),
      "Components must be a list of {componentID, status}.",
    ],
    "with a proposal by nobody": [
      changed((rows) => {
        for (const row of rows.proposals ?? []) row.createdByKind = "stranger";
      }),
      "createdByKind must be one of: administrator, API key, schedule, rule.",
    ],
    "with a maintenance that ends before it starts": [
      changed((rows) => {
        for (const row of rows.notices ?? []) [row.startAt, row.endAt] = [row.endAt, row.startAt];
      }),
      "End time must be after start time.",
    ],
    "with a sender that has a line break": [
      changed((rows) => {
        for (const row of rows.settings ?? []) row.sourceEmailAddress = "a@b.co\nx: y";
      }),
      "Source Email Address must be an email address.",
    ],
    "with a privacy notice that is no address": [
      changed((rows) => {
        for (const row of rows.settings ?? []) row.privacyNoticeURL = "https:// example";
      }),
      "Privacy notice URL must be an https address",
    ],
    "with a name that nobody can see": [
      changed((rows) => {
        for (const row of rows.components ?? []) row.name = "\u200b";
      }),
      "Name contains only invisible characters.",
    ],
    "with a time zone that there isn't": [
      changed((rows) => {
        for (const row of rows.subscribers ?? []) row.timeZone = "Mars/Olympus";
      }),
      "Unknown time zone.",
    ],
    "with an address that nothing can be sent to": [
      changed((rows) => {
        for (const row of rows.subscribers ?? [])
          if (row.endpoint) row.address = "https://user:secret@example.com/";
      }),
      "Nothing can be sent to the address of a subscriber.",
    ],
  };

  test.for(Object.entries(archives))("%s", async ([name, [make, sentence]]) => {
    const file = join(terminal.home, "hostile.tar.gz");
    await writeFile(file, await make());
    const { code, stdout, stderr } = await restore(file);
    expect([name, code === 1 || code === 2, stdout]).toEqual([name, true, ""]);
    expect(stderr).toContain(sentence);
    expect(await countTargetRows()).toBe(0);
  });
});

test("archives have every table and column that is not left out for a reason", async () => {
  const { results } = await source.db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'notice_search*'
          AND t.name NOT IN ('d1_migrations', 'sqlite_sequence')`,
    )
    .all<{ table: string; column: string }>();
  const all = results.map(({ table, column }) => `${table}.${column}`);
  const archived = new Set(archivedColumns());
  const leftOut = new Set([...Object.keys(leftOutOfArchives), ...omittedColumns()]);
  const isLeftOut = (name: string) => {
    const [table = ""] = name.split(".");
    return leftOut.has(name) || leftOut.has(table);
  };
  expect(all.filter((name) => !archived.has(name) && !isLeftOut(name))).toEqual([]);
  expect(all.filter((name) => archived.has(name) && isLeftOut(name))).toEqual([]);
  const known = new Set(all.flatMap((name) => [name, name.split(".")[0]]));
  expect([...leftOut, ...archived].filter((name) => !known.has(name))).toEqual([]);
});
