import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const list = () => answer(daymark.visitor.components.$get());
const change = (componentID: string, json: { name?: string; order?: number; status?: "Major Outage" }) =>
  answer(daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
const changesOf = async (componentID: string) => {
  const rows = await daymark.db
    .prepare("SELECT status, at, cause FROM status_changes WHERE component_id = ? ORDER BY id")
    .bind(componentID)
    .all<{ status: string; at: string; cause: string }>();
  return rows.results;
};

test("a new component is Operational, has no description and is listed last", async () => {
  await makeComponent(daymark);
  const before = Math.floor(Date.now() / 1000);
  const added = await makeComponent(daymark, { name: "  Website " });
  expect(added).toEqual({
    componentID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    name: "Website",
    description: "",
    status: "Operational",
    order: expect.any(Number),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: added.createdAt,
  });
  expect(added.order).toBeGreaterThanOrEqual(before);
  expect((await list()).at(-1)).toEqual(added);
});

test("components added at the same moment never have the same order", async () => {
  const added = await Promise.all(Array.from({ length: 30 }, () => makeComponent(daymark)));
  expect(new Set(added.map(({ order }) => order)).size).toBe(30);
});

test("a change of one field leaves the others alone", async () => {
  const added = await makeComponent(daymark, {
    name: "Search",
    description: "Full text",
    status: "Partial Outage",
  });
  const changed = await change(added.componentID, { name: "Find" });
  expect(changed).toEqual({ ...added, name: "Find", updatedAt: changed.updatedAt });
  expect(changed.updatedAt >= added.updatedAt).toBe(true);
});

test("a component put where another one is lands just behind it, and all others keep their order", async () => {
  const [first, second, third] = [
    await makeComponent(daymark),
    await makeComponent(daymark),
    await makeComponent(daymark),
  ];
  await change(first.componentID, { order: second.order });
  const ids = (await list()).map(({ componentID }) => componentID);
  expect(ids.slice(-3)).toEqual([second.componentID, first.componentID, third.componentID]);
  const orders = (await list()).map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
});

test("an order that nobody has is taken as it is", async () => {
  const { componentID } = await makeComponent(daymark);
  expect(await change(componentID, { order: 7 })).toMatchObject({ order: 7 });
  expect((await list())[0]).toMatchObject({ componentID });
  expect(await change(componentID, { order: 7 })).toMatchObject({ order: 7 });
});

test("every change of a status is recorded, and only a change", async () => {
  const { componentID, createdAt } = await makeComponent(daymark);
  const { updatedAt } = await change(componentID, { status: "Major Outage" });
  await change(componentID, { status: "Major Outage", name: "Still down" });
  expect(await changesOf(componentID)).toEqual([
    { status: "Operational", at: createdAt, cause: "created" },
    { status: "Major Outage", at: updatedAt, cause: "administrator" },
  ]);
});

test("a deleted component is gone with its history, and deleting it again is as good", async () => {
  const { componentID } = await makeComponent(daymark);
  for (const _ of ["first", "again"]) {
    const gone = await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
    expect([gone.status, await gone.text()]).toEqual([204, ""]);
  }
  expect((await list()).filter((component) => component.componentID === componentID)).toEqual([]);
  expect(await changesOf(componentID)).toEqual([]);
});

test("a change of a component that is not there is a 404 and moves nothing", async () => {
  const before = await list();
  const response = await daymark.administrator.components[":componentID"].$patch({
    param: { componentID: "nobody" },
    json: { order: before[0]?.order ?? 0, status: "Major Outage" },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    errorMessage: "There is no such component. It may have been deleted.",
  });
  expect(await list()).toEqual(before);
});
