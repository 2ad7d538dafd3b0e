import fc from "fast-check";
import { expect, test } from "vitest";
import { moveDown, moveTo, moveUp } from "../../web/admin/lists/ordering.ts";

const NOW = 1_795_000_000;
const itemsWithOrders = (...orders: number[]) => orders.map((order) => ({ order }));

test("moving down goes halfway between the next item and the one after it", () => {
  const items = itemsWithOrders(10, 20, 31);
  expect(moveDown(items, 0, NOW)).toEqual({ item: items[0], order: 25 });
});

test("moving down to the end goes halfway between the last item and now", () => {
  const items = itemsWithOrders(10, NOW - 100);
  expect(moveDown(items, 0, NOW)).toEqual({ item: items[0], order: NOW - 50 });
});

test("moving down to the end goes below a last item whose order is in the future", () => {
  expect(moveDown(itemsWithOrders(10, NOW + 100), 0, NOW)?.order).toBe(NOW + 101);
  expect(moveDown(itemsWithOrders(10, NOW), 0, NOW)?.order).toBe(NOW + 1);
  expect(moveDown(itemsWithOrders(10, NOW - 1), 0, NOW)?.order).toBe(NOW);
});

test("moving up moves the previous item down", () => {
  const items = itemsWithOrders(10, 20, 31);
  expect(moveUp(items, 1, NOW)).toEqual({ item: items[0], order: 25 });
});

test("an item that is dropped goes halfway between its neighbors, and has room before the first", () => {
  const items = itemsWithOrders(10_000, 20_000, 30_000);
  const [first = { order: 0 }, , last = { order: 0 }] = items;
  expect(moveTo(items, last, 1, NOW)).toEqual({ item: last, order: 15_000 });
  expect(moveTo(items, last, 0, NOW).order).toBe(8_200);
  expect(moveTo(items, first, 1, NOW).order).toBe(25_000);
});

test("the first item can't move up and the last can't move down", () => {
  const items = itemsWithOrders(10, 20);
  expect(moveUp(items, 0, NOW)).toBeUndefined();
  expect(moveDown(items, 1, NOW)).toBeUndefined();
});

test("with any orders, an item that moves down comes right after the next one", () => {
  const orders = fc.uniqueArray(fc.integer({ min: 0, max: NOW + 1_000 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(orders, fc.nat(), (unsorted, seed) => {
      const items = itemsWithOrders(...unsorted.sort((a, b) => a - b));
      const index = seed % (items.length - 1);
      const order = moveDown(items, index, NOW)?.order ?? Number.NaN;
      const [next, after] = [
        items[index + 1]?.order ?? 0,
        items[index + 2]?.order ?? Number.POSITIVE_INFINITY,
      ];
      // For an equal order the server puts the moved item after the other.
      expect(order >= next && order < after && Number.isInteger(order)).toBe(true);
    }),
  );
});
