import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

const MAX_ORDER = 9_999_999_999;

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

interface OrderedItem {
  componentID?: string;
  groupID?: string;
  metricID?: string;
  name?: string;
  title?: string;
  order: number;
}

async function send(method: string, path: string, json?: object) {
  const headers = { Authorization: await daymark.token(), "Content-Type": "application/json" };
  const response = await daymark.fetch(path, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = (await response.json()) as OrderedItem & { errors?: unknown };
  return { status: response.status, note: response.headers.get("Order-Note"), body };
}

const requestBodies = {
  components: (name: string, order?: number) => ({ name, order }),
  groups: (name: string, order?: number) => ({ name, order }),
  metrics: (title: string, order?: number) => ({ type: "Self", title, order }),
};

/** Returns names and orders in list order. */
async function list(kind: string): Promise<[string | undefined, number][]> {
  const { body } = await send("GET", `/api/${kind}?fresh=1`);
  return (body as unknown as OrderedItem[]).map(({ name, title, order }) => [name ?? title, order]);
}

test.for(["components", "groups", "metrics"] as const)(
  "%s are created at the requested order, and later ones move up if needed",
  async (kind) => {
    const add = async (name: string, order?: number) =>
      (await send("POST", `/api/${kind}`, requestBodies[kind](name, order))).body;
    expect((await add("A", 5)).order).toBe(5);
    expect((await add("B", 6)).order).toBe(6);
    expect((await add("C", 8)).order).toBe(8);
    // D comes after A, B moves up by one, and C stays because there is a gap before it.
    expect((await add("D", 5)).order).toBe(6);
    expect(await list(kind)).toEqual([
      ["A", 5],
      ["D", 6],
      ["B", 7],
      ["C", 8],
    ]);
    for (const order of [-1, 1.5, "1", MAX_ORDER + 1])
      expect(await send("POST", `/api/${kind}`, { ...requestBodies[kind]("E"), order })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "order" }] },
      });
  },
);

test.for(["components", "groups", "metrics"] as const)(
  "orders of %s never exceed the maximum that a PATCH accepts",
  async (kind) => {
    const add = async (name: string, order?: number) =>
      (await send("POST", `/api/${kind}`, requestBodies[kind](name, order))).body;
    await add("first", 0);
    await add("A", MAX_ORDER - 3);
    await add("B", MAX_ORDER - 1);
    const last = await add("C", MAX_ORDER);
    expect((await add("D")).order).toBe(MAX_ORDER);
    expect(await list(kind)).toEqual([
      ["first", 0],
      ["A", MAX_ORDER - 3],
      ["B", MAX_ORDER - 2],
      ["C", MAX_ORDER - 1],
      ["D", MAX_ORDER],
    ]);
    // E comes after B. All later orders are taken, so others move.
    expect((await add("E", MAX_ORDER - 2)).order).toBe(MAX_ORDER - 2);
    expect((await list(kind)).map(([name]) => name)).toEqual(["first", "A", "B", "E", "C", "D"]);
    const id = last.componentID ?? last.groupID ?? last.metricID;
    expect((await send("PATCH", `/api/${kind}/${id}`, { order: MAX_ORDER })).body.order).toBe(MAX_ORDER);
    expect((await list(kind)).map(([name]) => name)).toEqual(["first", "A", "B", "E", "D", "C"]);
    const after = await list(kind);
    expect(new Set(after.map(([, order]) => order)).size).toBe(6);
    expect(Math.max(...after.map(([, order]) => order))).toBe(MAX_ORDER);
  },
);

test.for(["components", "groups", "metrics"] as const)(
  "an answer says why one of the %s has another order than was asked for, and only then",
  async (kind) => {
    const path = `/api/${kind}`;
    const note = "Another item has the order 5, and no two can have the same, so this one has 6.";
    expect((await send("POST", path, requestBodies[kind]("A", 5))).note).toBeNull();
    const taken = await send("POST", path, requestBodies[kind]("B", 5));
    expect(taken).toMatchObject({ note, body: { order: 6 } });
    const { componentID, groupID, metricID } = taken.body;
    const item = `${path}/${componentID ?? groupID ?? metricID}`;
    expect((await send("PATCH", item, { order: 5 })).note).toBe(note);
    expect((await send("PATCH", item, { order: 9 })).note).toBeNull();
    expect((await send("POST", path, requestBodies[kind]("C"))).note).toBeNull();
  },
);
