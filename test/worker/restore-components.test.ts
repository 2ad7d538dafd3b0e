import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { IncidentChange } from "../../worker/incidents/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { schedule, someDay } from "../support/scheduled.ts";

// An incident that is over gives its components back to what else still holds them, or to Operational.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

const { setStatus, statusOf } = schedule(() => daymark);

const incidentOn = async (status: ComponentStatus, ...componentIDs: string[]) => {
  const components = componentIDs.map((componentID) => ({ componentID, status }));
  return (await makeIncident(daymark, { components })).incidentID;
};
const change = (incidentID: string, json: IncidentChange) =>
  answer(daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
const component = async () => (await makeComponent(daymark)).componentID;

async function remove(incidentID: string, query = "") {
  const headers = { Authorization: await daymark.token() };
  return daymark.fetch(`/api/incidents/${incidentID}${query}`, { method: "DELETE", headers });
}

const endings: Record<string, (incidentID: string) => Promise<unknown>> = {
  resolving: (incidentID) => change(incidentID, { status: "Resolved", restoreComponents: true }),
  deleting: (incidentID) => remove(incidentID, "?restoreComponents=true"),
};

test.for(Object.entries(endings))("%s gives back to Operational what nothing else holds", async ([, end]) => {
  const [one, two] = [await component(), await component()];
  await end(await incidentOn("Major Outage", one, two));
  expect([await statusOf(one), await statusOf(two)]).toEqual(["Operational", "Operational"]);
});

test.for(Object.entries(endings))("%s leaves the worst that another open incident says", async ([, end]) => {
  const componentID = await component();
  const incidentID = await incidentOn("Major Outage", componentID);
  await incidentOn("Degraded Performance", componentID);
  await incidentOn("Partial Outage", componentID);
  const resolved = await incidentOn("Major Outage", componentID);
  await change(resolved, { status: "Resolved" });
  await end(incidentID);
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test.for(Object.entries(endings))("%s leaves a component to a running maintenance", async ([, end]) => {
  const at = someDay();
  const componentID = await component();
  const before = await incidentOn("Partial Outage", componentID);
  await makeMaintenance(daymark, {
    startAt: at("10:00"),
    endAt: at("12:00"),
    components: [{ componentID, status: "Under Maintenance" }],
  });
  await daymark.tick(at("10:00"));
  const during = await incidentOn("Major Outage", componentID);
  await end(during);
  expect(await statusOf(componentID)).toBe("Partial Outage");
  await end(before);
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});

test.for(Object.entries(endings))(
  "%s leaves no earlier status for a maintenance to give back",
  async ([, end]) => {
    const at = someDay();
    const componentID = await component();
    const incidentID = await incidentOn("Partial Outage", componentID);
    await makeMaintenance(daymark, {
      ...{ startAt: at("10:00"), endAt: at("12:00") },
      components: [{ componentID, status: "Under Maintenance" }],
    });
    await daymark.tick(at("10:00"));
    await change(incidentID, { components: [{ componentID, status: "Degraded Performance" }] });
    await end(incidentID);
    expect(await statusOf(componentID)).toBe("Under Maintenance");
    await daymark.tick(at("12:00"));
    expect(await statusOf(componentID)).toBe("Operational");
  },
);

test("a component that the change lists gets the status listed", async () => {
  const [listed, other] = [await component(), await component()];
  const incidentID = await incidentOn("Major Outage", listed, other);
  const components = [{ componentID: listed, status: "Degraded Performance" } as const];
  const incident = await change(incidentID, { status: "Resolved", restoreComponents: true, components });
  expect([await statusOf(listed), await statusOf(other)]).toEqual(["Degraded Performance", "Operational"]);
  expect(incident.components.map(({ status }) => status)).toEqual(["Degraded Performance", "Operational"]);
});

test("what the incident no longer has stays as it was set", async () => {
  const componentID = await component();
  const incidentID = await incidentOn("Major Outage", componentID);
  await change(incidentID, { components: [{ componentID, status: "Operational" }] });
  await setStatus(componentID, "Partial Outage");
  await change(incidentID, { status: "Resolved", restoreComponents: true });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("without restoreComponents, components stay as they are", async () => {
  const componentID = await component();
  const incidentID = await incidentOn("Major Outage", componentID);
  await change(incidentID, { status: "Resolved", restoreComponents: false });
  expect(await statusOf(componentID)).toBe("Major Outage");
  expect((await remove(incidentID, "?restoreComponents=false")).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("restoreComponents is refused with another status than Resolved, and as anything but true or false", async () => {
  const componentID = await component();
  const incidentID = await incidentOn("Major Outage", componentID);
  const patch = async (body: object) => {
    const headers = { Authorization: await daymark.token() };
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, {
      ...{ method: "PATCH", headers, body: JSON.stringify(body) },
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
  const refused = await remove(incidentID, "?restoreComponents=1");
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errorMessage: "restoreComponents must be true or false." },
  ]);
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("a maintenance deleted as an incident keeps its components", async () => {
  const componentID = await component();
  const { maintenanceID } = await makeMaintenance(daymark, {
    status: "In Progress",
    components: [{ componentID, status: "Partial Outage" }],
  });
  expect((await remove(maintenanceID, "?restoreComponents=true")).status).toBe(204);
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("resolving reads no more rows, however many incidents the component was part of", async () => {
  const [fresh, old] = [await component(), await component()];
  for (const _ of Array.from({ length: 30 })) {
    const incidentID = await incidentOn("Major Outage", old);
    await change(incidentID, { status: "Resolved", restoreComponents: true });
  }
  const rows = async (componentID: string) => {
    const response = await daymark.fetch(`/api/incidents/${await incidentOn("Major Outage", componentID)}`, {
      ...{ method: "PATCH", headers: { Authorization: await daymark.token() } },
      body: JSON.stringify({ status: "Resolved", restoreComponents: true }),
    });
    return [response.status, Number(response.headers.get("x-test-rows"))] as const;
  };
  const [ofNew, ofOld] = [await rows(fresh), await rows(old)];
  expect(ofNew[0]).toBe(200);
  expect(ofNew[1]).toBeGreaterThan(20); // or nobody has counted
  // What the roll-up reads of the component's many changes of today.
  expect(ofOld[1]).toBeLessThan(ofNew[1] + 150);
});

test("an API key restores components as an administrator does", async () => {
  const headers = { "x-api-key": await makeApiKey(daymark) };
  const componentID = await component();
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
