import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { waitUntilAfter } from "../../support/readers/wait-until-after.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The API of incidents and of maintenances differs only in the names of its fields, except for the schedule.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

interface Notice {
  id: string;
  name: string;
  status: string;
  message: string;
  createdAt: string;
  components: { componentID: string; status: string }[];
  updates: { id: string; status: string; message: string; createdAt: string; updatedAt: string }[];
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

async function send(method: string, path: string, body?: object): Promise<Response> {
  return daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token() },
    ...(body && { body: JSON.stringify(body) }),
  });
}

describe.each([
  {
    kind: "incident",
    otherKind: "maintenance",
    statuses: ["Investigating", "Identified", "Monitoring", "Resolved"],
    schedule: {},
    makeOther: async () => (await makeMaintenance(daymark)).maintenanceID,
  },
  {
    kind: "maintenance",
    otherKind: "incident",
    statuses: ["Scheduled", "In Progress", "Verifying", "Completed"],
    schedule: { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" },
    makeOther: async () => (await makeIncident(daymark)).incidentID,
  },
])("$kind", ({ kind, otherKind, statuses, schedule, makeOther }) => {
  const [firstStatus = "", secondStatus = "", thirdStatus = "", lastStatus = ""] = statuses;
  const path = `/api/${kind}s`;

  async function toNotice(response: Response): Promise<Notice> {
    expect(response.ok).toBe(true);
    const { [`${kind}ID`]: id, [`${kind}Updates`]: updates, ...fields } = await response.json();
    return { id, ...fields, updates: updates.map(toUpdate) };
  }
  const toUpdate = ({
    [`${kind}UpdateID`]: id = "",
    [`${kind}Status`]: status = "",
    message = "",
    createdAt = "",
    updatedAt = "",
    ...fields
  }: Record<string, string>) => ({ id, status, message, createdAt, updatedAt, ...fields });

  const make = async (overrides: object = {}) =>
    toNotice(await send("POST", path, { name: "API", status: firstStatus, ...schedule, ...overrides }));
  const read = async (id: string) => toNotice(await daymark.fetch(`${path}/${id}`));
  const change = async (id: string, body: object) => toNotice(await send("PATCH", `${path}/${id}`, body));
  const list = async (query: string): Promise<Record<string, string>[]> =>
    (await daymark.fetch(path + query)).json();
  const sendUpdate = (id: string, updateID: string | undefined, body: object) =>
    send("PATCH", `${path}/${id}/${kind}updates/${updateID}`, body);
  async function changeUpdate(id: string, updateID: string | undefined, body: object) {
    const response = await sendUpdate(id, updateID, body);
    expect(response.status).toBe(200);
    return toUpdate(await response.json());
  }

  test("a POST creates the item with its first update", async () => {
    const { componentID } = await makeComponent(daymark, { name: "Database" });
    const status = "Under Maintenance";
    const notice = await make({ message: "**Soon**.", components: [{ componentID, status }] });
    const { id, createdAt } = notice;
    expect(notice).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      name: "API",
      status: firstStatus,
      message: "**Soon**.",
      ...schedule,
      components: [{ componentID, name: "Database", status }],
      createdAt: expect.any(String),
      updatedAt: createdAt,
      updates: [
        {
          id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
          [`${kind}ID`]: id,
          status: firstStatus,
          message: "**Soon**.",
          createdAt,
          updatedAt: createdAt,
        },
      ],
    });
    expect(await read(id)).toEqual(notice);
  });

  test("50 simultaneous POSTs create 50 items", async () => {
    const notices = await Promise.all(
      Array.from({ length: 50 }, (_, n) => make({ name: `Simultaneous ${n}` })),
    );
    const names = (await list("?limit=100")).map(({ name = "" }) => name);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(50);
    expect(names.filter((name) => name.startsWith("Simultaneous ")).sort()).toEqual(
      notices.map(({ name }) => name).sort(),
    );
  });

  test("changing the status, message or components appends an update; other changes don't", async () => {
    const { id } = await make();
    expect(await change(id, { name: "Renamed" })).toMatchObject({ name: "Renamed", updates: [{}] });
    const createdAt = hoursAgo(2);
    expect(await change(id, { createdAt })).toMatchObject({ name: "Renamed", createdAt, updates: [{}] });
    await change(id, { message: "Found it." });
    await change(id, { status: thirdStatus });
    const notice = await change(id, { components: [] });
    expect(notice.updates.map(({ status, message }) => [status, message])).toEqual([
      [thirdStatus, ""],
      [thirdStatus, ""],
      [firstStatus, "Found it."],
      [firstStatus, ""],
    ]);
    expect(notice).toMatchObject({ status: thirdStatus, message: "", name: "Renamed" });
  });

  test("a PATCH without a known field gets 400, and of an unknown item 404", async () => {
    const { id } = await make();
    const response = await send("PATCH", `${path}/${id}`, {});
    const fields = ["name", "status", "message", "components", "createdAt", ...Object.keys(schedule)];
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errorMessage: `Nothing to change: send at least one of ${fields.join(", ")}.` },
    ]);
    expect((await send("PATCH", `${path}/nobody`, { name: "A" })).status).toBe(404);
  });

  test("an item with the last status can be reopened", async () => {
    const { id } = await make();
    await change(id, { status: lastStatus });
    expect(await change(id, { status: firstStatus })).toMatchObject({ status: firstStatus });
  });

  test("editing the newest update changes the item's status and message", async () => {
    const { id } = await make({ message: "first" });
    const [newest, oldest] = (await change(id, { status: secondStatus, message: "second" })).updates;
    const edited = await changeUpdate(id, newest?.id, {
      message: "second, edited",
      [`${kind}Status`]: thirdStatus,
    });
    expect(edited).toEqual({
      ...newest,
      message: "second, edited",
      status: thirdStatus,
      updatedAt: edited.updatedAt,
    });
    expect(await read(id)).toMatchObject({ status: thirdStatus, message: "second, edited" });
    await changeUpdate(id, oldest?.id, { message: "first, edited" });
    expect(await read(id)).toMatchObject({ message: "second, edited" });
  });

  test("an update that is backdated before another one is no longer the newest", async () => {
    const { id } = await make({ message: "first", createdAt: hoursAgo(1) });
    const { updates } = await change(id, { status: lastStatus, message: "second" });
    await changeUpdate(id, updates[0]?.id, { createdAt: hoursAgo(2) });
    expect(await read(id)).toMatchObject({ status: firstStatus, message: "first" });
  });

  test("a `createdAt` slightly in the future is stored as now, so that later updates are newer", async () => {
    const future = new Date(Date.now() + 40_000).toISOString();
    const { id, createdAt } = await make({ createdAt: future });
    expect(createdAt < future).toBe(true);
    expect(await change(id, { status: lastStatus })).toMatchObject({
      status: lastStatus,
      updates: [{ status: lastStatus }, { status: firstStatus }],
    });
  });

  test("editing an update sets its `updatedAt`", async () => {
    const { id, updates } = await make();
    const [{ id: updateID, createdAt } = { id: "", createdAt: "" }] = updates;
    await waitUntilAfter(createdAt);
    const edited = await changeUpdate(id, updateID, { message: "Edited." });
    expect(edited.updatedAt > createdAt).toBe(true);
    expect((await read(id)).updates).toEqual([{ ...edited, createdAt }]);
  });

  test("of updates in the same millisecond the one that was stored last is the newest", async () => {
    const { id } = await make({ message: "first" });
    await change(id, { status: secondStatus, message: "second" });
    const { updates } = await change(id, { status: thirdStatus, message: "third" });
    await daymark.db
      .prepare("UPDATE notice_updates SET created_at = '2001-01-01T00:00:00.000Z' WHERE notice_id = ?")
      .bind(id)
      .run();
    await changeUpdate(id, updates[2]?.id, { message: "1st" });
    const notice = await read(id);
    expect(notice.updates.map(({ message }) => message)).toEqual(["third", "second", "1st"]);
    expect(notice).toMatchObject({ status: thirdStatus, message: "third" });
  });

  test("an update of another item gets 404 and stays unchanged", async () => {
    const [first, second] = [await make(), await make({ message: "theirs" })];
    const response = await sendUpdate(first.id, second.updates[0]?.id, { message: "x" });
    expect(response.status).toBe(404);
    expect(await read(second.id)).toEqual(second);
  });

  test("the routes of the other kind neither return, change nor delete it", async () => {
    const notice = await make();
    const otherID = await makeOther();
    const otherPath = `/api/${otherKind}s`;
    expect((await daymark.fetch(`${otherPath}/${notice.id}`)).status).toBe(404);
    expect((await daymark.fetch(`${path}/${otherID}`)).status).toBe(404);
    for (const id of [otherID, notice.id]) {
      const address = `${otherPath}/${id}/${otherKind}updates/${notice.updates[0]?.id}`;
      expect((await send("PATCH", address, { message: "x" })).status).toBe(404);
    }
    expect((await send("DELETE", `${otherPath}/${notice.id}`)).status).toBe(204);
    expect(await read(notice.id)).toEqual(notice);
    expect(JSON.stringify(await list("?limit=100"))).not.toContain(otherID);
  });

  test("a DELETE also deletes the updates, and can be repeated", async () => {
    const { id } = await make();
    for (const _ of ["first", "repeated"]) expect((await send("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await daymark.fetch(`${path}/${id}`)).status).toBe(404);
    const countUpdates = daymark.db
      .prepare("SELECT count(*) AS n FROM notice_updates WHERE notice_id = ?")
      .bind(id);
    expect(await countUpdates.first("n")).toBe(0);
  });

  test("a deleted component is still listed with its name", async () => {
    const { componentID } = await makeComponent(daymark);
    const status = "Major Outage";
    const { id } = await make({ components: [{ componentID, status }] });
    await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
    expect(await read(id)).toMatchObject({
      components: [{ componentID, name: "API", status, deleted: true }],
    });
  });

  test("the Link headers of a list lead through all items once", async () => {
    const ids = [];
    for (const name of ["a", "b", "c", "d", "e"])
      ids.push((await make({ name, createdAt: "2018-01-01T00:00:00.000Z" })).id);
    const listedIDs: (string | undefined)[] = [];
    let next: string | null = `${path}?limit=2&before=2018-01-01T00:00:00.001Z`;
    while (next !== null && listedIDs.length < 20) {
      const response: Response = await daymark.fetch(next);
      const page: Record<string, string>[] = await response.json();
      expect(page.length).toBeLessThanOrEqual(2);
      listedIDs.push(...page.map((item) => item[`${kind}ID`]));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
    }
    expect(listedIDs.sort()).toEqual(ids.sort());
    const fullPage = await daymark.fetch(`${path}?limit=5&before=2018-01-01T00:00:00.001Z`);
    expect([((await fullPage.json()) as unknown[]).length, fullPage.headers.get("Link")]).toEqual([5, null]);
  });

  test("a made-up cursor gets 400, because each one that is accepted takes a place in the caches", async () => {
    for (const ending of ["", "x", "anything at all", "0123456789AB0", "0123456789A-"]) {
      const before = encodeURIComponent(`2027-01-01T00:00:00Z_${ending}`);
      expect([ending, (await daymark.fetch(`${path}?before=${before}`)).status]).toEqual([ending, 400]);
    }
  });
});
