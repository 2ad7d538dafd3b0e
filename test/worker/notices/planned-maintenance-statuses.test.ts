import { afterAll, beforeAll, expect, test } from "vitest";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { schedule, useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The component statuses of a scheduled maintenance apply from its start to its end.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { change, setStatus, statusOf } = schedule(() => daymark);

type Status = (typeof componentStatuses)[number];

async function planMaintenance(
  componentID: string,
  at: (time: string) => string,
  { from = "10:00", to = "12:00", status = "Major Outage" as Status } = {},
) {
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at(from),
    endAt: at(to),
    components: [{ componentID, status }],
  });
  return maintenanceID;
}

const remove = (maintenanceID: string) =>
  daymark.administrator.maintenances[":maintenanceID"].$delete({ param: { maintenanceID } });

async function statusChangesOf(componentID: string) {
  const { results } = await daymark.db
    .prepare("SELECT status FROM status_changes WHERE component_id = ? ORDER BY at, id")
    .bind(componentID)
    .all<{ status: string }>();
  return results.map(({ status }) => status);
}

test.for(componentStatuses.filter((status) => status !== "Operational"))(
  "a planned %s lasts from the start to the end",
  async (status) => {
    const at = useNewDay();
    const { componentID } = await makeComponent(daymark);
    await planMaintenance(componentID, at, { status });
    await daymark.runCron(at("09:59"));
    expect(await statusOf(componentID)).toBe("Operational");
    expect(await statusChangesOf(componentID)).toEqual(["Operational"]);
    await daymark.runCron(at("10:00"));
    expect(await statusOf(componentID)).toBe(status);
    await daymark.runCron(at("12:00"));
    expect(await statusOf(componentID)).toBe("Operational");
  },
);

test("before the start neither pages, feeds, the v2 API nor the uptime show a planned status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { name: "Planned to be down" });
  const maintenanceID = await planMaintenance(componentID, at);
  await change(maintenanceID, { components: [{ componentID, status: "Partial Outage" }] });
  for (const path of [
    "/",
    `/components/${componentID}`,
    `/maintenances/${maintenanceID}`,
    `/maintenances/${maintenanceID}.md`,
    "/index.md",
    `/components/${componentID}/history.atom`,
    `/components/${componentID}/history.json`,
    "/api/v2/summary.json",
    `/api/components/${componentID}/uptime`,
  ]) {
    const text = await (await daymark.fetch(path)).text();
    expect([
      path,
      text.match(/\((Major|Partial) Outage\)|(major|partial)_outage|"worst":"(Major|Partial)/),
    ]).toEqual([path, null]);
  }
  const status = (await (await daymark.fetch("/api/v2/status.json")).json()) as { status: object };
  expect(status.status).toEqual({ indicator: "none", description: "All Systems Operational" });
});

test("starting a maintenance by hand sets the planned status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planMaintenance(componentID, at, { status: "Degraded Performance" });
  await change(maintenanceID, { components: [{ componentID, status: "Partial Outage" }] });
  expect(await statusOf(componentID)).toBe("Operational");
  await change(maintenanceID, { status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("deleting a planned maintenance changes no status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  expect((await remove(await planMaintenance(componentID, at))).status).toBe(204);
  await daymark.runCron(at("11:00"));
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  expect(await statusChangesOf(componentID)).toEqual(["Degraded Performance"]);
});

test("deleting a running maintenance restores its components, except for those changed by hand, an incident or another maintenance", async () => {
  const at = useNewDay();
  const [unaffected, inIncident, inMaintenance, changedByHand] = [
    await makeComponent(daymark, { status: "Degraded Performance" }),
    await makeComponent(daymark),
    await makeComponent(daymark),
    await makeComponent(daymark),
  ];
  await makeIncident(daymark, {
    components: [{ componentID: inIncident.componentID, status: "Partial Outage" }],
  });
  await planMaintenance(inMaintenance.componentID, at, { to: "14:00", status: "Under Maintenance" });
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at("10:00"),
    endAt: at("12:00"),
    components: [unaffected, inIncident, inMaintenance, changedByHand].map(({ componentID }) => ({
      componentID,
      status: "Major Outage",
    })),
  });
  await daymark.runCron(at("10:00"));
  await setStatus(changedByHand.componentID, "Partial Outage");
  expect((await remove(maintenanceID)).status).toBe(204);
  const statuses = await Promise.all(
    [unaffected, inIncident, inMaintenance, changedByHand].map(({ componentID }) => statusOf(componentID)),
  );
  expect(statuses).toEqual(["Degraded Performance", "Partial Outage", "Under Maintenance", "Partial Outage"]);
  await daymark.runCron(at("14:00"));
  expect(await statusOf(inMaintenance.componentID)).toBe("Operational");
});

test("while two maintenances overlap the newest one counts, and the end of the last one restores the component", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  await planMaintenance(componentID, at, { to: "13:00", status: "Under Maintenance" });
  await planMaintenance(componentID, at, { from: "11:00", to: "12:00", status: "Degraded Performance" });
  const statuses = [];
  for (const minute of ["10:00", "11:00", "12:00", "13:00"]) {
    await daymark.runCron(at(minute));
    statuses.push(await statusOf(componentID));
  }
  expect(statuses).toEqual(["Under Maintenance", "Degraded Performance", "Under Maintenance", "Operational"]);
});

test("postponing a running maintenance with another planned status restores its components until the new start", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planMaintenance(componentID, at, { status: "Partial Outage" });
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, {
    status: "Scheduled",
    startAt: at("18:00"),
    endAt: at("20:00"),
    components: [{ componentID, status: "Major Outage" }],
  });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.runCron(at("18:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
  await daymark.runCron(at("20:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a status that a running maintenance sets later is also restored at its end", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planMaintenance(componentID, at, { status: "Under Maintenance" });
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, { components: [{ componentID, status: "Degraded Performance" }] });
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  await daymark.runCron(at("12:00"));
  expect(await statusOf(componentID)).toBe("Operational");
});
