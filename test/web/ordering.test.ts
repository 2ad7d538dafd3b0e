import fc from "fast-check";
import { expect, test } from "vitest";
import { moveDown, moveUp } from "../../web/admin/ordering.ts";

const NOW = 1_795_000_000;
const ordered = (...orders: number[]) => orders.map((order) => ({ order }));

test("moving down goes halfway between the next item and the one after it", () => {
  const items = ordered(10, 20, 31);
  expect(moveDown(items, 0, NOW)).toEqual({ item: items[0], order: 25 });
});

test("moving down to the end goes halfway between the last item and now", () => {
  const items = ordered(10, NOW - 100);
  expect(moveDown(items, 0, NOW)).toEqual({ item: items[0], order: NOW - 50 });
});

test("moving down to the end never goes above a last item that is ahead of the clock", () => {
  expect(moveDown(ordered(10, NOW + 100), 0, NOW)?.order).toBe(NOW + 101);
  expect(moveDown(ordered(10, NOW), 0, NOW)?.order).toBe(NOW + 1);
  expect(moveDown(ordered(10, NOW - 1), 0, NOW)?.order).toBe(NOW);
});

test("moving up is moving the previous item down", () => {
  const items = ordered(10, 20, 31);
  expect(moveUp(items, 1, NOW)).toEqual({ item: items[0], order: 25 });
});

test("the first item can not move up and the last can not move down", () => {
  const items = ordered(10, 20);
  expect(moveUp(items, 0, NOW)).toBeUndefined();
  expect(moveDown(items, 1, NOW)).toBeUndefined();
});

test("whatever the orders are, a moved item stands right below the next one", () => {
  const orders = fc.uniqueArray(fc.integer({ min: 0, max: NOW + 1_000 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(orders, fc.nat(), (some, at) => {
      const items = ordered(...some.sort((a, b) => a - b));
      const index = at % (items.length - 1);
      const order = moveDown(items, index, NOW)?.order ?? Number.NaN;
      const [next, after] = [
        items[index + 1]?.order ?? 0,
        items[index + 2]?.order ?? Number.POSITIVE_INFINITY,
      ];
      // An order that is the next one's own: the server puts the moved item just behind it.
      expect(order >= next && order < after && Number.isInteger(order)).toBe(true);
    }),
  );
});
