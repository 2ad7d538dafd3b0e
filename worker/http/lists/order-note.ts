import type { Context } from "hono";

/** Says in the header Order-Note why an item has another order than the request asked for. */
export function noteOrder(c: Context, requested: number | undefined, { order }: { order: number }): void {
  if (requested === undefined || requested === order) return;
  c.header(
    "Order-Note",
    `Another item has the order ${requested}, and no two can have the same, so this one has ${order}.`,
  );
}
