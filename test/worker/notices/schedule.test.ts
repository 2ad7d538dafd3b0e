import { afterAll, beforeAll, expect, test } from "vitest";
import { isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { schedule, useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { read, change, setStatus, statusOf } = schedule(() => daymark);
const statusHistory = async (maintenanceID: string) =>
  (await read(maintenanceID)).maintenanceUpdates.map(({ maintenanceStatus }) => maintenanceStatus).reverse();

async function scheduleFor(
  componentID: string,
  at: (time: string) => string,
  [from, to]: [string, string] = ["10:00", "12:00"],
) {
  const { maintenanceID } = await makeMaintenance(daymark, {
    startAt: at(from),
    endAt: at(to),
    components: [{ componentID, status: "Under Maintenance" }],
  });
  return maintenanceID;
}

test("the cron starts and completes a maintenance and changes its component", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const maintenanceID = await scheduleFor(componentID, at);
  await daymark.runCron(at("09:59"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled"]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");

  await daymark.runCron(at("10:00"));
  expect(await read(maintenanceID)).toMatchObject({
    status: "In Progress",
    message: "The scheduled maintenance has started.",
  });
  expect(await statusOf(componentID)).toBe("Under Maintenance");

  await daymark.runCron(at("11:59"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await daymark.runCron(at("12:00"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("running the cron twice for the same minute changes nothing more", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  await Promise.all([daymark.runCron(at("10:00")), daymark.runCron(at("10:00"))]);
  await daymark.runCron(at("10:00"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await Promise.all([daymark.runCron(at("12:00")), daymark.runCron(at("12:00"))]);
  await daymark.runCron(at("12:01"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(componentID)).toBe("Operational");
});

test("after an hour without the cron, the next run catches up, even on a whole maintenance", async () => {
  const at = useNewDay();
  const [late, missed] = [
    await makeComponent(daymark),
    await makeComponent(daymark, { status: "Partial Outage" }),
  ];
  const running = await scheduleFor(late.componentID, at, ["10:00", "14:00"]);
  const over = await scheduleFor(missed.componentID, at, ["10:15", "10:45"]);
  await daymark.runCron(at("11:00"));
  expect(await statusHistory(running)).toEqual(["Scheduled", "In Progress"]);
  expect(await statusHistory(over)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(late.componentID)).toBe("Under Maintenance");
  expect(await statusOf(missed.componentID)).toBe("Partial Outage");
});

test("a maintenance with the status Verifying is completed at its end, too", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, { status: "Verifying" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("12:00"));
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a component that an administrator set during the maintenance keeps that status at its end", async () => {
  const at = useNewDay();
  const [worse, unchanged] = [await makeComponent(daymark), await makeComponent(daymark)];
  await scheduleFor(worse.componentID, at);
  await scheduleFor(unchanged.componentID, at);
  await daymark.runCron(at("10:00"));
  await setStatus(worse.componentID, "Major Outage");
  // An administrator's change back to the same status counts, too.
  await setStatus(unchanged.componentID, "Operational");
  await setStatus(unchanged.componentID, "Under Maintenance");
  await daymark.runCron(at("12:00"));
  expect(await statusOf(worse.componentID)).toBe("Major Outage");
  expect(await statusOf(unchanged.componentID)).toBe("Under Maintenance");
});

test.for([
  ["the first ends first", ["10:00", "12:00"], ["11:00", "13:00"]],
  ["the second ends first", ["10:00", "13:00"], ["11:00", "12:00"]],
  ["both have the same times", ["10:00", "13:00"], ["10:00", "13:00"]],
] as const)(
  "with two overlapping maintenances of a component, the later end restores its status: %s",
  async ([, first, second]) => {
    const at = useNewDay();
    const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
    await scheduleFor(componentID, at, [...first]);
    await scheduleFor(componentID, at, [...second]);
    for (const minute of ["10:00", "11:00", "12:00", "12:59"]) {
      await daymark.runCron(at(minute));
      expect([minute, await statusOf(componentID)]).toEqual([minute, "Under Maintenance"]);
    }
    await daymark.runCron(at("13:00"));
    expect(await statusOf(componentID)).toBe("Partial Outage");
  },
);

test("a component keeps the status of an incident that opened during the maintenance", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  await scheduleFor(componentID, at);
  await daymark.runCron(at("10:00"));
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await daymark.runCron(at("12:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("at the end of a maintenance, an earlier incident decides the component's status only if it is open", async () => {
  const at = useNewDay();
  const [open, resolved] = [await makeComponent(daymark), await makeComponent(daymark)];
  const withOutage = ({ componentID }: { componentID: string }) => ({
    components: [{ componentID, status: "Partial Outage" as const }],
  });
  await makeIncident(daymark, withOutage(open));
  const { incidentID } = await makeIncident(daymark, withOutage(resolved));
  await setStatus(open.componentID, "Operational");
  await setStatus(resolved.componentID, "Operational");
  await scheduleFor(open.componentID, at);
  await scheduleFor(resolved.componentID, at);
  await daymark.runCron(at("10:00"));
  expect(await statusOf(open.componentID)).toBe("Under Maintenance");
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved" },
    }),
  );
  await daymark.runCron(at("12:00"));
  expect(await statusOf(open.componentID)).toBe("Partial Outage");
  expect(await statusOf(resolved.componentID)).toBe("Operational");
});

test("an administrator can start and complete a maintenance early, and the cron doesn't repeat it", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  await change(maintenanceID, { status: "In Progress", message: "We begin early." });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.runCron(isoTime(Date.now() + MINUTE_MS));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await change(maintenanceID, { status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.runCron(at("10:00"));
  await daymark.runCron(at("12:00"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
});

test("a maintenance that was started early completes after its length, by the cron", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  const { endAt } = await change(maintenanceID, { status: "In Progress" });
  await daymark.runCron(isoTime(Date.parse(endAt) - MINUTE_MS));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await daymark.runCron(endAt);
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a component that an administrator's change lists gets the listed status", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  await change(maintenanceID, {
    status: "In Progress",
    components: [{ componentID, status: "Degraded Performance" }],
  });
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  await change(maintenanceID, {
    status: "Completed",
    components: [{ componentID, status: "Partial Outage" }],
  });
  expect(await statusOf(componentID)).toBe("Partial Outage");
});

test("a postponed maintenance restores its components, and starts again at its new time", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await scheduleFor(componentID, at);
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, { status: "Scheduled", startAt: at("18:00"), endAt: at("20:00") });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.runCron(at("12:00"));
  expect(await statusHistory(maintenanceID)).toEqual(["Scheduled", "In Progress", "Scheduled"]);
  await daymark.runCron(at("18:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
});

test("a component that is added to a maintenance in progress is changed and restored, too", async () => {
  const at = useNewDay();
  const [first, second] = [
    await makeComponent(daymark),
    await makeComponent(daymark, { status: "Partial Outage" }),
  ];
  const maintenanceID = await scheduleFor(first.componentID, at);
  await daymark.runCron(at("10:00"));
  await change(maintenanceID, {
    components: [{ componentID: second.componentID, status: "Under Maintenance" }],
  });
  expect(await statusOf(second.componentID)).toBe("Under Maintenance");
  await daymark.runCron(at("12:00"));
  expect(await statusOf(second.componentID)).toBe("Partial Outage");
});

test("after the cron started a maintenance, visitors get a new page", async () => {
  const at = useNewDay();
  const { componentID } = await makeComponent(daymark, { name: `Seen on ${at("00:00")}` });
  const maintenanceID = await scheduleFor(componentID, at);
  const page = async () => (await daymark.fetch(`/maintenances/${maintenanceID}`)).text();
  expect(await page()).toContain("Scheduled");
  await daymark.runCron(at("10:00"));
  expect(await page()).toContain("The scheduled maintenance has started.");
});
