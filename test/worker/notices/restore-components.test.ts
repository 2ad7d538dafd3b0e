import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { IncidentChange } from "../../../worker/notices/incident/schema.ts";
import type { MaintenanceChange } from "../../../worker/notices/maintenance/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { schedule, useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The end of an incident restores its components: to the status of another open notice, or to Operational.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
});
afterAll(() => daymark.stop());

const { setStatus, statusOf } = schedule(() => daymark);

const incidentOn = async (status: ComponentStatus, ...componentIDs: string[]) => {
  const components = componentIDs.map((componentID) => ({ componentID, status }));
  return (await makeIncident(daymark, { components })).incidentID;
};
const change = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
const makeComponentID = async () => (await makeComponent(daymark)).componentID;

async function remove(noticeID: string, query = "", collection = "incidents") {
  const headers = { Authorization: await daymark.token() };
  return daymark.fetch(`/api/${collection}/${noticeID}${query}`, { method: "DELETE", headers });
}

const endIncident: Record<string, (incidentID: string) => Promise<unknown>> = {
  resolving: (incidentID) => change(incidentID, { status: "Resolved", restoreComponents: true }),
  deleting: (incidentID) => remove(incidentID, "?restoreComponents=true"),
};

test.for(Object.entries(endIncident))(
  "%s an incident sets components that no other notice has to Operational",
  async ([, end]) => {
    const [first, second] = [await makeComponentID(), await makeComponentID()];
    await end(await incidentOn("Major Outage", first, second));
    expect([await statusOf(first), await statusOf(second)]).toEqual(["Operational", "Operational"]);
  },
);

test.for(Object.entries(endIncident))(
  "%s an incident sets a component to the worst status of the other open incidents",
  async ([, end]) => {
    const componentID = await makeComponentID();
    const incidentID = await incidentOn("Major Outage", componentID);
    await incidentOn("Degraded Performance", componentID);
    await incidentOn("Partial Outage", componentID);
    const resolved = await incidentOn("Major Outage", componentID);
    await change(resolved, { status: "Resolved" });
    await end(incidentID);
    expect(await statusOf(componentID)).toBe("Partial Outage");
  },
);

test.for(Object.entries(endIncident))(
  "%s an incident sets a component of a maintenance in progress to Under Maintenance",
  async ([, end]) => {
    const at = useNewDay();
    const componentID = await makeComponentID();
    const before = await incidentOn("Partial Outage", componentID);
    await makeMaintenance(daymark, {
      startAt: at("10:00"),
      endAt: at("12:00"),
      components: [{ componentID, status: "Under Maintenance" }],
    });
    await daymark.runCron(at("10:00"));
    const incidentDuringMaintenance = await incidentOn("Major Outage", componentID);
    await end(incidentDuringMaintenance);
    expect(await statusOf(componentID)).toBe("Partial Outage");
    await end(before);
    expect(await statusOf(componentID)).toBe("Under Maintenance");
    await daymark.runCron(at("12:00"));
    expect(await statusOf(componentID)).toBe("Operational");
  },
);

test.for(Object.entries(endIncident))(
  "after %s an incident, the end of a maintenance doesn't restore the incident's status",
  async ([, end]) => {
    const at = useNewDay();
    const componentID = await makeComponentID();
    const incidentID = await incidentOn("Partial Outage", componentID);
    await makeMaintenance(daymark, {
      startAt: at("10:00"),
      endAt: at("12:00"),
      components: [{ componentID, status: "Under Maintenance" }],
    });
    await daymark.runCron(at("10:00"));
    await change(incidentID, { components: [{ componentID, status: "Degraded Performance" }] });
    await end(incidentID);
    expect(await statusOf(componentID)).toBe("Under Maintenance");
    await daymark.runCron(at("12:00"));
    expect(await statusOf(componentID)).toBe("Operational");
  },
);

test("a component that the PATCH lists gets the listed status", async () => {
  const [listed, other] = [await makeComponentID(), await makeComponentID()];
  const incidentID = await incidentOn("Major Outage", listed, other);
  const components = [{ componentID: listed, status: "Degraded Performance" } as const];
  const incident = await change(incidentID, { status: "Resolved", restoreComponents: true, components });
  expect([await statusOf(listed), await statusOf(other)]).toEqual(["Degraded Performance", "Operational"]);
  expect(incident.components.map(({ status }) => status)).toEqual(["Degraded Performance", "Operational"]);
});

test("a component that the incident no longer affects keeps the status that an administrator set", async () => {
  const componentID = await makeComponentID();
  const incidentID = await incidentOn("Major Outage", componentID);
  await change(incidentID, { components: [{ componentID, status: "Operational" }] });
  await setStatus(componentID, "Partial Outage");
  await change(incidentID, { status: "Resolved", restoreComponents: true });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("without restoreComponents, components keep their status", async () => {
  const componentID = await makeComponentID();
  const incidentID = await incidentOn("Major Outage", componentID);
  await change(incidentID, { status: "Resolved", restoreComponents: false });
  expect(await statusOf(componentID)).toBe("Major Outage");
  expect((await remove(incidentID, "?restoreComponents=false")).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("restoreComponents requires the status Resolved and must be true or false", async () => {
  const componentID = await makeComponentID();
  const incidentID = await incidentOn("Major Outage", componentID);
  const patch = async (body: object) => {
    const headers = { Authorization: await daymark.token() };
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify(body),
    });
    return [response.status, ((await response.json()) as { errorMessage: string }).errorMessage];
  };
  expect(await patch({ status: "Monitoring", restoreComponents: true })).toEqual([
    400,
    "restoreComponents is allowed only with the status Resolved.",
  ]);
  expect(await patch({ status: "Resolved", restoreComponents: "yes" })).toEqual([
    400,
    "restoreComponents must be true or false.",
  ]);
  const response = await remove(incidentID, "?restoreComponents=1");
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errorMessage: "restoreComponents must be true or false." },
  ]);
  expect(await statusOf(componentID)).toBe("Major Outage");
});

describe("a maintenance in progress", () => {
  const runningOn = async (status: ComponentStatus, componentID: string) => {
    const components = [{ componentID, status }];
    return (await makeMaintenance(daymark, { status: "In Progress", components })).maintenanceID;
  };
  const changeMaintenance = (maintenanceID: string, json: MaintenanceChange) =>
    answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
  const complete = (maintenanceID: string, restoreComponents: boolean | undefined) =>
    changeMaintenance(maintenanceID, {
      status: "Completed",
      ...(restoreComponents !== undefined && { restoreComponents }),
    });
  const removeMaintenance = (maintenanceID: string, restoreComponents: boolean | undefined) =>
    remove(
      maintenanceID,
      restoreComponents === undefined ? "" : `?restoreComponents=${restoreComponents}`,
      "maintenances",
    );
  const end: [string, (maintenanceID: string, restoreComponents: boolean | undefined) => Promise<unknown>][] =
    [
      ["completing", complete],
      ["deleting", removeMaintenance],
    ];

  test.for(end)("%s it restores its components by default, and if asked to", async ([, end]) => {
    for (const restoreComponents of [undefined, true]) {
      const componentID = await makeComponentID();
      await end(await runningOn("Under Maintenance", componentID), restoreComponents);
      expect(await statusOf(componentID)).toBe("Operational");
    }
  });

  test.for(end)("%s it without restoreComponents leaves its components as they are", async ([, end]) => {
    const componentID = await makeComponentID();
    await end(await runningOn("Under Maintenance", componentID), false);
    expect(await statusOf(componentID)).toBe("Under Maintenance");
  });

  test.for(end)(
    "after %s it without restoreComponents, an overlapping maintenance restores the status from before both",
    async ([, end]) => {
      const componentID = await makeComponentID();
      await setStatus(componentID, "Degraded Performance");
      const first = await runningOn("Under Maintenance", componentID);
      const second = await runningOn("Under Maintenance", componentID);
      await end(first, false);
      expect(await statusOf(componentID)).toBe("Under Maintenance");
      await complete(second, undefined);
      expect(await statusOf(componentID)).toBe("Degraded Performance");
    },
  );

  test("restoreComponents: true requires the status Completed and must be true or false", async () => {
    const componentID = await makeComponentID();
    const maintenanceID = await runningOn("Under Maintenance", componentID);
    const headers = { Authorization: await daymark.token() };
    const path = `/api/maintenances/${maintenanceID}`;
    const body = JSON.stringify({ status: "Verifying", restoreComponents: true });
    const patched = await daymark.fetch(path, { method: "PATCH", headers, body });
    expect([patched.status, await patched.json()]).toMatchObject([
      400,
      { errorMessage: "restoreComponents is allowed only with the status Completed." },
    ]);
    const deleted = await remove(maintenanceID, "?restoreComponents=no", "maintenances");
    expect([deleted.status, await deleted.json()]).toMatchObject([
      400,
      { errorMessage: "restoreComponents must be true or false." },
    ]);
    expect(await statusOf(componentID)).toBe("Under Maintenance");
  });
});

test("deleting a maintenance at an incident's path doesn't restore its components", async () => {
  const componentID = await makeComponentID();
  const { maintenanceID } = await makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID, status: "Partial Outage" }],
  });
  expect((await remove(maintenanceID, "?restoreComponents=true")).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("resolving reads few more rows if the component had many incidents before", async () => {
  const [newID, oldID] = [await makeComponentID(), await makeComponentID()];
  for (const _ of Array.from({ length: 30 })) {
    const incidentID = await incidentOn("Major Outage", oldID);
    await change(incidentID, { status: "Resolved", restoreComponents: true });
  }
  const rowsRead = async (componentID: string) => {
    const response = await daymark.fetch(`/api/incidents/${await incidentOn("Major Outage", componentID)}`, {
      method: "PATCH",
      headers: { Authorization: await daymark.token() },
      body: JSON.stringify({ status: "Resolved", restoreComponents: true }),
    });
    return [response.status, Number(response.headers.get("x-test-rows"))] as const;
  };
  const [ofNew, ofOld] = [await rowsRead(newID), await rowsRead(oldID)];
  expect(ofNew[0]).toBe(200);
  expect(ofNew[1]).toBeGreaterThan(20); // Otherwise the rows weren't counted.
  // The bound of changes looks at those of the last hour.
  expect(ofOld[1]).toBeLessThan(ofNew[1] + 150);
});

test("an API key can restore components, too", async () => {
  const headers = { "x-api-key": await makeApiKey(daymark) };
  const componentID = await makeComponentID();
  const [resolved, deleted] = [
    await incidentOn("Partial Outage", componentID),
    await incidentOn("Major Outage", componentID),
  ];
  const path = `/api/v0/incidents/${deleted}?restoreComponents=true`;
  expect((await daymark.fetch(path, { method: "DELETE", headers })).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Partial Outage");
  const body = JSON.stringify({ status: "Resolved", restoreComponents: true });
  await daymark.fetch(`/api/v0/incidents/${resolved}`, { method: "PATCH", headers, body });
  expect(await statusOf(componentID)).toBe("Operational");
});
