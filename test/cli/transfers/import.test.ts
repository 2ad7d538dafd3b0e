import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { terminalControls } from "../../support/deploy/terminal-controls.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  publishPostmortem,
} from "../../support/factories/factories.ts";
import {
  sourceComponent,
  sourceIncident,
  sourceMaintenance,
  sourceUpdate,
  startStatuspage,
} from "../../support/fakes/statuspage.ts";
import { openTerminal, type Terminal } from "../../support/starters/command-line.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let source: Daymark;
let target: Daymark;
let key: string;
let terminal: Terminal;
let statuspage: Awaited<ReturnType<typeof startStatuspage>>;
beforeAll(async () => {
  statuspage = await startStatuspage({ key: "statuspage-key" });
  [source, target] = await Promise.all([startDaymark(), startDaymark()]);
  key = await makeApiKey(target, { scopes: ["archive"] });
  terminal = await openTerminal({
    DAYMARK_URL: target.url,
    DAYMARK_KEY: key,
    DAYMARK_BACKOFF_SECONDS: "0.01",
    STATUSPAGE_API_URL: statuspage.url,
  });
  await fillSource();
});
afterAll(async () => {
  await terminal?.remove();
  await Promise.all([source?.stop(), target?.stop(), statuspage?.stop()]);
});
afterEach(async () => {
  expect(await target.mails()).toEqual([]);
  const tables = ["archive_restores", "settings", "notices", "components", "component_groups"];
  await target.db.batch(tables.map((table) => target.db.prepare(`DELETE FROM "${table}"`)));
});

async function fillSource() {
  const { administrator } = source;
  await answer(administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const { groupID } = await makeGroup(source, { name: "Platform" });
  const api = await makeComponent(source, { name: "API", description: "For programs", groupID });
  const site = await makeComponent(source, { name: "Site" });
  const jobs = await makeComponent(source, { name: "Jobs", groupID });
  const old = await makeComponent(source, { name: "Old" });
  await makeComponent(source, { name: "Quiet", groupID, shown: "affected", showsUptime: false });
  const over = await makeIncident(source, {
    name: "Over",
    message: "It *hangs*.",
    components: [
      { componentID: api.componentID, status: "Partial Outage" },
      { componentID: old.componentID, status: "Degraded Performance" },
    ],
  });
  const change = (incidentID: string, json: object) =>
    answer(administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await change(over.incidentID, { status: "Monitoring", message: "Better." });
  await change(over.incidentID, { status: "Resolved", message: "Good.", restoreComponents: true });
  await publishPostmortem(source, over.incidentID, "## Why\n\nA disk.");
  await makeIncident(source, {
    name: "Open",
    status: "Identified",
    components: [{ componentID: site.componentID, status: "Major Outage" }],
  });
  await makeIncident(source, {
    name: "Last week",
    status: "Investigating",
    message: "Was slow.",
    backfilled: true,
    createdAt: new Date(Date.now() - 7 * 86_400_000).toISOString(),
    resolvedAt: new Date(Date.now() - 6 * 86_400_000).toISOString(),
    resolvedMessage: "Is over.",
    components: [{ componentID: jobs.componentID, status: "Degraded Performance" }],
  });
  await makeMaintenance(source, {
    name: "Later",
    message: "Soon.",
    components: [{ componentID: api.componentID, status: "Under Maintenance" }],
  });
  await makeMaintenance(source, {
    name: "Now",
    status: "In Progress",
    message: "Moving.",
    startAt: new Date(Date.now() - 60_000).toISOString(),
    components: [{ componentID: jobs.componentID, status: "Under Maintenance" }],
  });
  await administrator.components[":componentID"].$delete({ param: { componentID: old.componentID } });
}

const lists = ["summary", "status", "components", "incidents", "scheduled-maintenances"];

/** Reads what clients of version 2 get, but the page's own address and the ID that is derived from it. */
async function readV2({ fetch }: Daymark) {
  const answers = lists.map(async (list) => {
    const text = await (await fetch(`/api/v2/${list}.json`)).text();
    return JSON.parse(text, (name, value) => {
      if (name === "page_id") return undefined;
      if (name === "page") return { name: value.name };
      return name === "shortlink" ? value.replace(/^https?:\/\/[^/]+/, "") : value;
    });
  });
  return Promise.all(answers);
}

const importFrom = (url: string, ...more: string[]) => terminal.run(["import", url, ...more]);
const contentVersion = () =>
  target.db.prepare("SELECT version FROM content_version").first<number>("version");
const fresh = { query: { fresh: "1" } } as object;

test("a Daymark filled from another's address gives the same answers to clients of version 2", async () => {
  const output = await importFrom(source.url);
  expect(output).toMatchObject({ code: 0, stdout: expect.stringContaining("2 maintenances") });
  const [found, expected] = [await readV2(target), await readV2(source)];
  expect(expected[3].incidents).toHaveLength(3);
  expect(found).toEqual(expected);
});

test("a maintenance that was imported in progress gives its components back when it ends", async () => {
  await importFrom(source.url);
  const { administrator } = target;
  const status = async () =>
    (await answer(administrator.components.$get(fresh))).find(({ name }) => name === "Jobs")?.status;
  expect(await status()).toBe("Under Maintenance");
  const [running] = (await answer(administrator.maintenances.$get(fresh))).filter(
    ({ name }) => name === "Now",
  );
  const param = { maintenanceID: running?.maintenanceID ?? "" };
  await answer(administrator.maintenances[":maintenanceID"].$patch({ param, json: { status: "Completed" } }));
  expect(await status()).toBe("Operational");
});

test("a second import changes nothing, and one that lacks something says what", async () => {
  statuspage.serve({ components: [sourceComponent()], incidents: [sourceIncident()] });
  expect((await importFrom(statuspage.url)).code).toBe(0);
  const version = await contentVersion();
  const again = await importFrom(statuspage.url);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was changed.") });
  // The name of the incident has changed there, and nothing is missing here.
  const renamed = sourceIncident({ name: "API was down" });
  statuspage.serve({ components: [sourceComponent()], incidents: [renamed] });
  expect(await importFrom(statuspage.url)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing was changed."),
  });
  const newer = sourceIncident({ id: "inc000000002", name: "Site is down" });
  statuspage.serve({ components: [sourceComponent()], incidents: [newer, renamed] });
  expect(await importFrom(statuspage.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('It lacks "Site is down", "We are looking." of'),
  });
  expect(await contentVersion()).toBe(version);
});

test("an import into an installation that was filled by another import before stores everything", async () => {
  statuspage.serve({ components: [sourceComponent({ name: "Thrown away" })] });
  expect((await importFrom(statuspage.url)).code).toBe(0);
  const [thrownAway] = await answer(target.administrator.components.$get(fresh));
  const param = { componentID: thrownAway?.componentID ?? "" };
  await target.administrator.components[":componentID"].$delete({ param });
  statuspage.serve({ components: [sourceComponent()], incidents: [sourceIncident()] });
  expect(await importFrom(statuspage.url)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 incident"),
  });
  expect(await answer(target.administrator.components.$get(fresh))).toMatchObject([{ name: "API" }]);
  expect(await answer(target.administrator.incidents.$get(fresh))).toHaveLength(1);
});

test("a dry run needs no key, writes nothing and says what would be lost", async () => {
  statuspage.serve({
    components: [
      sourceComponent({ id: "grp000000001", name: "Platform", group: true, description: "All of it" }),
      sourceComponent({ group_id: "grp000000001", only_show_if_degraded: true }),
    ],
    incidents: [sourceIncident({ impact: "critical" })],
    maintenances: [sourceMaintenance()],
  });
  const version = await contentVersion();
  const { code, stdout } = await terminal.run(["import", statuspage.url, "--dry-run"], {
    env: { DAYMARK_URL: "", DAYMARK_KEY: "" },
  });
  expect({ code, lines: stdout.trimEnd().split("\n") }).toEqual({
    code: 0,
    lines: [
      `An import of ${statuspage.url} would create:`,
      "  1 component in 1 group",
      "  1 incident, from 2026-03-04 to 2026-03-04",
      "  1 maintenance, from 2026-03-04 to 2026-03-04",
      "  2 updates of them, and 0 write-ups",
      "  The name of the page: Acme",
      "Left out or changed:",
      expect.stringContaining("no subscribers, metrics"),
      "  1 description of groups: a group has none here.",
      "  The impact of 1 incident: here it follows from the statuses of components.",
    ],
  });
  expect(JSON.parse((await importFrom(statuspage.url, "--dry-run", "--json")).stdout)).toMatchObject({
    source: statuspage.url,
    rows: { components: 1, notices: 2 },
  });
  expect(await contentVersion()).toBe(version);
  expect(await answer(target.administrator.components.$get(fresh))).toEqual([]);
});

test("a page of Statuspage keeps its IDs, order, times and statuses", async () => {
  const affected = (old: string, now: string) => [
    { code: "cmp000000001", name: "API", old_status: old, new_status: now },
  ];
  const at = (time: string) => `2026-03-04T${time}:00.000-07:00`;
  const id = "inc000000001";
  const updates = [
    sourceUpdate({ id: "upd000000003", status: "postmortem", body: "A disk.", created_at: at("12:00") }),
    sourceUpdate({
      id: "upd000000002",
      status: "resolved",
      body: "Good.",
      created_at: at("10:30"),
      affected_components: affected("major_outage", "operational"),
    }),
    sourceUpdate({
      id: "upd000000001",
      created_at: at("10:20"),
      display_at: at("10:00"),
      affected_components: affected("operational", "major_outage"),
    }),
  ];
  statuspage.serve({
    components: [
      sourceComponent({ position: 2, group_id: "grp000000001" }),
      sourceComponent({ id: "cmp000000002", name: "Site", position: 1 }),
      sourceComponent({ id: "grp000000001", name: "Platform", position: 2, group: true, components: [] }),
      sourceComponent({ id: "cmp000000003", name: "Jobs", position: 1, group_id: "grp000000001" }),
    ],
    incidents: [
      sourceIncident({
        id,
        status: "postmortem",
        impact: "critical",
        created_at: at("10:00"),
        incident_updates: updates,
        resolved_at: at("10:30"),
        postmortem_body: "A disk.",
        postmortem_published_at: at("12:00"),
      }),
    ],
    maintenances: [sourceMaintenance()],
  });
  expect(await importFrom(statuspage.url)).toMatchObject({ code: 0 });
  const [, , components, incidents, maintenances] = await readV2(target);
  expect(components.components).toMatchObject([
    { id: "cmp000000002", name: "Site", position: 1 },
    { id: "grp000000001", name: "Platform", group: true, components: ["cmp000000003", "cmp000000001"] },
    { id: "cmp000000003", name: "Jobs", position: 1 },
    { id: "cmp000000001", position: 2, created_at: "2024-02-03T11:05:06.789Z", group_id: "grp000000001" },
  ]);
  expect(incidents.incidents).toMatchObject([
    {
      id,
      status: "postmortem",
      impact: "critical",
      postmortem_body: "A disk.",
      created_at: "2026-03-04T17:00:00.000Z",
      resolved_at: "2026-03-04T17:30:00.000Z",
      incident_updates: [
        { id: "upd000000003", status: "postmortem", display_at: "2026-03-04T19:00:00.000Z" },
        { id: "upd000000002", status: "resolved", body: "Good.", display_at: "2026-03-04T17:30:00.000Z" },
        { id: "upd000000001", status: "investigating", display_at: "2026-03-04T17:00:00.000Z" },
      ],
    },
  ]);
  expect(maintenances.scheduled_maintenances).toMatchObject([
    { id: "mnt000000001", status: "scheduled", scheduled_for: "2031-01-01T10:00:00.000Z" },
  ]);
  const { results } = await target.db
    .prepare("SELECT status, at, cause FROM status_changes WHERE component_id = 'cmp000000001' ORDER BY id")
    .all();
  expect(results).toEqual([
    { status: "Operational", at: "2024-02-03T11:05:06.789Z", cause: "created" },
    { status: "Major Outage", at: "2026-03-04T17:00:00.000Z", cause: `incident:${id}` },
    { status: "Operational", at: "2026-03-04T17:30:00.000Z", cause: `incident:${id}` },
  ]);
  const page = await target.fetch(`/incidents/${id}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("API is down")]);
  const moved = await target.fetch("/incidents/mnt000000001", { redirect: "manual" });
  expect(moved.headers.get("Location")).toBe("/maintenances/mnt000000001");
});

test("of a full list, uptime begins with its oldest incident, because nothing older is known", async () => {
  const incidents = Array.from({ length: 60 }, (_, index) =>
    sourceIncident({
      id: `inc0000001${String(index).padStart(2, "0")}`,
      status: "resolved",
      created_at: new Date(Date.UTC(2026, 8, 30) - index * 86_400_000).toISOString(),
    }),
  );
  statuspage.serve({ components: [sourceComponent()], incidents });
  const { code, stdout } = await importFrom(statuspage.url);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("50 incidents, from 2026-08-12"),
  });
  expect(stdout).toContain("Uptime begins on 2026-08-12, because nothing older is known.");
  const [component] = await answer(target.administrator.components.$get(fresh));
  expect(component?.createdAt).toBe("2026-08-12T00:00:00.000Z");
});

const hostile = `\u001b[31m${"x".repeat(30_000)}\u0000\ud800`;
const oddPages: Record<string, [content: Parameters<typeof statuspage.serve>[0], note: string]> = {
  "no name": [{ page: {}, components: [sourceComponent()] }, "no subscribers"],
  "nothing but empty objects": [
    { components: [{}, {}], incidents: [{}], maintenances: [{}] },
    "1 maintenance has no end after the start",
  ],
  "values of other types": [
    {
      page: { name: 7 },
      components: [null, 1, [], sourceComponent({ name: {}, position: "1", created_at: 5, description: [] })],
      incidents: [sourceIncident({ incident_updates: "none", components: { id: 1 }, impact: [], id: 4 })],
    },
    "1 name is missing or blank",
  ],
  "an unknown status": [
    {
      components: [sourceComponent({ status: "on_fire" })],
      incidents: [sourceIncident({ status: "pondering", resolved_at: "2026-03-05T00:00:00Z" })],
    },
    "Degraded Performance stands for it",
  ],
  "a component of a group that isn't there": [
    { components: [sourceComponent({ group_id: "grp000000009" })] },
    "1 component of an unknown group is outside of groups",
  ],
  "IDs of another kind, and the same twice": [
    {
      components: [sourceComponent({ id: "../etc" }), sourceComponent({ id: "../etc" })],
      incidents: [sourceIncident({ id: "42" }), sourceIncident({ id: "inc000000007", incident_updates: [] })],
      maintenances: [sourceMaintenance({ id: "inc000000007" })],
    },
    "2 entries with the ID of another are left out",
  ],
  "texts without end and with control characters": [
    {
      page: { name: hostile },
      components: [sourceComponent({ name: hostile, description: hostile })],
      incidents: [sourceIncident({ name: hostile, incident_updates: [sourceUpdate({ body: hostile })] })],
    },
    "4 texts are longer than Daymark allows, and are cut",
  ],
  "times that can't be": [
    {
      components: [sourceComponent({ created_at: "+275760-09-13T00:00:00Z" })],
      incidents: [sourceIncident({ created_at: "2026-99-99T00:00:00Z" })],
      maintenances: [sourceMaintenance({ scheduled_until: "2020-01-01T00:00:00Z" })],
    },
    "1 maintenance has no end after the start: one hour is assumed",
  ],
  "components that no longer exist": [
    {
      incidents: [
        sourceIncident({
          incident_updates: [
            sourceUpdate({
              affected_components: [
                { code: "cmpdeleted01", name: "Gone", old_status: "operational", new_status: "major_outage" },
                { code: "cmpdeleted01", name: "Gone", old_status: "operational", new_status: "major_outage" },
                { name: "Nobody" },
                null,
              ],
            }),
          ],
        }),
      ],
    },
    "The impact of 1 incident",
  ],
};

for (const [name, [content, note]] of Object.entries(oddPages)) {
  test(`a page with ${name} is imported, with a note`, async () => {
    statuspage.serve(content);
    const output = await importFrom(statuspage.url);
    expect(output).toMatchObject({ code: 0, stdout: expect.stringContaining(note) });
    expect(`${output.stdout}${output.stderr}`).not.toMatch(terminalControls);
    const isOf = (part: "components" | "incidents" | "maintenances") =>
      content[part]?.filter((each) => each !== null && typeof each === "object" && !Array.isArray(each))
        .length;
    const [, , components, incidents] = await readV2(target);
    if (!note.includes("ID of another")) {
      expect(components.components).toHaveLength(isOf("components") ?? 0);
      expect(incidents.incidents).toHaveLength(isOf("incidents") ?? 0);
    }
    for (const { id } of incidents.incidents)
      expect((await target.fetch(`/incidents/${id}`)).status).toBe(200);
    expect((await target.fetch("/")).status).toBe(200);
    expect(await importFrom(statuspage.url)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Nothing was changed."),
    });
  });
}

const refusals: Record<
  string,
  [code: number, sentence: string, respond: (response: ServerResponse) => void]
> = {
  "HTML instead of JSON": [
    1,
    "doesn't answer like a status page of Statuspage, LambStatus or Daymark: /api/v2/summary.json isn't a JSON object.",
    (response) => response.end("<!doctype html><h1>Status</h1>"),
  ],
  "JSON of something else": [1, "has no page", (response) => response.end('{"status": "ok"}')],
  "an array": [1, "isn't a JSON object", (response) => response.end("[]")],
  "no such path": [1, "/api/v2/summary.json has status 404", (response) => response.writeHead(404).end()],
  "a fault": [
    3,
    "(status 503). Nothing was imported. Try again later.",
    (response) => response.writeHead(503).end(),
  ],
  "a redirect": [
    1,
    "redirects to https://other.example. If that is the status page, use its address.",
    (response) => response.writeHead(301, { Location: "https://other.example/api" }).end(),
  ],
  "a redirect to nowhere": [
    1,
    "an address that isn't one",
    (response) => response.writeHead(302, { Location: "http://" }).end(),
  ],
  "an end in the middle": [
    3,
    "Can't reach",
    (response) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write("{");
      setTimeout(() => response.destroy(), 50);
    },
  ],
  "more than it may": [
    1,
    "has more than 16 MiB",
    (response) => {
      response.on("error", () => {});
      response.write('{"page": "');
      const chunk = "x".repeat(1024 * 1024);
      for (let sent = 0; sent < 18; sent += 1) response.write(chunk);
      response.end('"}');
    },
  ],
};

test("an import of what no page would say ends soon, with texts that can be seen", async () => {
  const affected = Array.from({ length: 100_000 }, (_, index) => ({
    code: `c${index}`,
    name: "A",
    old_status: "operational",
    new_status: "major_outage",
  }));
  const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const update = sourceUpdate({ id: null, status: "STATUS", body: "\u200b", affected_components: affected });
  const incident = sourceIncident({ name: "\u200b\u2800", incident_updates: [update] });
  const body = JSON.stringify({
    page: {},
    components: [],
    incidents: [incident],
    scheduled_maintenances: [],
  });
  statuspage.serveRaw((response) => response.end(body.replace('"STATUS"', nested)));
  const { code, stdout, stderr } = await importFrom(statuspage.url, "--dry-run");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("1 name is missing or blank, and is replaced.");
  expect(stdout).toContain(
    "99,000 components more than the 1,000 that an incident or maintenance can name here are left out.",
  );
});

for (const [name, [code, sentence, respond]] of Object.entries(refusals)) {
  test(`a source that answers with ${name} is refused with a sentence, and nothing is changed`, async () => {
    statuspage.serveRaw(respond);
    const version = await contentVersion();
    const output = await importFrom(statuspage.url);
    expect(output).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(sentence) });
    expect(output.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(await contentVersion()).toBe(version);
  });
}

test("a page without any content is refused", async () => {
  statuspage.serve({});
  expect(await importFrom(statuspage.url)).toEqual({
    code: 1,
    stdout: "",
    stderr: `${statuspage.url} has no components, incidents or maintenances. Nothing was imported.\n`,
  });
});

test("a page with more components than Daymark can have is refused before anything is written", async () => {
  const components = Array.from({ length: 1001 }, (_, index) => sourceComponent({ id: `c${index}` }));
  statuspage.serve({ components });
  expect(await importFrom(statuspage.url)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("has 1,001 components, and 1,000 can be imported. Nothing was imported."),
  });
});

test("an installation with content keeps it, and the sentence says what it lacks", async () => {
  await makeComponent(target, { name: "Mine" });
  statuspage.serve({ components: [sourceComponent()] });
  expect(await importFrom(statuspage.url)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/only be restored into an empty installation.* It lacks "API" of http/),
  });
  expect(await answer(target.administrator.components.$get(fresh))).toMatchObject([{ name: "Mine" }]);
});

test("the name that an administrator has chosen stays, and so do all other settings", async () => {
  const json = { serviceName: "Mine", backgroundColor: "#123456" };
  await answer(target.administrator.settings.$patch({ json }));
  statuspage.serve({ components: [sourceComponent()] });
  expect((await importFrom(statuspage.url)).code).toBe(0);
  expect(await answer(target.administrator.settings.$get())).toMatchObject(json);
});

test("an archive is imported like it is restored, and a dry run counts its rows", async () => {
  const sourceKey = await makeApiKey(source, { scopes: ["archive"] });
  const file = join(terminal.home, "source.tar.gz");
  const env = { DAYMARK_URL: source.url, DAYMARK_KEY: sourceKey };
  expect((await terminal.run(["export", file], { env })).code).toBe(0);
  expect(await importFrom(file, "--dry-run")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("  components: 4 rows\n"),
  });
  expect(await answer(target.administrator.components.$get(fresh))).toEqual([]);
  expect((await importFrom(file)).code).toBe(0);
  expect(await readV2(target)).toEqual(await readV2(source));
  expect(await importFrom(`${file}.tar.gz`)).toMatchObject({ code: 2 });
});

describe("with a key of Statuspage", () => {
  const env = { STATUSPAGE_API_KEY: "statuspage-key" };
  const id = (kind: string, index: number) => `${kind}${String(index).padStart(12 - kind.length, "0")}`;
  const long = {
    components: [sourceComponent()],
    incidents: Array.from({ length: 230 }, (_, index) =>
      sourceIncident({
        id: id("inc", index),
        status: "resolved",
        created_at: new Date(Date.UTC(2026, 8, 30) - index * 86_400_000).toISOString(),
      }),
    ),
    maintenances: Array.from({ length: 70 }, (_, index) =>
      sourceMaintenance({
        id: id("mnt", index),
        status: "completed",
        incident_updates: [sourceUpdate({ id: id("updm", index), status: "completed" })],
      }),
    ),
  };

  test("--all imports each incident and maintenance, and uptime begins with the component", async () => {
    statuspage.serve(long);
    const { code, stdout } = await terminal.run(["import", statuspage.url, "--all"], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("230 incidents, from") });
    expect(stdout).toContain("  70 maintenances");
    expect(stdout).not.toContain("older than");
    const kinds = await target.db.prepare("SELECT kind, count(*) AS n FROM notices GROUP BY kind").all();
    expect(kinds.results).toEqual([
      { kind: "incident", n: 230 },
      { kind: "maintenance", n: 70 },
    ]);
    const [component] = await answer(target.administrator.components.$get(fresh));
    expect(component?.createdAt).toBe("2024-02-03T11:05:06.789Z");
  });

  test("a missing or wrong key is refused, is never printed, and nothing is changed", async () => {
    statuspage.serve(long);
    const version = await contentVersion();
    const wrong = await terminal.run(["import", statuspage.url, "--all"], {
      env: { STATUSPAGE_API_KEY: "another-key" },
    });
    expect(wrong).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("refuses the API key"),
    });
    expect(wrong.stderr).not.toContain("another-key");
    const none = await terminal.run(["import", statuspage.url, "--all"]);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("STATUSPAGE_API_KEY") });
    expect(await contentVersion()).toBe(version);
  });

  test("a page that tells no ID that could be part of an address is refused", async () => {
    statuspage.serve({ ...long, page: { id: "../../x", name: "Acme" } });
    expect(await terminal.run(["import", statuspage.url, "--all"], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("doesn't tell the ID of its page"),
    });
  });
});
