import { afterAll, beforeAll, expect, test } from "vitest";
import type { MaintenanceChange, MaintenanceUpdateChange } from "../../worker/maintenances/schema.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const read = (maintenanceID: string) =>
  answer(daymark.visitor.maintenances[":maintenanceID"].$get({ param: { maintenanceID } }));
const change = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));
const changeUpdate = (maintenanceID: string, maintenanceUpdateID: string, json: MaintenanceUpdateChange) =>
  daymark.administrator.maintenances[":maintenanceID"].maintenanceupdates[":maintenanceUpdateID"].$patch({
    param: { maintenanceID, maintenanceUpdateID },
    json,
  });
const refuse = async (method: "POST" | "PATCH", path: string, body: object) => {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  return response.json();
};
const statusOf = async (componentID: string) => {
  const components = await answer(daymark.visitor.components.$get());
  return components.find((component) => component.componentID === componentID)?.status;
};

test("a planned maintenance has its window, its first update and what it will touch", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Storage" });
  const maintenance = await makeMaintenance(daymark, {
    message: "New disks.",
    components: [{ componentID, status: "Under Maintenance" }],
  });
  expect(maintenance).toEqual({
    maintenanceID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    name: "Moving house",
    status: "Scheduled",
    message: "New disks.",
    startAt: "2030-01-01T10:00:00.000Z",
    endAt: "2030-01-01T12:00:00.000Z",
    components: [{ componentID, name: "Storage", status: "Under Maintenance" }],
    createdAt: expect.any(String),
    updatedAt: maintenance.createdAt,
    maintenanceUpdates: [
      {
        maintenanceUpdateID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
        maintenanceID: maintenance.maintenanceID,
        maintenanceStatus: "Scheduled",
        message: "New disks.",
        createdAt: maintenance.createdAt,
        updatedAt: maintenance.createdAt,
      },
    ],
  });
  expect(await read(maintenance.maintenanceID)).toEqual(maintenance);
  // Not before it starts.
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a status other than Under Maintenance is a plan as well", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeMaintenance(daymark, { components: [{ componentID, status: "Degraded Performance" }] });
  expect(await statusOf(componentID)).toBe("Operational");
});

test("the list is newest first and holds no incidents, nor do incidents hold maintenances", async () => {
  const [first, second] = [await makeMaintenance(daymark), await makeMaintenance(daymark)];
  const { incidentID } = await makeIncident(daymark);
  const listed = await answer(daymark.visitor.maintenances.$get({ query: { limit: "2" } }));
  expect(listed.map(({ maintenanceID }) => maintenanceID)).toEqual([
    second.maintenanceID,
    first.maintenanceID,
  ]);
  expect((await daymark.fetch(`/api/maintenances/${incidentID}`)).status).toBe(404);
  expect((await daymark.fetch(`/api/incidents/${first.maintenanceID}`)).status).toBe(404);
  const gone = await daymark.administrator.incidents[":incidentID"].$delete({
    param: { incidentID: first.maintenanceID },
  });
  expect(gone.status).toBe(204);
  expect(await read(first.maintenanceID)).toEqual(first);
});

test("a status, a message or components append an update; a name, a time or a window alone does not", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  await change(maintenanceID, { name: "Renamed" });
  await change(maintenanceID, { endAt: "2030-01-01T13:00:00+01:00" });
  expect(await change(maintenanceID, { startAt: "2030-01-01T09:00:00Z" })).toMatchObject({
    name: "Renamed",
    startAt: "2030-01-01T09:00:00.000Z",
    endAt: "2030-01-01T12:00:00.000Z",
    maintenanceUpdates: [{ message: "" }],
  });
  const last = await change(maintenanceID, { message: "Bring a coat." });
  expect(
    last.maintenanceUpdates.map(({ maintenanceStatus, message }) => [maintenanceStatus, message]),
  ).toEqual([
    ["Scheduled", "Bring a coat."],
    ["Scheduled", ""],
  ]);
  expect(last.message).toBe("Bring a coat.");
});

test("an end before or at the start is refused, compared as instants, and changes nothing", async () => {
  const refusal = {
    errorMessage: "End time must be after start time.",
    errors: [{ path: "endAt", message: "End time must be after start time." }],
  };
  const body = { name: "A", status: "Scheduled" };
  const before = await answer(daymark.visitor.maintenances.$get({}));
  for (const [startAt, endAt] of [
    ["2030-01-01T10:00:00Z", "2030-01-01T10:00:00Z"],
    ["2030-01-01T10:00:00Z", "2030-01-01T09:59:00Z"],
    // 11:00 there is 02:00 in UTC.
    ["2030-01-01T10:00:00Z", "2030-01-01T11:00:00+09:00"],
  ]) {
    expect(await refuse("POST", "/api/maintenances", { ...body, startAt, endAt })).toEqual(refusal);
  }
  expect(await answer(daymark.visitor.maintenances.$get({}))).toEqual(before);
  // 09:00 there is 18:00 in UTC.
  const { maintenanceID } = await makeMaintenance(daymark, { endAt: "2030-01-01T09:00:00-09:00" });
  const path = `/api/maintenances/${maintenanceID}`;
  expect(await refuse("PATCH", path, { startAt: "2030-01-01T18:00:00Z" })).toEqual(refusal);
  expect(await refuse("PATCH", path, { endAt: "2030-01-01T10:00:00Z", message: "Earlier" })).toEqual(refusal);
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
] as const)("a maintenance with %o is refused at its %s", async ([spoilt, path, message]) => {
  const good = {
    name: "A",
    status: "Scheduled",
    startAt: "2030-01-01T10:00:00Z",
    endAt: "2030-01-01T12:00:00Z",
  };
  expect(await refuse("POST", "/api/maintenances", { ...good, ...spoilt })).toMatchObject({
    errors: [{ path, message }],
  });
});

test("an empty change is refused, and an unknown maintenance is a 404", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  expect(await refuse("PATCH", `/api/maintenances/${maintenanceID}`, {})).toMatchObject({
    errorMessage:
      "Nothing to change: send at least one of name, status, message, components, createdAt, startAt, endAt.",
  });
  const nobody = { param: { maintenanceID: "nobody" }, json: { name: "A" } };
  expect((await daymark.administrator.maintenances[":maintenanceID"].$patch(nobody)).status).toBe(404);
});

test("an update's text can be edited, and belongs to its maintenance", async () => {
  const [mine, other] = [await makeMaintenance(daymark, { message: "one" }), await makeMaintenance(daymark)];
  const updateID = mine.maintenanceUpdates[0]?.maintenanceUpdateID ?? "";
  expect((await changeUpdate(other.maintenanceID, updateID, { message: "x" })).status).toBe(404);
  const edited = await answer(changeUpdate(mine.maintenanceID, updateID, { message: "two" }));
  expect(edited).toMatchObject({
    maintenanceUpdateID: updateID,
    maintenanceStatus: "Scheduled",
    message: "two",
  });
  expect(await read(mine.maintenanceID)).toMatchObject({ message: "two" });
});

test("a deleted maintenance is gone, and deleting it again is as good", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  for (const _ of ["first", "again"]) {
    const gone = await daymark.administrator.maintenances[":maintenanceID"].$delete({
      param: { maintenanceID },
    });
    expect(gone.status).toBe(204);
  }
  expect((await daymark.fetch(`/api/maintenances/${maintenanceID}`)).status).toBe(404);
});
