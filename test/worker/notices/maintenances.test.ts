import { afterAll, beforeAll, expect, test } from "vitest";
import type { MaintenanceChange } from "../../../worker/notices/maintenance/schema.ts";
import { makeComponent, makeMaintenance } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

// The tests in notices.test.ts are for both incidents and maintenances.

const read = (maintenanceID: string) =>
  answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }));
const change = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
async function readError(method: "POST" | "PATCH", path: string, body: object) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  return response.json();
}
const statusOf = async (componentID: string) => {
  const components = await answer(daymark.visitor.components.$get());
  return components.find((component) => component.componentID === componentID)?.status;
};

test.each(["Under Maintenance", "Degraded Performance"] as const)(
  "a scheduled maintenance doesn't set %s before it starts",
  async (status) => {
    const { componentID } = await makeComponent(daymark);
    await makeMaintenance(daymark, { components: [{ componentID, status }] });
    expect(await statusOf(componentID)).toBe("Operational");
  },
);

test("a change of the schedule appends no update", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  await change(maintenanceID, { endAt: "2030-01-01T13:00:00+01:00" });
  expect(await change(maintenanceID, { startAt: "2030-01-01T09:00:00Z" })).toMatchObject({
    startAt: "2030-01-01T09:00:00.000Z",
    endAt: "2030-01-01T12:00:00.000Z",
    maintenanceUpdates: [{ message: "" }],
  });
});

test("an end time at or before the start time, even in another time zone, gets 400 and changes nothing", async () => {
  const error = {
    errorMessage: "End time must be after start time.",
    errors: [{ path: "endAt", message: "End time must be after start time." }],
  };
  const body = { name: "A", status: "Scheduled" };
  const before = await answer(daymark.visitor.maintenances.$get({}));
  for (const [startAt, endAt] of [
    ["2030-01-01T10:00:00Z", "2030-01-01T10:00:00Z"],
    ["2030-01-01T10:00:00Z", "2030-01-01T09:59:00Z"],
    // This end time is 02:00 in UTC.
    ["2030-01-01T10:00:00Z", "2030-01-01T11:00:00+09:00"],
  ]) {
    expect(await readError("POST", "/api/maintenances", { ...body, startAt, endAt })).toEqual(error);
  }
  expect(await answer(daymark.visitor.maintenances.$get({}))).toEqual(before);
  // This end time is 18:00 in UTC.
  const { maintenanceID } = await makeMaintenance(daymark, { endAt: "2030-01-01T09:00:00-09:00" });
  const path = `/api/maintenances/${maintenanceID}`;
  expect(await readError("PATCH", path, { startAt: "2030-01-01T18:00:00Z" })).toEqual(error);
  expect(await readError("PATCH", path, { endAt: "2030-01-01T10:00:00Z", message: "Earlier" })).toEqual(
    error,
  );
  expect(await read(maintenanceID)).toMatchObject({
    endAt: "2030-01-01T18:00:00.000Z",
    maintenanceUpdates: [{}],
  });
});

test.for([
  [{ startAt: undefined }, "startAt", "Start time must be a date and time such as 2026-01-31T09:00:00Z."],
  [{ endAt: "tomorrow" }, "endAt", "End time must be a date and time such as 2026-01-31T09:00:00Z."],
  [
    { startAt: "2030-02-29T10:00:00Z" },
    "startAt",
    "Start time must be a date and time such as 2026-01-31T09:00:00Z.",
  ],
  [
    { endAt: "2030-01-01T24:30:00Z" },
    "endAt",
    "End time must be a date and time such as 2026-01-31T09:00:00Z.",
  ],
  [
    { status: "Investigating" },
    "status",
    "Status must be one of: Scheduled, In Progress, Verifying, Completed.",
  ],
  [{ name: "" }, "name", "Name is required."],
  [{ message: "m".repeat(20_001) }, "message", "Message can be 20,000 characters at most."],
  [
    { components: [{ componentID: "nobody", status: "Operational" }] },
    "components.0.componentID",
    "There is no component nobody.",
  ],
] as const)("a POST with %o gets 400 and an error for %s", async ([invalid, path, message]) => {
  const valid = {
    name: "A",
    status: "Scheduled",
    startAt: "2030-01-01T10:00:00Z",
    endAt: "2030-01-01T12:00:00Z",
  };
  expect(await readError("POST", "/api/maintenances", { ...valid, ...invalid })).toMatchObject({
    errors: [{ path, message }],
  });
});
