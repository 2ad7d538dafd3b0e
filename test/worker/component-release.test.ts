import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { MaintenanceUpdateChange } from "../../worker/maintenances/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { schedule, someDay } from "../support/scheduled.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { read, change, setStatus, statusOf } = schedule(() => daymark);
const editUpdate = (
  maintenanceID: string,
  maintenanceUpdateID: string | undefined,
  json: MaintenanceUpdateChange,
) =>
  answer(
    daymark.administrator.maintenances[":maintenanceID"].maintenanceupdates[":maintenanceUpdateID"].$patch({
      param: { maintenanceID, maintenanceUpdateID: maintenanceUpdateID ?? "" },
      json,
    }),
  );
const editNewestUpdate = async (maintenanceID: string, json: MaintenanceUpdateChange) => {
  const [newest] = (await read(maintenanceID)).maintenanceUpdates;
  return editUpdate(maintenanceID, newest?.maintenanceUpdateID, json);
};
async function planned(
  componentID: string,
  at: (time: string) => string,
  { from = "10:00", to = "12:00", status = "Under Maintenance" as ComponentStatus } = {},
) {
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at(from),
    endAt: at(to),
    components: [{ componentID, status }],
  });
  return maintenanceID;
}

test("editing the newest update to Completed gives components back, as a new update would", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await editNewestUpdate(maintenanceID, { maintenanceStatus: "Completed" });
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed", maintenanceUpdates: [{}, {}] });
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("dating the start back makes the update before it the newest, and gives components back", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
  const maintenanceID = await planned(componentID, at);
  await change(maintenanceID, { status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await editNewestUpdate(maintenanceID, { createdAt: "2001-01-01T00:00:00Z" });
  expect(await read(maintenanceID)).toMatchObject({ status: "Scheduled" });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("editing an update to In Progress starts the maintenance for its components", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await editNewestUpdate(maintenanceID, { maintenanceStatus: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
});

test("of two steps in the same millisecond the later one holds, whichever of them is edited", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("10:00"));
  const { maintenanceUpdates } = await read(maintenanceID);
  await daymark.db
    .prepare("UPDATE notice_updates SET created_at = '2001-01-01T00:00:00.000Z' WHERE notice_id = ?")
    .bind(maintenanceID)
    .run();
  await editUpdate(maintenanceID, maintenanceUpdates[1]?.maintenanceUpdateID, { message: "Planned." });
  expect(await read(maintenanceID)).toMatchObject({ status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
});

test("what was set between two overlapping windows is what the later end gives back", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  await planned(componentID, at, { from: "10:00", to: "13:00" });
  await planned(componentID, at, { from: "11:00", to: "12:00" });
  await daymark.tick(at("10:00"));
  await setStatus(componentID, "Major Outage");
  await daymark.tick(at("11:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("13:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("a running maintenance says of its components what was planned", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at, { status: "Degraded Performance" });
  await daymark.tick(at("10:00"));
  expect((await read(maintenanceID)).components).toMatchObject([
    { componentID, status: "Degraded Performance" },
  ]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("a window that starts again gives back what was there at its second start", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await change(maintenanceID, { status: "Scheduled", startAt: at("18:00"), endAt: at("20:00") });
  await setStatus(componentID, "Partial Outage");
  await daymark.tick(at("18:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("20:00"));
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test.for([
  ["Partial Outage", "Major Outage"],
  ["Major Outage", "Partial Outage"],
] as const)("of open incidents that say %s and %s the worse holds the component", async (said) => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  for (const status of said) await makeIncident(daymark, { components: [{ componentID, status }] });
  await setStatus(componentID, "Operational");
  await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("an open incident that says Operational holds nothing", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { components: [{ componentID, status: "Operational" }] });
  await setStatus(componentID, "Degraded Performance");
  await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});
