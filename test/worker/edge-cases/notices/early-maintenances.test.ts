import { afterAll, beforeAll, expect, test } from "vitest";
import type { MaintenanceChange } from "../../../../worker/notices/maintenance/schema.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { makeComponent, makeMaintenance } from "../../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const change = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));

const read = (maintenanceID: string) =>
  answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }));

const startOfMinute = (time: number) => isoTime(Math.floor(time / MINUTE_MS) * MINUTE_MS);
/** The minutes that a change between two moments can have. */
const minutesSince = (before: number) => [startOfMinute(before), startOfMinute(Date.now())];

const startAt = startOfMinute(Date.now() + 5 * DAY_MS);
const endAt = isoTime(Date.parse(startAt) + 3 * HOUR_MS);
const planned = { startAt, endAt, name: "Move to new disks" };

async function makeRunning() {
  const yesterday = startOfMinute(Date.now() - DAY_MS);
  return makeMaintenance(daymark, { startAt: yesterday, endAt, status: "In Progress" });
}

test.each(["In Progress", "Verifying"] as const)(
  "a maintenance that becomes %s early starts now and keeps its length",
  async (status) => {
    const { maintenanceID } = await makeMaintenance(daymark, planned);
    const before = Date.now();
    const started = await change(maintenanceID, { status });
    expect(minutesSince(before)).toContain(started.startAt);
    expect(Date.parse(started.endAt) - Date.parse(started.startAt)).toBe(3 * HOUR_MS);
  },
);

test("the page, the calendar, the feeds and the v2 API show the new window of an early start", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  const started = await change(maintenanceID, { status: "In Progress" });
  const read = async (path: string) => (await daymark.fetch(path)).text();
  const page = await read(`/maintenances/${maintenanceID}`);
  expect(page).toContain(started.endAt.slice(0, 16));
  const compact = (time: string) => time.replaceAll(/[-:]|\.000/g, "");
  const event = (await read("/maintenances.ics"))
    .split("BEGIN:VEVENT")
    .find((each) => each.includes(maintenanceID));
  expect(event).toContain(`DTSTART:${compact(started.startAt)}`);
  expect(event).toContain(`DTEND:${compact(started.endAt)}`);
  expect(event).toContain("SEQUENCE:1");
  const v2 = JSON.parse(await read("/api/v2/scheduled-maintenances.json"));
  expect(v2.scheduled_maintenances.find(({ id }: { id: string }) => id === maintenanceID)).toMatchObject({
    scheduled_for: started.startAt,
    scheduled_until: started.endAt,
  });
  const feeds = [await read("/history.atom"), await read("/history.rss")];
  for (const feed of feeds) expect(feed).toContain(started.endAt.slice(0, 16));
  for (const text of [page, event, ...feeds, JSON.stringify(v2)])
    expect(text).not.toContain(startAt.slice(0, 16));
});

test.each<[string, MaintenanceChange, { startAt?: string; endAt?: string }]>([
  ["its planned start", { startAt }, { startAt, endAt }],
  ["another start", { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T11:00:00.000Z" }, {}],
  ["an end", { endAt: "2030-01-01T11:00:00.000Z" }, {}],
])("an early start with %s has the time that the request gives", async (_, times, expected) => {
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  const started = await change(maintenanceID, { status: "In Progress", ...times });
  expect(started).toMatchObject({ ...times, ...expected });
});

test("a maintenance that is completed early ends now, unless the request has an end", async () => {
  const { maintenanceID, startAt: began } = await makeRunning();
  const before = Date.now();
  const completed = await change(maintenanceID, { status: "Completed" });
  expect(completed.startAt).toBe(began);
  expect(minutesSince(before)).toContain(completed.endAt);
  const other = await makeRunning();
  expect(await change(other.maintenanceID, { status: "Completed", endAt })).toMatchObject({ endAt });
});

test("a maintenance that starts and ends in the same minute, or never starts, is a minute long", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  await change(maintenanceID, { status: "In Progress" });
  const unstarted = await makeMaintenance(daymark, planned);
  for (const id of [maintenanceID, unstarted.maintenanceID]) {
    const before = Date.now();
    const completed = await change(id, { status: "Completed" });
    const lengthMs = Date.parse(completed.endAt) - Date.parse(completed.startAt);
    expect(lengthMs).toBe(MINUTE_MS);
    expect(Date.parse(completed.startAt)).toBeGreaterThan(before - 2 * MINUTE_MS);
  }
});

test("a maintenance that starts or ends on time keeps its window, and so does one that is only updated", async () => {
  const { maintenanceID, startAt: began } = await makeRunning();
  expect(await change(maintenanceID, { status: "Verifying" })).toMatchObject({ startAt: began, endAt });
  const scheduled = await makeMaintenance(daymark, planned);
  expect(await change(scheduled.maintenanceID, { message: "Soon." })).toMatchObject({ startAt, endAt });
  const late = await makeMaintenance(daymark, {
    startAt: "2026-01-01T10:00:00.000Z",
    endAt: "2026-01-01T11:00:00.000Z",
  });
  expect(await change(late.maintenanceID, { status: "In Progress" })).toMatchObject({
    startAt: late.startAt,
  });
  expect(await change(late.maintenanceID, { status: "Completed" })).toMatchObject({ endAt: late.endAt });
});

test("an update that is edited to In Progress moves the window, too", async () => {
  const { maintenanceID, maintenanceUpdates } = await makeMaintenance(daymark, planned);
  const param = { maintenanceID, maintenanceUpdateID: maintenanceUpdates[0]?.maintenanceUpdateID ?? "" };
  const { maintenanceupdates } = daymark.administrator.maintenances[":maintenanceID"];
  const json = { maintenanceStatus: "In Progress" as const };
  const before = Date.now();
  await answer(maintenanceupdates[":maintenanceUpdateID"].$patch({ param, json }));
  const edited = await answer(
    daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }),
  );
  expect(minutesSince(before)).toContain(edited.startAt);
});

test("the preview has the email with the window after an early start", async () => {
  await makeComponent(daymark);
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  const preview = await answer(
    daymark.administrator.preview.$post({
      json: { kind: "maintenance", noticeID: maintenanceID, status: "In Progress" },
    }),
  );
  const day = (time: string) =>
    new Intl.DateTimeFormat("en-US", { month: "short", day: "2-digit", timeZone: "UTC" }).format(
      new Date(time),
    );
  expect(preview.email?.text).not.toContain(day(startAt));
});

test("a maintenance whose early start or end is deleted has its planned window again", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  const started = await change(maintenanceID, { status: "In Progress" });
  const completed = await change(maintenanceID, { status: "Completed" });
  const remove = async ({ maintenanceUpdates: [newest] }: typeof started) => {
    const param = { maintenanceID, maintenanceUpdateID: newest?.maintenanceUpdateID ?? "" };
    const updates = daymark.administrator.maintenances[":maintenanceID"].maintenanceupdates;
    expect((await updates[":maintenanceUpdateID"].$delete({ param })).status).toBe(204);
    return read(maintenanceID);
  };
  const { startAt, endAt } = started;
  expect(await remove(completed)).toMatchObject({ status: "In Progress", startAt, endAt });
  expect(await remove(started)).toMatchObject({ status: "Scheduled", ...planned });
  await daymark.runCron(new Date().toISOString());
  expect(await read(maintenanceID)).toMatchObject({ status: "Scheduled", ...planned });
});

test.each(["Verifying", "Scheduled"] as const)(
  "a maintenance that was completed early and becomes %s again has its planned end again",
  async (status) => {
    const { maintenanceID } = await makeMaintenance(daymark, planned);
    const started = await change(maintenanceID, { status: "In Progress" });
    await change(maintenanceID, { status: "Completed" });
    const { startAt, endAt } = status === "Scheduled" ? planned : started;
    expect(await change(maintenanceID, { status })).toMatchObject({ startAt, endAt });
  },
);

test("a window that was set after an early start isn't replaced by the planned one", async () => {
  const { maintenanceID } = await makeMaintenance(daymark, planned);
  await change(maintenanceID, { status: "In Progress" });
  const moved = { startAt: startOfMinute(Date.now() + DAY_MS), endAt };
  await change(maintenanceID, moved);
  expect(await change(maintenanceID, { status: "Scheduled" })).toMatchObject(moved);
});
