import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test("an incident and a maintenance can have 150 components", async () => {
  const made = await Promise.all(Array.from({ length: 150 }, () => makeComponent(daymark)));
  const components = made.map(({ componentID }) => ({
    componentID,
    status: "Degraded Performance" as const,
  }));
  expect((await makeIncident(daymark, { components })).components).toHaveLength(150);
  expect((await makeMaintenance(daymark, { components })).components).toHaveLength(150);
});

const times = Array.from({ length: 52 }, (_, second) =>
  new Date(Date.UTC(2019, 0, 1, 0, 0, second)).toISOString(),
);
const query = { before: "2020-01-01T00:00:00.000Z" };

test("a list of incidents has 50 by default, newest first", async () => {
  await Promise.all(times.map((createdAt) => makeIncident(daymark, { createdAt })));
  const incidents = await answer(daymark.visitor.incidents.$get({ query }));
  expect(incidents.map(({ createdAt }) => createdAt)).toEqual(times.toReversed().slice(0, 50));
});

test("a list of maintenances has 50 by default, newest first", async () => {
  await Promise.all(times.map((createdAt) => makeMaintenance(daymark, { createdAt })));
  const maintenances = await answer(daymark.visitor.maintenances.$get({ query }));
  expect(maintenances.map(({ createdAt }) => createdAt)).toEqual(times.toReversed().slice(0, 50));
});
