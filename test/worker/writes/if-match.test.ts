import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { waitUntilAfter } from "../../support/readers/wait-until-after.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function patch(path: string, body: object, updatedAt?: string, etag = `"${updatedAt}"`) {
  const response = await daymark.fetch(path, {
    method: "PATCH",
    headers: {
      Authorization: await daymark.token(),
      ...(updatedAt !== undefined && { "If-Match": etag }),
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    answer: (await response.json()) as { updatedAt: string; current?: object },
  };
}

const makeItem: Record<
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
  group: async () => {
    const { groupID, updatedAt } = await makeGroup(daymark);
    return {
      path: `/api/groups/${groupID}`,
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

test.for(Object.entries(makeItem))(
  "a stale If-Match on an item of type %s gets 409 with the current item and changes nothing",
  async ([kind, make]) => {
    const { path, updatedAt, mine, theirs } = await make();
    await waitUntilAfter(updatedAt);
    const changed = await patch(path, theirs, updatedAt);
    expect(changed.status).toBe(200);
    const conflict = await patch(path, mine, updatedAt);
    expect(conflict).toEqual({
      status: 409,
      answer: {
        errorMessage: "Someone else just changed this. Your changes aren't saved yet.",
        current: changed.answer,
      },
    });
    // A current If-Match and a request without one both succeed.
    const retried = await patch(path, mine, changed.answer.updatedAt);
    expect([retried.status, retried.answer]).toMatchObject([
      200,
      kind === "incident" ? { message: "Mine" } : mine,
    ]);
    expect((await patch(path, theirs)).status).toBe(200);
  },
);

test("If-Match accepts a weak ETag and *", async () => {
  const { incidentID, updatedAt } = await makeIncident(daymark);
  await waitUntilAfter(updatedAt);
  const path = `/api/incidents/${incidentID}`;
  const changed = await patch(path, { name: "One" }, updatedAt, `W/"${updatedAt}"`);
  expect(changed.status).toBe(200);
  expect((await patch(path, { name: "Two" }, updatedAt, `W/"${updatedAt}"`)).status).toBe(409);
  expect((await patch(path, { name: "Two" }, updatedAt, "*")).status).toBe(200);
});

test("starting a maintenance on schedule makes its older ETags stale", async () => {
  const { maintenanceID, updatedAt } = await makeMaintenance(daymark);
  await waitUntilAfter(updatedAt);
  await daymark.runCron("2030-01-01T10:00:00Z");
  expect(await patch(`/api/maintenances/${maintenanceID}`, { status: "Scheduled" }, updatedAt)).toMatchObject(
    { status: 409, answer: { current: { maintenanceID, status: "In Progress" } } },
  );
});

test("an incident that changes a component makes its older ETags stale", async () => {
  const { componentID, updatedAt } = await makeComponent(daymark);
  await waitUntilAfter(updatedAt);
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  const conflict = await patch(`/api/components/${componentID}`, { status: "Operational" }, updatedAt);
  expect(conflict).toMatchObject({
    status: 409,
    answer: { current: { componentID, status: "Major Outage" } },
  });
});

test("If-Match on a deleted item gets a 404", async () => {
  const { incidentID, updatedAt } = await makeIncident(daymark);
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  expect((await patch(`/api/incidents/${incidentID}`, { name: "Mine" }, updatedAt)).status).toBe(404);
});

test("of two simultaneous changes with the same If-Match one succeeds and one gets 409", async () => {
  const { maintenanceID, updatedAt } = await makeMaintenance(daymark);
  await waitUntilAfter(updatedAt);
  const path = `/api/maintenances/${maintenanceID}`;
  const responses = await Promise.all([
    patch(path, { name: "One" }, updatedAt),
    patch(path, { name: "Two" }, updatedAt),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
});
