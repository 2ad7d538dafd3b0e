import { afterAll, beforeAll, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { MaintenanceUpdateChange } from "../../../worker/notices/maintenance/schema.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { schedule, useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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
async function scheduleMaintenance(
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

test("editing the newest update to Completed restores the components' statuses", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const maintenanceID = await scheduleMaintenance(componentID, at);
  await daymark.runCron(at("10:00"));
  await editNewestUpdate(maintenanceID, { maintenanceStatus: "Completed" });
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed", maintenanceUpdates: [{}, {}] });
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("backdating the In Progress update undoes the start and restores the components' statuses", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
  const maintenanceID = await scheduleMaintenance(componentID, at);
  await change(maintenanceID, { status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await editNewestUpdate(maintenanceID, { createdAt: "2018-01-01T00:00:00Z" });
  expect(await read(maintenanceID)).toMatchObject({ status: "Scheduled" });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("editing an update to In Progress puts the components under maintenance", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleMaintenance(componentID, at);
  await editNewestUpdate(maintenanceID, { maintenanceStatus: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("12:00"));
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
});

test("of two updates in the same millisecond the later one counts, even if the other is edited", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleMaintenance(componentID, at);
  await daymark.runCron(at("10:00"));
  const { maintenanceUpdates } = await read(maintenanceID);
  await daymark.db
    .prepare("UPDATE notice_updates SET created_at = '2001-01-01T00:00:00.000Z' WHERE notice_id = ?")
    .bind(maintenanceID)
    .run();
  await editUpdate(maintenanceID, maintenanceUpdates[1]?.maintenanceUpdateID, { message: "Scheduled." });
  expect(await read(maintenanceID)).toMatchObject({ status: "In Progress" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
});

test("a status set between the starts of two overlapping maintenances is restored after both end", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  await scheduleMaintenance(componentID, at, { from: "10:00", to: "13:00" });
  await scheduleMaintenance(componentID, at, { from: "11:00", to: "12:00" });
  await daymark.runCron(at("10:00"));
  await setStatus(componentID, "Major Outage");
  await daymark.runCron(at("11:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("12:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("13:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("a running maintenance gives its components the scheduled status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleMaintenance(componentID, at, { status: "Degraded Performance" });
  await daymark.runCron(at("10:00"));
  expect((await read(maintenanceID)).components).toMatchObject([
    { componentID, status: "Degraded Performance" },
  ]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("a rescheduled maintenance restores the status from before its second start", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleMaintenance(componentID, at);
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, { status: "Scheduled", startAt: at("18:00"), endAt: at("20:00") });
  await setStatus(componentID, "Partial Outage");
  await daymark.runCron(at("18:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("20:00"));
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test.for([
  ["Partial Outage", "Major Outage"],
  ["Major Outage", "Partial Outage"],
] as const)(
  "with open incidents of %s and %s the component gets the worse status after the maintenance",
  async (statuses) => {
    const at = useNewDay();
    const { componentID } = await makeComponent(daymark);
    for (const status of statuses) await makeIncident(daymark, { components: [{ componentID, status }] });
    await setStatus(componentID, "Operational");
    await scheduleMaintenance(componentID, at);
    await daymark.runCron(at("10:00"));
    await daymark.runCron(at("12:00"));
    expect(await statusOf(componentID)).toBe("Major Outage");
  },
);

test("an open incident with the status Operational doesn't affect the restored status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { components: [{ componentID, status: "Operational" }] });
  await setStatus(componentID, "Degraded Performance");
  await scheduleMaintenance(componentID, at);
  await daymark.runCron(at("10:00"));
  await daymark.runCron(at("12:00"));
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});
