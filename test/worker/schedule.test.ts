import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { schedule, someDay } from "../support/scheduled.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { read, change, setStatus, statusOf } = schedule(() => daymark);
const story = async (maintenanceID: string) =>
  (await read(maintenanceID)).maintenanceUpdates.map(({ maintenanceStatus }) => maintenanceStatus).reverse();

async function planned(
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

test("a maintenance starts and completes by itself, and its component goes along", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { status: "Degraded Performance" });
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("09:59"));
  expect(await story(maintenanceID)).toEqual(["Scheduled"]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");

  await daymark.tick(at("10:00"));
  expect(await read(maintenanceID)).toMatchObject({
    status: "In Progress",
    message: "The scheduled maintenance has started.",
  });
  expect(await statusOf(componentID)).toBe("Under Maintenance");

  await daymark.tick(at("11:59"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await daymark.tick(at("12:00"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
});

test("a cron that runs twice changes nothing more", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await Promise.all([daymark.tick(at("10:00")), daymark.tick(at("10:00"))]);
  await daymark.tick(at("10:00"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress"]);
  await Promise.all([daymark.tick(at("12:00")), daymark.tick(at("12:00"))]);
  await daymark.tick(at("12:01"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a cron that was away for an hour catches up, over a whole window too", async () => {
  const at = someDay();
  const [late, missed] = [
    await makeComponent(daymark),
    await makeComponent(daymark, { status: "Partial Outage" }),
  ];
  const running = await planned(late.componentID, at, ["10:00", "14:00"]);
  const over = await planned(missed.componentID, at, ["10:15", "10:45"]);
  await daymark.tick(at("11:00"));
  expect(await story(running)).toEqual(["Scheduled", "In Progress"]);
  expect(await story(over)).toEqual(["Scheduled", "In Progress", "Completed"]);
  expect(await statusOf(late.componentID)).toBe("Under Maintenance");
  expect(await statusOf(missed.componentID)).toBe("Partial Outage");
});

test("a maintenance that is being verified is completed at its end as well", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await change(maintenanceID, { status: "Verifying" });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await read(maintenanceID)).toMatchObject({ status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a component that somebody set meanwhile stays as they set it", async () => {
  const at = someDay();
  const [worse, again] = [await makeComponent(daymark), await makeComponent(daymark)];
  await planned(worse.componentID, at);
  await planned(again.componentID, at);
  await daymark.tick(at("10:00"));
  await setStatus(worse.componentID, "Major Outage");
  // There and back again is still somebody's word.
  await setStatus(again.componentID, "Operational");
  await setStatus(again.componentID, "Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await statusOf(worse.componentID)).toBe("Major Outage");
  expect(await statusOf(again.componentID)).toBe("Under Maintenance");
});

test.for([
  ["the first ends first", ["10:00", "12:00"], ["11:00", "13:00"]],
  ["the second ends first", ["10:00", "13:00"], ["11:00", "12:00"]],
  ["both begin and end together", ["10:00", "13:00"], ["10:00", "13:00"]],
] as const)(
  "of two windows over one component the later end gives it back: %s",
  async ([, first, second]) => {
    const at = someDay();
    const { componentID } = await makeComponent(daymark, { status: "Partial Outage" });
    await planned(componentID, at, [...first]);
    await planned(componentID, at, [...second]);
    for (const minute of ["10:00", "11:00", "12:00", "12:59"]) {
      await daymark.tick(at(minute));
      expect([minute, await statusOf(componentID)]).toEqual([minute, "Under Maintenance"]);
    }
    await daymark.tick(at("13:00"));
    expect(await statusOf(componentID)).toBe("Partial Outage");
  },
);

test("an incident that opens during the window keeps the component as it says", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await makeIncident(daymark, { components: [{ componentID, status: "Major Outage" }] });
  await daymark.tick(at("12:00"));
  expect(await statusOf(componentID)).toBe("Major Outage");
});

test("an open incident from before the window has the last word at its end, a resolved one has none", async () => {
  const at = someDay();
  const [open, resolved] = [await makeComponent(daymark), await makeComponent(daymark)];
  const touch = ({ componentID }: { componentID: string }) => ({
    components: [{ componentID, status: "Partial Outage" as const }],
  });
  await makeIncident(daymark, touch(open));
  const { incidentID } = await makeIncident(daymark, touch(resolved));
  await setStatus(open.componentID, "Operational");
  await setStatus(resolved.componentID, "Operational");
  await planned(open.componentID, at);
  await planned(resolved.componentID, at);
  await daymark.tick(at("10:00"));
  expect(await statusOf(open.componentID)).toBe("Under Maintenance");
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved" },
    }),
  );
  await daymark.tick(at("12:00"));
  expect(await statusOf(open.componentID)).toBe("Partial Outage");
  expect(await statusOf(resolved.componentID)).toBe("Operational");
});

test("each step can be made earlier by hand, with the same effect, and is not made again", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await change(maintenanceID, { status: "In Progress", message: "We begin early." });
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await daymark.tick(at("10:00"));
  await change(maintenanceID, { status: "Completed" });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.tick(at("12:00"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress", "Completed"]);
});

test("a component that the step by hand names gets the status named", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
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

test("a maintenance that is put off gives its components back, and starts anew at its new time", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark);
  const maintenanceID = await planned(componentID, at);
  await daymark.tick(at("10:00"));
  await change(maintenanceID, { status: "Scheduled", startAt: at("18:00"), endAt: at("20:00") });
  expect(await statusOf(componentID)).toBe("Operational");
  await daymark.tick(at("12:00"));
  expect(await story(maintenanceID)).toEqual(["Scheduled", "In Progress", "Scheduled"]);
  await daymark.tick(at("18:00"));
  expect(await statusOf(componentID)).toBe("Under Maintenance");
});

test("a component that is added while it runs is held and given back as well", async () => {
  const at = someDay();
  const [first, added] = [
    await makeComponent(daymark),
    await makeComponent(daymark, { status: "Partial Outage" }),
  ];
  const maintenanceID = await planned(first.componentID, at);
  await daymark.tick(at("10:00"));
  await change(maintenanceID, {
    components: [{ componentID: added.componentID, status: "Under Maintenance" }],
  });
  expect(await statusOf(added.componentID)).toBe("Under Maintenance");
  await daymark.tick(at("12:00"));
  expect(await statusOf(added.componentID)).toBe("Partial Outage");
});

test("a start and an end are seen by visitors, whose pages are rendered anew", async () => {
  const at = someDay();
  const { componentID } = await makeComponent(daymark, { name: `Seen on ${at("00:00")}` });
  const maintenanceID = await planned(componentID, at);
  const page = async () => (await daymark.fetch(`/maintenances/${maintenanceID}`)).text();
  expect(await page()).toContain("Scheduled");
  await daymark.tick(at("10:00"));
  expect(await page()).toContain("The scheduled maintenance has started.");
});
