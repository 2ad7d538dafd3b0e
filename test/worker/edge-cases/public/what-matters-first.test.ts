import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// The main page shows first what is wrong now, in the order of how bad it is.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

const readPage = async (headers = {}) => parseHTML(await (await daymark.fetch("/", { headers })).text());
const titlesOf = (page: Document) => [...page.querySelectorAll("h2")].map(textOf);
const cardsOf = (page: Document) =>
  [...page.querySelectorAll(".notice")].map((card) => [textOf(card.querySelector("h3")), card.className]);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

test("maintenance in progress stands under active incidents, scheduled maintenance below the components", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { name: "Open" });
  const components = [{ componentID, status: "Under Maintenance" as const }];
  await makeMaintenance(daymark, { name: "Running", status: "In Progress", components });
  await makeMaintenance(daymark, { name: "Planned" });
  const page = await readPage();
  expect(titlesOf(page)).toEqual([
    ...["Active incidents", "Maintenance in progress", "Components", "Scheduled maintenance"],
    ...["Last 14 days", "Get updates"],
  ]);
  expect(cardsOf(page)).toEqual([
    ["Open", "card notice open-notice yellow"],
    ["Running", "card notice open-notice blue beside"],
    ["Planned", "card notice"],
  ]);
  const links = [...page.querySelectorAll<HTMLAnchorElement>(".banner a")].map(({ hash }) => hash.slice(1));
  expect(links.filter((id) => page.getElementById(id) === null)).toEqual([]);
  const markdown = await (await daymark.fetch("/index.md")).text();
  expect(markdown.match(/^## .*/gm)).toEqual([
    ...["## Active incidents", "## Maintenance in progress", "## Components", "## Scheduled maintenance"],
    "## Last 14 days",
  ]);
});

test("active incidents are sorted by the worst component that they touch, and their edge has its color", async () => {
  const [one, other] = [await makeComponent(daymark), await makeComponent(daymark)];
  const report = (name: string, status: "Investigating" | "Monitoring", first?: string, second?: string) =>
    makeIncident(daymark, {
      name,
      status,
      components: [
        ...(first ? [{ componentID: one.componentID, status: first as "Operational" }] : []), // of the test's own
        ...(second ? [{ componentID: other.componentID, status: second as "Operational" }] : []),
      ],
    });
  await report("Down", "Monitoring", "Operational", "Major Outage");
  await report("Partly down", "Monitoring", "Partial Outage");
  await report("Slow", "Investigating", "Degraded Performance");
  await report("Nothing touched", "Investigating");
  const page = await readPage();
  expect(cardsOf(page)).toEqual([
    ["Down", "card notice open-notice red beside"],
    ["Partly down", "card notice open-notice orange beside"],
    ["Slow", "card notice open-notice yellow beside"],
    ["Nothing touched", "card notice open-notice yellow"],
  ]);
  // The words keep the phase's own color.
  const phases = [...page.querySelectorAll("#active ~ div .notice > header .status")];
  expect(phases.map((phase) => [textOf(phase), phase.className])).toEqual([
    ["Monitoring", "status blue"],
    ["Monitoring", "status blue"],
    ["Investigating", "status red"],
    ["Investigating", "status red"],
  ]);
  const order = (await (await daymark.fetch("/index.md")).text()).match(/^### \[([^\]]*)/gm);
  expect(order).toEqual(["### [Down", "### [Partly down", "### [Slow", "### [Nothing touched"]);
});

test("no phase has the shape of a component's status", async () => {
  for (const status of [
    ...["Operational", "Under Maintenance", "Degraded Performance"],
    ...["Partial Outage", "Major Outage"],
  ] as const)
    await makeComponent(daymark, { status });
  for (const status of ["Investigating", "Identified", "Monitoring", "Resolved"] as const)
    await makeIncident(daymark, { status });
  for (const status of ["Scheduled", "In Progress", "Verifying"] as const)
    await makeMaintenance(daymark, { status });
  const page = await readPage();
  const shapes = (selector: string) =>
    [...page.querySelectorAll(`${selector} path`)].map((path) => path.getAttribute("d"));
  const [phases, statuses] = [shapes(".notice > :is(header, summary)"), shapes(".component .status")];
  expect(new Set(phases).size).toBe(7);
  expect(new Set(statuses).size).toBe(5);
  expect(phases.filter((shape) => statuses.includes(shape))).toEqual([]);
});

test("earlier updates are collapsed while anything else is active, too", async () => {
  const { incidentID } = await makeIncident(daymark, { message: "First." });
  const patch = daymark.administrator.incidents[":incidentID"].$patch;
  await patch({ param: { incidentID }, json: { status: "Identified", message: "Second." } });
  const collapsed = async () => textOf((await readPage()).querySelector("#active ~ div details"));
  expect(await collapsed()).toBe("");
  await makeMaintenance(daymark, { status: "In Progress" });
  expect(await collapsed()).toMatch(/^1 earlier update Investigating .* First\.$/);
});

test("successive days without incidents are one row, and days before there was a page are none", async () => {
  const now = "2030-03-15T12:00:00.000Z";
  await makeComponent(daymark);
  await daymark.db.prepare("UPDATE components SET created_at = '2030-03-04T18:00:00.000Z'").run();
  for (const createdAt of ["2026-03-12T10:00:00.000Z", "2026-03-08T10:00:00.000Z"])
    await makeIncident(daymark, { name: "Over", status: "Resolved", createdAt });
  await daymark.db.batch([
    daymark.db.prepare("UPDATE notices SET created_at = replace(created_at, '2026', '2030')"),
    daymark.db.prepare("UPDATE notice_updates SET created_at = replace(created_at, '2026', '2030')"),
    daymark.db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
  const page = await readPage({ "x-test-now": now });
  const days = [...page.querySelectorAll(".day")].map((day) => [
    textOf(day.querySelector("h3")).replaceAll("\u2009", " "),
    textOf(day.querySelector("h4, .empty")),
  ]);
  expect(days).toEqual([
    ["Mar 13 – 15", "No incidents reported."],
    ["Mar 12", "Over"],
    ["Mar 9 – 11", "No incidents reported."],
    ["Mar 08", "Over"],
    ["Mar 4 – 7", "No incidents reported."],
  ]);
});

test("uptime of less than a day is not shown", async () => {
  const [young, old] = [await makeComponent(daymark), await makeComponent(daymark)];
  const age = daymark.db.prepare("UPDATE components SET created_at = ? WHERE component_id = ?");
  await daymark.db.batch([
    age.bind(daysAgo(0.9), young.componentID),
    age.bind(daysAgo(1.1), old.componentID),
    daymark.db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
  const page = await readPage();
  const uptimeOf = ({ componentID }: { componentID: string }) =>
    textOf(page.getElementById(componentID)?.querySelector(".uptime") ?? null);
  expect([uptimeOf(young), uptimeOf(old)]).toEqual(["–", "100% uptime"]);
  const componentPage = parseHTML(await (await daymark.fetch(`/components/${young.componentID}`)).text());
  expect(textOf(componentPage.querySelector(".uptime"))).toBe("–");
  const legendOf = (shown: Document) => textOf(shown.querySelector(".uptime-legend p"));
  for (const shown of [page, componentPage])
    expect(legendOf(shown)).toContain("– means less than a day of data.");
  await daymark.administrator.components[":componentID"].$delete({ param: young });
  expect(legendOf(await readPage())).not.toContain("A dash");
});
