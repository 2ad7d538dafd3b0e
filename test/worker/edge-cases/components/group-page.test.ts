import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeComponent, makeGroup, makeIncident } from "../../../support/factories/factories.ts";
import { fillHistory } from "../../../support/factories/fill-history.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.db.exec("DELETE FROM components; DELETE FROM component_groups;"));
afterAll(() => daymark.stop());

const readPage = async () => parseHTML(await (await daymark.fetch("/")).text());

test("the page shows groups and other components in one order, and each group with its components", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform", order: 5 });
  await makeGroup(daymark, { name: "Empty", order: 1 });
  await makeComponent(daymark, { name: "Website", order: 5 });
  await makeComponent(daymark, { name: "Docs", order: 2 });
  await makeComponent(daymark, { name: "API", order: 20, groupID });
  await makeComponent(daymark, { name: "Search", order: 10, groupID, status: "Partial Outage" });
  const page = await readPage();
  const names = [...page.querySelectorAll(".card.rows > li")].map((row) => textOf(row.querySelector("h3")));
  expect(names).toEqual(["Docs", "Platform", "Website"]);
  const group = page.querySelector(".group");
  expect([...(group?.querySelectorAll("h4") ?? [])].map(textOf)).toEqual(["Search", "API"]);
  expect(textOf(group?.querySelector("summary .status"))).toBe("Partial Outage");
  expect(group?.querySelector("summary svg[role=img]")?.getAttribute("aria-label")).toMatch(
    /^Platform, Last 90 days: not fully operational on 1 day/,
  );
  expect(group?.querySelectorAll("summary [tabindex], summary a")).toHaveLength(0);
  expect(textOf(page.querySelector("#components")?.closest("section"))).toContain(
    "Its uptime counts every moment in which any of them was down.",
  );
});

test("a group is open exactly while one of its components is not Operational", async () => {
  const fine = await makeGroup(daymark);
  const troubled = await makeGroup(daymark);
  await makeComponent(daymark, { groupID: fine.groupID });
  await makeComponent(daymark, { groupID: troubled.groupID });
  await makeComponent(daymark, { groupID: troubled.groupID, status: "Under Maintenance" });
  const page = await readPage();
  const isOpen = (groupID: string) =>
    page.getElementById(groupID)?.querySelector("details")?.hasAttribute("open");
  expect([isOpen(fine.groupID), isOpen(troubled.groupID)]).toEqual([false, true]);
});

test("without groups the page doesn't explain them", async () => {
  await makeComponent(daymark);
  const page = await readPage();
  expect(page.querySelector(".group, .rows details")).toBeNull();
  expect(textOf(page.querySelector("main"))).not.toContain("A group has");
});

// The number of incidents on the page depends on the time of the day.
test.for([0, 6, 12, 18, 23])(
  "a page with 300 components in 20 groups has at most 5,000 elements, also at hour %i",
  async (hour) => {
    const now = `2031-05-17T${`${hour}`.padStart(2, "0")}:42:00.000Z`;
    await daymark.db.exec("DELETE FROM notices");
    await fillHistory(daymark.db, { components: 300, incidents: 250, days: 365, now });
    await daymark.db.exec(
      `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 19) INSERT INTO component_groups SELECT 'group' || n, 'Group ' || n, n, '', '' FROM n`,
    );
    await daymark.db.exec("UPDATE components SET group_id = 'group' || (rowid % 20)");
    const response = await daymark.fetch("/", { headers: { "x-test-now": now } });
    const page = parseHTML(await response.text());
    expect(page.querySelectorAll(".group .component")).toHaveLength(300);
    expect(page.querySelectorAll(".notice").length).toBeGreaterThanOrEqual(9);
    expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(5000);
  },
);

const readGroupPage = async (groupID: string, query = "") => {
  const response = await daymark.fetch(`/groups/${groupID}${query}`);
  return { status: response.status, page: parseHTML(await response.text()) };
};

test("a group has a page with its status, a year of its days, its components and what affected them", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  const other = await makeComponent(daymark, { name: "Website" });
  const api = await makeComponent(daymark, { name: "API", groupID });
  const search = await makeComponent(daymark, { name: "Search", groupID, status: "Degraded Performance" });
  const affects = (...ids: { componentID: string }[]) =>
    ids.map(({ componentID }) => ({ componentID, status: "Partial Outage" as const }));
  await makeIncident(daymark, {
    name: "Both",
    components: affects(api, search),
    createdAt: "2026-02-02T00:00:00Z",
  });
  await makeIncident(daymark, { name: "One", components: affects(api), createdAt: "2026-02-01T00:00:00Z" });
  await makeIncident(daymark, { name: "Of the website", components: affects(other) });
  const { status, page } = await readGroupPage(groupID);
  expect(status).toBe(200);
  expect([textOf(page.querySelector("h1")), textOf(page.querySelector(".heading .status"))]).toEqual([
    ...["Platform", "Partial Outage"],
  ]);
  expect([...page.querySelectorAll(".notice h3")].map(textOf)).toEqual(["Both", "One"]);
  const rows = [...page.querySelectorAll(".component")].map((row) => [
    textOf(row.querySelector("h3")),
    textOf(row.querySelector(".status")),
    row.querySelector("a")?.getAttribute("href"),
  ]);
  expect(rows).toEqual([
    ["API", "Partial Outage", `/components/${api.componentID}`],
    ["Search", "Partial Outage", `/components/${search.componentID}`],
  ]);
  expect(page.querySelector(".year svg")?.getAttribute("aria-label")).toMatch(/^Platform, .* 1 day/);
  expect(textOf(page.querySelector("main"))).toContain("any of them was down");
  expect(page.querySelector('link[type="application/rss+xml"]')?.getAttribute("href")).toBe(
    `/groups/${groupID}/history.rss`,
  );
  expect(textOf((await readGroupPage(groupID, "?lang=de")).page.querySelector(".kind"))).toBe(
    "Komponentengruppe",
  );
});

test("the main page links to a group's page from below its components, and so does the sitemap", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  await makeComponent(daymark, { groupID });
  const link = (await readPage()).querySelector(".group details > :not(summary) > a[href^='/groups/']");
  expect([textOf(link), link?.getAttribute("href")]).toEqual(["Details", `/groups/${groupID}`]);
  expect(link?.getAttribute("aria-label")).toBe("Platform: Details");
  expect(await (await daymark.fetch("/sitemap.xml")).text()).toContain(`/groups/${groupID}</loc>`);
});

test("a group without components has a page that says so, and an unknown or deleted one gets 404", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Empty" });
  const { page } = await readGroupPage(groupID);
  expect(textOf(page.querySelector("main"))).toMatch(
    /No components have been added yet\..*Nothing has been reported about this group\./,
  );
  await daymark.administrator.groups[":groupID"].$delete({ param: { groupID } });
  for (const id of [groupID, "nobody"]) expect((await readGroupPage(id)).status).toBe(404);
});
