import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function patch(path: string, body: object, updatedAt?: string, tag = `"${updatedAt}"`) {
  const response = await daymark.fetch(path, {
    method: "PATCH",
    headers: {
      Authorization: await daymark.token(),
      ...(updatedAt !== undefined && { "If-Match": tag }),
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    answer: (await response.json()) as { updatedAt: string; current?: object },
  };
}

const kinds: Record<
  string,
  () => Promise<{ path: string; updatedAt: string; mine: object; theirs: object }>
> = {
  component: async () => {
    const { componentID, updatedAt } = await makeComponent(daymark);
    return {
      path: `/api/components/${componentID}`,
      updatedAt,
      mine: { name: "Mine" },
      theirs: { name: "Theirs" },
    };
  },
  incident: async () => {
    const { incidentID, updatedAt } = await makeIncident(daymark);
    return {
      path: `/api/incidents/${incidentID}`,
      updatedAt,
      mine: { message: "Mine" },
      theirs: { message: "Theirs" },
    };
  },
  maintenance: async () => {
    const { maintenanceID, updatedAt } = await makeMaintenance(daymark);
    return {
      path: `/api/maintenances/${maintenanceID}`,
      updatedAt,
      mine: { name: "Mine" },
      theirs: { name: "Theirs" },
    };
  },
  "update of an incident": async () => {
    const { incidentID, incidentUpdates } = await makeIncident(daymark);
    return {
      path: `/api/incidents/${incidentID}/incidentupdates/${incidentUpdates[0]?.incidentUpdateID}`,
      updatedAt: incidentUpdates[0]?.updatedAt ?? "",
      mine: { message: "Mine" },
      theirs: { message: "Theirs" },
    };
  },
  "update of a maintenance": async () => {
    const { maintenanceID, maintenanceUpdates } = await makeMaintenance(daymark);
    return {
      path: `/api/maintenances/${maintenanceID}/maintenanceupdates/${maintenanceUpdates[0]?.maintenanceUpdateID}`,
      updatedAt: maintenanceUpdates[0]?.updatedAt ?? "",
      mine: { message: "Mine" },
      theirs: { message: "Theirs" },
    };
  },
  settings: async () => {
    const { updatedAt } = await answer(
      daymark.administrator.settings.$patch({ json: { serviceName: "Ours" } }),
    );
    return {
      path: "/api/settings",
      updatedAt,
      mine: { serviceName: "Mine" },
      theirs: { serviceName: "Theirs" },
    };
  },
};

test.for(Object.entries(kinds))(
  "a change made on an older %s is refused with what is there now, and changes nothing",
  async ([kind, make]) => {
    const { path, updatedAt, mine, theirs } = await make();
    // Times are in milliseconds: the other one's change has to come in a later one.
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(updatedAt));
    const changed = await patch(path, theirs, updatedAt);
    expect(changed.status).toBe(200);
    const refused = await patch(path, mine, updatedAt);
    expect(refused).toEqual({
      status: 409,
      answer: {
        errorMessage: "Someone else just changed this. Your changes aren't saved yet.",
        current: changed.answer,
      },
    });
    // On what is there now, it goes through; and without saying what it was made on, too.
    const rebased = await patch(path, mine, changed.answer.updatedAt);
    expect([rebased.status, rebased.answer]).toMatchObject([
      200,
      kind === "incident" ? { message: "Mine" } : mine,
    ]);
    expect((await patch(path, theirs)).status).toBe(200);
  },
);

test("If-Match takes a weak tag for the same, and * for whatever is there", async () => {
  const { incidentID, updatedAt } = await makeIncident(daymark);
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(updatedAt));
  const path = `/api/incidents/${incidentID}`;
  const changed = await patch(path, { name: "One" }, updatedAt, `W/"${updatedAt}"`);
  expect(changed.status).toBe(200);
  expect((await patch(path, { name: "Two" }, updatedAt, `W/"${updatedAt}"`)).status).toBe(409);
  expect((await patch(path, { name: "Two" }, updatedAt, "*")).status).toBe(200);
});

test("a change made on a maintenance before it started by itself is refused with what it is now", async () => {
  const { maintenanceID, updatedAt } = await makeMaintenance(daymark);
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(updatedAt));
  await daymark.tick("2030-01-01T10:00:00Z");
  expect(await patch(`/api/maintenances/${maintenanceID}`, { status: "Scheduled" }, updatedAt)).toMatchObject(
    { status: 409, answer: { current: { maintenanceID, status: "In Progress" } } },
  );
});

test("a component that an incident changed meanwhile counts as changed", async () => {
  const { componentID, updatedAt } = await makeComponent(daymark);
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(updatedAt));
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  const refused = await patch(`/api/components/${componentID}`, { status: "Operational" }, updatedAt);
  expect(refused).toMatchObject({
    status: 409,
    answer: { current: { componentID, status: "Major Outage" } },
  });
});

test("a change on what was deleted meanwhile is a 404", async () => {
  const { incidentID, updatedAt } = await makeIncident(daymark);
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  expect((await patch(`/api/incidents/${incidentID}`, { name: "Mine" }, updatedAt)).status).toBe(404);
});

test("of two changes at once on the same state one is made and one refused", async () => {
  const { maintenanceID, updatedAt } = await makeMaintenance(daymark);
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(updatedAt));
  const path = `/api/maintenances/${maintenanceID}`;
  const both = await Promise.all([
    patch(path, { name: "One" }, updatedAt),
    patch(path, { name: "Two" }, updatedAt),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});
