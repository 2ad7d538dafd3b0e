import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
// Other notices and components would change the banner.
beforeEach(() =>
  daymark.db.batch(["notices", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`))),
);

const readPage = async () => parseHTML(await (await daymark.fetch("/")).text());
const readBanner = async () => {
  const heading = (await readPage()).querySelector("h1");
  return [textOf(heading), heading?.closest(".banner")?.className.replace("banner ", "")];
};
const startMaintenance = async (componentID: string) =>
  makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID, status: "Under Maintenance" }],
  });

test("the page and the banner still show an open incident after 250 newer resolved ones", async () => {
  const createdAt = new Date(Date.now() - DAY_MS).toISOString();
  const newer = new Date(Date.now() - HOUR_MS).toISOString();
  await daymark.db
    .prepare(
      `INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
      WITH RECURSIVE newer(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM newer WHERE n < 250)
      SELECT 'resolved-' || n, 'incident', 'Resolved since', 'Resolved', '', ?, ? FROM newer`,
    )
    .bind(newer, newer)
    .run();
  await makeIncident(daymark, { name: "Still open", createdAt });
  expect(await readBanner()).toEqual(["Minor Service Outage", "yellow"]);
  expect(textOf((await readPage()).querySelector("#active")?.parentElement)).toContain("Still open");
});

test("a maintenance that starts during an outage doesn't improve the banner", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await startMaintenance(componentID);
  expect(await answer(daymark.visitor.components.$get())).toMatchObject([{ status: "Under Maintenance" }]);
  expect(await readBanner()).toEqual(["Major System Outage", "red"]);
});

test("the banner ignores the component status of a resolved incident during a maintenance", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { status: "Resolved", components: [{ componentID, status: "Major Outage" }] });
  await startMaintenance(componentID);
  expect(await readBanner()).toEqual(["Service Under Maintenance", "blue"]);
});

test("in the banner an incident without components outranks a maintenance", async () => {
  const { componentID } = await makeComponent(daymark);
  await startMaintenance(componentID);
  expect(await readBanner()).toEqual(["Service Under Maintenance", "blue"]);
  await makeIncident(daymark);
  expect(await readBanner()).toEqual(["Minor Service Outage", "yellow"]);
});
