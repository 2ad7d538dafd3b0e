import { afterAll, beforeEach, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";

const MOST = 9_999_999_999;

let daymark: Daymark;
const started: Daymark[] = [];
beforeEach(async () => {
  daymark = await startDaymark();
  started.push(daymark);
});
afterAll(() => Promise.all(started.map((each) => each.stop())));

interface Ordered {
  componentID?: string;
  metricID?: string;
  name?: string;
  title?: string;
  order: number;
}

async function send(method: string, path: string, body?: object) {
  const headers = { Authorization: await daymark.token(), "Content-Type": "application/json" };
  const response = await daymark.fetch(path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Ordered & { errors?: unknown } };
}

const kinds = {
  components: (name: string, order?: number) => ({ name, order }),
  metrics: (title: string, order?: number) => ({ type: "Self", title, order }),
};

/** Names with their orders, as they are listed. */
async function listed(kind: string): Promise<[string | undefined, number][]> {
  const { answer } = await send("GET", `/api/${kind}?fresh=1`);
  return (answer as unknown as Ordered[]).map(({ name, title, order }) => [name ?? title, order]);
}

test.for(["components", "metrics"] as const)(
  "%s are added where their order says, as a PATCH moves them",
  async (kind) => {
    const add = async (name: string, order?: number) =>
      (await send("POST", `/api/${kind}`, kinds[kind](name, order))).answer;
    expect((await add("A", 5)).order).toBe(5);
    expect((await add("B", 6)).order).toBe(6);
    expect((await add("C", 8)).order).toBe(8);
    // Behind the one that has it; what comes after a gap stays.
    expect((await add("D", 5)).order).toBe(6);
    expect(await listed(kind)).toEqual([
      ["A", 5],
      ["D", 6],
      ["B", 7],
      ["C", 8],
    ]);
    for (const order of [-1, 1.5, "1", MOST + 1])
      expect(await send("POST", `/api/${kind}`, { ...kinds[kind]("E"), order })).toMatchObject({
        status: 400,
        answer: { errors: [{ path: "order" }] },
      });
  },
);

test.for(["components", "metrics"] as const)(
  "no order of %s is greater than what a PATCH takes",
  async (kind) => {
    const add = async (name: string, order?: number) =>
      (await send("POST", `/api/${kind}`, kinds[kind](name, order))).answer;
    await add("first", 0);
    await add("A", MOST - 3);
    await add("B", MOST - 1);
    const last = await add("C", MOST);
    expect((await add("D")).order).toBe(MOST);
    expect(await listed(kind)).toEqual([
      ["first", 0],
      ["A", MOST - 3],
      ["B", MOST - 2],
      ["C", MOST - 1],
      ["D", MOST],
    ]);
    // Behind B, whose places behind it are all taken.
    expect((await add("E", MOST - 2)).order).toBe(MOST - 2);
    expect((await listed(kind)).map(([name]) => name)).toEqual(["first", "A", "B", "E", "C", "D"]);
    const id = last.componentID ?? last.metricID;
    expect((await send("PATCH", `/api/${kind}/${id}`, { order: MOST })).answer.order).toBe(MOST);
    expect((await listed(kind)).map(([name]) => name)).toEqual(["first", "A", "B", "E", "D", "C"]);
    const after = await listed(kind);
    expect(new Set(after.map(([, order]) => order)).size).toBe(6);
    expect(Math.max(...after.map(([, order]) => order))).toBe(MOST);
  },
);
