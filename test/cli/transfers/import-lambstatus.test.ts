import { expect, onTestFinished, test } from "vitest";
import { makeApiKey } from "../../support/factories/factories.ts";
import { startLambStatus } from "../../support/fakes/lambstatus.ts";
import { openTerminal } from "../../support/starters/command-line.ts";
import { answer, startDaymark } from "../../support/starters/daymark.ts";

async function openWith(changes: Record<string, unknown> = {}) {
  const source = await startLambStatus(changes);
  onTestFinished(() => source.stop());
  const terminal = await openTerminal({ DAYMARK_URL: "", DAYMARK_KEY: "" });
  onTestFinished(() => terminal.remove());
  return { source, terminal };
}

test("a page of LambStatus is imported with its updates and IDs, and again without a change", async () => {
  const { source, terminal } = await openWith();
  const target = await startDaymark();
  onTestFinished(() => target.stop());
  const env = { DAYMARK_URL: target.url, DAYMARK_KEY: await makeApiKey(target, { scopes: ["archive"] }) };
  const { code, stdout } = await terminal.run(["import", source.url], { env });
  expect(code).toBe(0);
  expect(stdout).toContain("LambStatus doesn't tell which components an incident or maintenance was about");
  expect(stdout).not.toContain("impact");

  const { administrator } = target;
  expect((await answer(administrator.settings.$get())).serviceName).toBe("Acme");
  expect(await answer(administrator.components.$get())).toMatchObject([
    { componentID: "cmp000000001", name: "API", description: "For us", status: "Operational" },
    { componentID: "cmp000000002", name: "Site", status: "Major Outage" },
  ]);
  const incident = administrator.incidents[":incidentID"].$get({ param: { incidentID: "inc000000001" } });
  expect(await answer(incident)).toMatchObject({
    name: "API is down",
    status: "Resolved",
    createdAt: "2026-03-04T05:01:00.000Z",
    incidentUpdates: [
      { incidentUpdateID: "upd000000002", incidentStatus: "Resolved", message: "Fixed." },
      { incidentUpdateID: "upd000000001", createdAt: "2026-03-04T05:01:00.000Z", message: "Looking." },
    ],
  });
  const [maintenance] = await answer(administrator.maintenances.$get({ query: {} }));
  expect(maintenance).toMatchObject({
    maintenanceID: "mnt000000001",
    name: "New disks",
    status: "Scheduled",
    startAt: "2031-01-01T10:00:00.000Z",
    endAt: "2031-01-01T12:00:00.000Z",
  });

  const again = await terminal.run(["import", source.url], { env });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was changed.") });
});

test("statuses that LambStatus doesn't have are counted, and never greener", async () => {
  const { source, terminal } = await openWith({
    "/api/components": [{ componentID: "cmp000000001", name: "API", status: "toString" }],
  });
  const { stdout } = await terminal.run(["import", source.url, "--dry-run"]);
  expect(stdout).toContain("1 component status is unknown here: Degraded Performance stands for it.");
});

const tooMany = Array.from({ length: 5001 }, () => ({ incidentID: "inc000000001" }));

test("a page that sends much for each of many incidents is refused before it fills the memory", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => ({ incidentID: `inc0000000${index}` }));
  const long = { message: "x".repeat(15 * 1024 * 1024) };
  const incidents = Object.fromEntries(ids.map(({ incidentID }) => [`/api/incidents/${incidentID}`, long]));
  const { source, terminal } = await openWith({ "/api/incidents": ids, ...incidents });
  expect(await terminal.run(["import", source.url, "--dry-run"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("has more than 256 MiB. No status page has that much."),
  });
});

test("a page that begins its answers and never ends them doesn't hold up the import", async () => {
  const { source, terminal } = await openWith();
  source.neverEnd("/api/incidents/inc000000001");
  const env = { DAYMARK_IMPORT_MINUTES: "0.02" };
  expect(await terminal.run(["import", source.url, "--dry-run"], { env })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      `${source.url} wasn't read within 0.02 minutes. Nothing was imported. Set DAYMARK_IMPORT_MINUTES to wait longer.`,
    ),
  });
});

test("an import of many incidents tells how many it has read", async () => {
  const ids = Array.from({ length: 201 }, (_, index) => ({ incidentID: `inc0000${10_000 + index}` }));
  const incidents = Object.fromEntries(
    ids.map((incident) => [`/api/incidents/${incident.incidentID}`, incident]),
  );
  const { source, terminal } = await openWith({ "/api/incidents": ids, ...incidents });
  const { stderr } = await terminal.run(["import", source.url, "--dry-run"]);
  expect(stderr).toBe("100 of 201 incidents read.\n200 of 201 incidents read.\n");
});

test("the minutes of an import are a number above 0", async () => {
  const { source, terminal } = await openWith();
  const env = { DAYMARK_IMPORT_MINUTES: "soon" };
  expect(await terminal.run(["import", source.url, "--dry-run"], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("DAYMARK_IMPORT_MINUTES takes a number above 0."),
  });
});

test.for([
  ["a list that isn't one", { "/api/incidents": {} }, "/api/incidents isn't a list."],
  ["more incidents than can be read", { "/api/incidents": tooMany }, "has 5,001 incidents, and 5,000 can be"],
  [
    "an incident without an answer",
    { "/api/incidents/inc000000001": [] },
    "/api/incidents/inc000000001 isn't",
  ],
  ["no settings", { "/api/public-settings": undefined }, "/api/public-settings isn't a JSON object"],
  ["components of something else", { "/api/components": [{ id: 1 }] }, "/api/v2/summary.json isn't a JSON"],
] as const)("%s: the import says so and ends", async ([, changes, sentence]) => {
  const { source, terminal } = await openWith(changes);
  expect(await terminal.run(["import", source.url, "--dry-run"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(sentence),
  });
});
