import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
// Each test has the page to itself.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

const page = async () => document(await (await daymark.fetch("/")).text());
const banner = async () => {
  const shown = (await page()).querySelector("h1");
  return [text(shown), shown?.closest(".banner")?.className.replace("banner ", "")];
};
const underMaintenance = async (componentID: string) =>
  makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID, status: "Under Maintenance" }],
  });

test("an open incident stays on the page and in the banner behind 250 newer ones that are resolved", async () => {
  const createdAt = new Date(Date.now() - 86_400_000).toISOString();
  const newer = new Date(Date.now() - 3_600_000).toISOString();
  await daymark.db
    .prepare(
      `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      WITH RECURSIVE newer(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM newer WHERE n < 250)
      SELECT 'resolved-' || n, 'incident', 'Resolved since', 'Resolved', '', ?, ? FROM newer`,
    )
    .bind(newer, newer)
    .run();
  await makeIncident(daymark, { name: "Still open", createdAt });
  expect(await banner()).toEqual(["Minor Service Outage", "yellow"]);
  expect(text((await page()).querySelector("#active")?.parentElement)).toContain("Still open");
});

test("a maintenance that starts over an incident's outage leaves the banner as bad as the incident says", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await underMaintenance(componentID);
  expect(await answer(daymark.visitor.components.$get())).toMatchObject([{ status: "Under Maintenance" }]);
  expect(await banner()).toEqual(["Major System Outage", "red"]);
});

test("what a resolved incident said of a component in maintenance no longer counts", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { status: "Resolved", components: [{ componentID, status: "Major Outage" }] });
  await underMaintenance(componentID);
  expect(await banner()).toEqual(["Service Under Maintenance", "blue"]);
});

test("an incident that touches nothing is told before a maintenance", async () => {
  const { componentID } = await makeComponent(daymark);
  await underMaintenance(componentID);
  expect(await banner()).toEqual(["Service Under Maintenance", "blue"]);
  await makeIncident(daymark);
  expect(await banner()).toEqual(["Minor Service Outage", "yellow"]);
});
