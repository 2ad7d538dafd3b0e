import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeGroup } from "../support/factories.ts";
import { fillHistory } from "../support/fill-history.ts";
import { parseHTML, textOf } from "../support/html.ts";

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
  expect(page.querySelector("details")).toBeNull();
  expect(textOf(page.querySelector("main"))).not.toContain("A group has");
});

test("a page with 300 components in 20 groups has at most 5,000 elements", async () => {
  await fillHistory(daymark.db, {
    components: 299,
    incidents: 250,
    days: 365,
    now: new Date().toISOString(),
  });
  await daymark.db.exec(
    `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 19) INSERT INTO component_groups SELECT 'group' || n, 'Group ' || n, n, '', '' FROM n`,
  );
  await daymark.db.exec("UPDATE components SET group_id = 'group' || (rowid % 20)");
  // A write through the API makes the page new.
  await makeComponent(daymark, { groupID: "group0" });
  const page = await readPage();
  expect(page.querySelectorAll(".group .component")).toHaveLength(300);
  expect(page.querySelectorAll("*").length).toBeLessThanOrEqual(5000);
});
