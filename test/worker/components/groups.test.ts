import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeComponent, makeGroup } from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.db.exec("DELETE FROM components; DELETE FROM component_groups;"));
afterAll(() => daymark.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendJSON(daymark, { method, path, body, headers });
const listGroups = () => answer(daymark.visitor.groups.$get());
const readGroup = (groupID: string) =>
  answer(daymark.visitor.groups[":groupID"].$get({ param: { groupID } }));

test("a new group has no components, is Operational and is listed last", async () => {
  await makeGroup(daymark);
  const before = Math.floor(Date.now() / 1000);
  const created = await makeGroup(daymark, { name: "  Regions " });
  expect(created).toEqual({
    groupID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    name: "Regions",
    status: "Operational",
    componentIDs: [],
    order: expect.any(Number),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: created.createdAt,
  });
  expect(created.order).toBeGreaterThanOrEqual(before);
  expect((await listGroups()).at(-1)).toEqual(created);
  expect(await readGroup(created.groupID)).toEqual(created);
});

test("a new group is after all components, and a new component after all groups", async () => {
  const order = Math.floor(Date.now() / 1000) + 1000;
  await makeComponent(daymark, { order });
  expect(await makeGroup(daymark)).toMatchObject({ order: order + 1 });
  expect(await makeComponent(daymark)).toMatchObject({ order: order + 2 });
});

test("a group has the worst status of its components, in their order", async () => {
  const { groupID } = await makeGroup(daymark);
  await makeComponent(daymark, { status: "Major Outage" });
  const first = await makeComponent(daymark, { groupID, status: "Partial Outage" });
  const second = await makeComponent(daymark, { groupID, status: "Under Maintenance", order: 1 });
  const group = await readGroup(groupID);
  expect(group).toMatchObject({
    status: "Partial Outage",
    componentIDs: [second.componentID, first.componentID],
  });
  expect(await listGroups()).toEqual([group]);
  const path = `/api/components/${first.componentID}`;
  expect((await send("PATCH", path, { status: "Operational" })).json).toMatchObject({ groupID });
  expect(await readGroup(groupID)).toMatchObject({ status: "Under Maintenance" });
});

test("a component moves into a group, into another one and out of it", async () => {
  const [one, other] = [await makeGroup(daymark), await makeGroup(daymark)];
  const { componentID } = await makeComponent(daymark);
  const path = `/api/components/${componentID}`;
  const members = async () => (await listGroups()).map(({ componentIDs }) => componentIDs);
  expect((await send("PATCH", path, { groupID: one.groupID })).json).toMatchObject({ groupID: one.groupID });
  expect(await members()).toEqual([[componentID], []]);
  expect((await send("PATCH", path, { groupID: other.groupID })).status).toBe(200);
  expect(await members()).toEqual([[], [componentID]]);
  expect((await send("PATCH", path, { name: "Renamed" })).json).toMatchObject({ groupID: other.groupID });
  expect((await send("PATCH", path, { groupID: null })).json).toMatchObject({ groupID: null });
  expect(await members()).toEqual([[], []]);
  const stale = await send("PATCH", path, { groupID: one.groupID }, { "If-Match": '"stale"' });
  expect(stale).toMatchObject({ status: 409, json: { current: { componentID, groupID: null } } });
});

test("an unknown group is refused with a sentence, and nothing is stored", async () => {
  const { componentID } = await makeComponent(daymark);
  const before = await answer(daymark.visitor.components.$get());
  const message = "There is no group nobody.";
  const refused = { status: 400, json: { errorMessage: message, errors: [{ path: "groupID", message }] } };
  expect(await send("POST", "/api/components", { name: "New", groupID: "nobody" })).toMatchObject(refused);
  const change = { groupID: "nobody", name: "Changed", status: "Major Outage" };
  expect(await send("PATCH", `/api/components/${componentID}`, change)).toMatchObject(refused);
  expect(await answer(daymark.visitor.components.$get())).toEqual(before);
  expect((await send("PATCH", "/api/components/nobody", { groupID: "nobody" })).status).toBe(404);
});

test("deleting a group keeps its components, which its subscribers then follow, and deleting it again succeeds", async () => {
  const { groupID } = await makeGroup(daymark);
  const component = await makeComponent(daymark, { groupID, status: "Partial Outage" });
  await addSubscribers(daymark, [{ emailAddress: "reader@example.org", components: [] }]);
  await daymark.db.exec(`INSERT INTO subscriber_groups SELECT subscriber_id, '${groupID}' FROM subscribers`);
  const other = await makeComponent(daymark);
  for (const _ of ["first request", "repeated request"])
    expect((await send("DELETE", `/api/groups/${groupID}`)).status).toBe(204);
  expect(await listGroups()).toEqual([]);
  expect((await send("GET", `/api/groups/${groupID}`)).status).toBe(404);
  const [kept, untouched] = await answer(daymark.visitor.components.$get());
  expect(kept).toEqual({ ...component, groupID: null, updatedAt: kept?.updatedAt });
  expect(untouched).toEqual(other);
  const followed = await daymark.db.prepare("SELECT component_id FROM subscriber_components").all();
  expect(followed.results).toEqual([{ component_id: component.componentID }]);
});

test("deleting a component takes it out of its group", async () => {
  const { groupID } = await makeGroup(daymark);
  const { componentID } = await makeComponent(daymark, { groupID, status: "Major Outage" });
  expect((await send("DELETE", `/api/components/${componentID}`)).status).toBe(204);
  expect(await readGroup(groupID)).toMatchObject({ status: "Operational", componentIDs: [] });
});

test("changing an unknown group gets 404 and moves no other", async () => {
  const before = [await makeGroup(daymark)];
  expect(await send("PATCH", "/api/groups/nobody", { order: before[0]?.order, name: "x" })).toMatchObject({
    status: 404,
    json: { errorMessage: "There is no such group. It may have been deleted." },
  });
  expect(await listGroups()).toEqual(before);
});

test("there can be at most 100 groups", async () => {
  const rows = "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100)";
  await daymark.db.exec(`${rows} INSERT INTO component_groups SELECT 'group' || n, n, n, '', '' FROM count`);
  expect(await send("POST", "/api/groups", { name: "New" })).toMatchObject({
    status: 409,
    json: { errorMessage: "The limit of 100 groups is reached. Nothing was saved. Delete one first." },
  });
});
