import fc from "fast-check";
import { expect, test } from "vitest";
import { type Item, toEntries } from "../../../web/admin/components/order/entries.ts";
import { ordersFor, ordersForStepUp } from "../../../web/admin/components/order/placing.ts";
import { findStep } from "../../../web/admin/components/order/steps.ts";
import { exampleComponent } from "../../../worker/components/entity.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";

const NOW_MS = 1_795_000_000_000;
const shared = { createdAt: "", updatedAt: "", status: "Operational" } as const;
const componentWith = (order: number, groupID: string | null): Component => ({
  ...exampleComponent,
  ...shared,
  componentID: `component ${order}`,
  name: "",
  order,
  groupID,
});
const groupWith = (order: number): Group => ({
  ...shared,
  groupID: `group ${order}`,
  name: "",
  order,
  componentIDs: [],
});

/** The components by group, and the groups and components at the top level, from top to bottom. */
function layoutOf(components: Component[], groups: Group[]) {
  const entries = toEntries(
    components.toSorted((one, other) => one.order - other.order),
    groups.toSorted((one, other) => one.order - other.order),
  );
  const top = entries.map(({ group, components: [first] }) => group?.groupID ?? first?.componentID);
  const members = entries.flatMap(({ group, components: of }) =>
    group ? [[group.groupID, of.map(({ componentID }) => componentID)] as const] : [],
  );
  return { entries, places: new Map<string | null, (string | undefined)[]>([[null, top], ...members]) };
}

test("with any orders, a step brings an item to its place with free orders, and leaves the others in theirs", () => {
  // The range is small, so that most orders are next to each other or equal.
  const order = fc.integer({ min: 0, max: 12 });
  const page = fc.record({
    groupOrders: fc.uniqueArray(order, { maxLength: 5 }),
    componentOrders: fc.uniqueArray(order, { minLength: 1, maxLength: 9 }),
    memberships: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    chosen: fc.nat(),
    direction: fc.constantFrom("up", "down"),
  });
  fc.assert(
    fc.property(page, ({ groupOrders, componentOrders, memberships, chosen, direction }) => {
      const groups = groupOrders.map(groupWith);
      const components = componentOrders.map((each, index) =>
        componentWith(each, groups[(memberships[index] ?? 0) % (groups.length + 1)]?.groupID ?? null),
      );
      const items: Item[] = [
        ...groups.map((each) => ({ id: each.groupID, order: each.order, isGroup: true })),
        ...components.map((each) => ({ id: each.componentID, order: each.order, isGroup: false })),
      ];
      const moved = items[chosen % items.length];
      if (!moved) throw new Error("No items");
      const { entries, places } = layoutOf(components, groups);
      const place = findStep(entries, moved, direction);
      if (!place) return;

      const expected = new Map([...places].map(([id, ids]) => [id, ids.filter((each) => each !== moved.id)]));
      expected.get(place.groupID)?.splice(place.index, 0, moved.id);

      const orders = direction === "up" && place.crossing === "" ? ordersForStepUp : ordersFor;
      for (const { item, order: next } of orders(moved, place, entries, NOW_MS)) {
        const same = item.isGroup ? groups : components;
        expect(same.some((each) => each.order === next && idOf(each) !== item.id)).toBe(false);
        const target = same.find((each) => idOf(each) === item.id);
        if (target) target.order = next;
        const component = components.find(({ componentID }) => componentID === moved.id);
        if (component && item === moved) component.groupID = place.groupID;
      }
      expect(layoutOf(components, groups).places).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

const idOf = (each: Group | Component) => ("componentID" in each ? each.componentID : each.groupID);

test("a move between two items with room is one change, halfway between them", () => {
  const components = [10, 20, 31].map((order) => componentWith(order, null));
  const { entries } = layoutOf(components, []);
  const moved = { id: "component 10", order: 10, isGroup: false };
  expect(ordersFor(moved, { groupID: null, index: 1 }, entries, NOW_MS)).toEqual([
    { item: moved, order: 25 },
  ]);
});

test("a step up moves the item before down, halfway to the one after, also within a group and past a group", () => {
  const components = [10, 20, 31].map((order) => componentWith(order, null));
  const itemOf = (order: number) => ({ id: `component ${order}`, order, isGroup: false });
  const up = { groupID: null, index: 0 };
  const { entries } = layoutOf(components, []);
  expect(ordersForStepUp(itemOf(20), up, entries, NOW_MS)).toEqual([{ item: itemOf(10), order: 25 }]);
  const members = [50, 60, 71].map((order) => componentWith(order, "group 40"));
  const { entries: grouped } = layoutOf([...components, ...members], [groupWith(40)]);
  expect(ordersForStepUp(itemOf(60), { groupID: "group 40", index: 0 }, grouped, NOW_MS)).toEqual([
    { item: itemOf(50), order: 65 },
  ]);
  const group = { id: "group 40", order: 40, isGroup: true };
  expect(ordersForStepUp(group, { groupID: null, index: 2 }, grouped, NOW_MS)).toMatchObject([
    { item: itemOf(31) },
  ]);
});

test("a step up moves the item itself where only that has room", () => {
  const { entries } = layoutOf(
    [10, 20, 30, 31].map((order) => componentWith(order, null)),
    [],
  );
  const moved = { id: "component 30", order: 30, isGroup: false };
  expect(ordersForStepUp(moved, { groupID: null, index: 1 }, entries, NOW_MS)).toEqual([
    { item: moved, order: 15 },
  ]);
});

test("a component that enters a group where its order fits keeps it", () => {
  const entries = toEntries([componentWith(10, null)], [groupWith(20)]);
  const moved = { id: "component 10", order: 10, isGroup: false };
  expect(ordersFor(moved, { groupID: "group 20", index: 0 }, entries, NOW_MS)).toEqual([
    { item: moved, order: 10 },
  ]);
});
