import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const listComponents = () => answer(daymark.visitor.components.$get());
const update = (componentID: string, json: { name?: string; order?: number; status?: "Major Outage" }) =>
  answer(daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json }));
const statusChangesOf = async (componentID: string) => {
  const rows = await daymark.db
    .prepare("SELECT status, at, cause FROM status_changes WHERE component_id = ? ORDER BY id")
    .bind(componentID)
    .all<{ status: string; at: string; cause: string }>();
  return rows.results;
};

test("a new component is Operational, has no description and is listed last", async () => {
  await makeComponent(daymark);
  const before = Math.floor(Date.now() / 1000);
  const created = await makeComponent(daymark, { name: "  Website " });
  expect(created).toEqual({
    componentID: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
    name: "Website",
    description: "",
    status: "Operational",
    order: expect.any(Number),
    groupID: null,
    shown: "always",
    showsUptime: true,
    uptimeSince: "",
    link: "",
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: created.createdAt,
  });
  expect(created.order).toBeGreaterThanOrEqual(before);
  expect((await listComponents()).at(-1)).toEqual(created);
});

test("components created concurrently get different orders", async () => {
  const created = await Promise.all(Array.from({ length: 30 }, () => makeComponent(daymark)));
  expect(new Set(created.map(({ order }) => order)).size).toBe(30);
});

test("changing one field leaves the others unchanged", async () => {
  const created = await makeComponent(daymark, {
    name: "Search",
    description: "Full text",
    status: "Partial Outage",
  });
  const updated = await update(created.componentID, { name: "Find" });
  expect(updated).toEqual({ ...created, name: "Find", updatedAt: updated.updatedAt });
  expect(updated.updatedAt >= created.updatedAt).toBe(true);
});

test("a component moved to an order in use comes right after the component that has it", async () => {
  const [first, second, third] = [
    await makeComponent(daymark),
    await makeComponent(daymark),
    await makeComponent(daymark),
  ];
  await update(first.componentID, { order: second.order });
  const ids = (await listComponents()).map(({ componentID }) => componentID);
  expect(ids.slice(-3)).toEqual([second.componentID, first.componentID, third.componentID]);
  const orders = (await listComponents()).map(({ order }) => order);
  expect(new Set(orders).size).toBe(orders.length);
});

test("an unused order is stored unchanged", async () => {
  const { componentID } = await makeComponent(daymark);
  expect(await update(componentID, { order: 7 })).toMatchObject({ order: 7 });
  expect((await listComponents())[0]).toMatchObject({ componentID });
  expect(await update(componentID, { order: 7 })).toMatchObject({ order: 7 });
});

test("each status change is recorded, and setting the same status again is not", async () => {
  const { componentID, createdAt } = await makeComponent(daymark);
  const { updatedAt } = await update(componentID, { status: "Major Outage" });
  await update(componentID, { status: "Major Outage", name: "Still down" });
  expect(await statusChangesOf(componentID)).toEqual([
    { status: "Operational", at: createdAt, cause: "created" },
    { status: "Major Outage", at: updatedAt, cause: "administrator" },
  ]);
});

test("deleting a component deletes its status changes, and deleting it again succeeds", async () => {
  const { componentID } = await makeComponent(daymark);
  for (const _ of ["first request", "repeated request"]) {
    const response = await daymark.administrator.components[":componentID"].$delete({
      param: { componentID },
    });
    expect([response.status, await response.text()]).toEqual([204, ""]);
  }
  expect((await listComponents()).filter((component) => component.componentID === componentID)).toEqual([]);
  expect(await statusChangesOf(componentID)).toEqual([]);
});

test("changing an unknown component gets 404 and moves no other", async () => {
  const before = await listComponents();
  const response = await daymark.administrator.components[":componentID"].$patch({
    param: { componentID: "nobody" },
    json: { order: before[0]?.order ?? 0, status: "Major Outage" },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    errorMessage: "There is no such component. It may have been deleted.",
  });
  expect(await listComponents()).toEqual(before);
});
