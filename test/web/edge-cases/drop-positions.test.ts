import { expect, test } from "vitest";
import { findPosition, nearestDrop } from "../../../web/admin/components/order/drop-positions.ts";
import type { Entry, Item } from "../../../web/admin/components/order/entries.ts";
import { toFullPosition } from "../../../web/admin/components/order/visible-entries.ts";

const component = (componentID: string) => ({ componentID }) as Entry["components"][number];
const group = (groupID: string) => ({ groupID }) as NonNullable<Entry["group"]>;

/** Rows of 60 pixels: API, Platform with Search and Queue, Empty, Website. */
const entries: Entry[] = [
  { group: null, components: [component("API")] },
  { group: group("Platform"), components: [component("Search"), component("Queue")] },
  { group: group("Empty"), components: [] },
  { group: null, components: [component("Website")] },
];
const rows = ["API", "Platform", "Search", "Queue", "Empty", "Website"].map((_, index) => ({
  top: index * 60,
  bottom: index * 60 + 60,
}));

const item = (id: string): Item => ({ id, order: 0, isGroup: id === "Platform" || id === "Empty" });

test.each([
  { moved: "API", y: 0, position: [null, 0] },
  { moved: "API", y: 110, position: ["Platform", 0] },
  { moved: "API", y: 190, position: ["Platform", 1] },
  { moved: "API", y: 228, position: ["Platform", 2] },
  { moved: "API", y: 252, position: [null, 1] },
  { moved: "API", y: 288, position: ["Empty", 0] },
  { moved: "API", y: 312, position: [null, 2] },
  { moved: "API", y: 1000, position: [null, 3] },
  { moved: "Queue", y: 170, position: ["Platform", 1] },
  { moved: "Queue", y: 65, position: [null, 1] },
  { moved: "Website", y: -50, position: [null, 0] },
  { moved: "Platform", y: 190, position: [null, 1] },
  { moved: "Platform", y: 310, position: [null, 2] },
  { moved: "Platform", y: 359, position: [null, 3] },
])("dropping $moved at $y pixels puts it at $position", ({ moved, y, position: [groupID, index] }) => {
  expect(nearestDrop(entries, item(moved), rows, y)?.position).toEqual({ groupID, index });
});

test("the line of a position at the end of a group is apart from that of the position after the group", () => {
  const lineAt = (y: number) => nearestDrop(entries, item("API"), rows, y)?.y;
  expect([lineAt(65), lineAt(228), lineAt(252)]).toEqual([60, 230, 250]);
});

test("an item's own position counts the others alone", () => {
  expect(["API", "Queue", "Empty", "Website", "Gone"].map((id) => findPosition(entries, item(id)))).toEqual([
    { groupID: null, index: 0 },
    { groupID: "Platform", index: 1 },
    { groupID: null, index: 2 },
    { groupID: null, index: 3 },
    undefined,
  ]);
});

test("a place among the shown components of a group is beside the same ones among all", () => {
  const all = { group: group("Platform"), components: ["a", "B", "c", "D", "e"].map(component) };
  const shown = { ...all, components: ["B", "D"].map(component) };
  const place = (id: string, groupID: string | null, index: number) =>
    toFullPosition([all], [shown], item(id), { groupID, index }).index;
  expect([0, 1, 2].map((index) => place("New", "Platform", index))).toEqual([1, 3, 4]);
  expect([0, 1].map((index) => place("B", "Platform", index))).toEqual([2, 3]);
  expect(place("B", null, 5)).toBe(5);
});
