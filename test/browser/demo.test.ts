import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Client, client } from "../../tools/demo/client.ts";
import { fillWithDemo } from "../../tools/demo/demo.ts";
import { keepFeeding } from "../../tools/demo/feed.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { signIn } from "../../tools/start/user-pool.ts";
import type { ComponentUptime } from "../../worker/components/schema.ts";
import type { DataPoint, ExternalMetrics, PublicMetric, Series } from "../../worker/metrics/schema.ts";
import { startEmptyStack } from "../support/stack.ts";

// What `npm start` shows: through the status page's project, where a visitor and the console read it.

let stack: Stack;
let administrator: Client;
beforeAll(async () => {
  stack = await startEmptyStack();
  await fillWithDemo(stack);
  const token = await signIn(stack.pool);
  administrator = client(stack.statusPage, async () => token);
});
afterAll(() => stack?.stop());

const read = async <Answer>(path: string) =>
  (await (await fetch(stack.statusPage + path)).json()) as Promise<Answer>;

test("the demo has a month of two metrics that are sent and of one that is fetched", async () => {
  const metrics = await read<PublicMetric[]>("/api/public-metrics");
  expect(metrics.map(({ type }) => type)).toEqual(["Self", "Self", "CloudWatch"]);
  for (const { metricID, title } of metrics) {
    const filled = async () => {
      const { stepSeconds, values } = await read<Series>(
        `/api/public-metrics/${metricID}/series?timeframe=month`,
      );
      return `${stepSeconds}: ${values.filter((value) => value !== null).length} of ${values.length}`;
    };
    await expect.poll(filled, { message: title }).toBe("10800: 240 of 240");
    const graph = await fetch(`${stack.statusPage}/metrics/${metricID}/day.svg`);
    expect(await graph.text()).toMatch(/<desc[^>]*>Average [\d,.]+/);
  }
  expect((await answer(administrator.metrics.$get())).map(({ collectionError }) => collectionError)).toEqual([
    "",
    "",
    "",
  ]);
});

test("the demo has a past: days with trouble in its strips, maintenances over, running and to come", async () => {
  const components = await answer(administrator.components.$get());
  const uptimes = await Promise.all(
    components.map(({ componentID }) =>
      read<ComponentUptime>(`/api/components/${componentID}/uptime?days=90`),
    ),
  );
  expect(uptimes.map(({ history }) => history.length)).toEqual(components.map(() => 90));
  const troubled = uptimes.map(
    ({ history }) => history.filter(({ worst }) => worst !== "Operational").length,
  );
  expect(Math.min(...troubled)).toBeGreaterThan(0);
  // A day or two for each of its incidents: none goes on until today because its end was told today.
  expect(Math.max(...troubled)).toBeLessThan(7);
  const maintenances = await answer(administrator.maintenances.$get({ query: {} }));
  expect(maintenances.map(({ status }) => status)).toEqual(["Scheduled", "In Progress", "Completed"]);
  // What a feed calls the last change.
  expect(maintenances.filter(({ updatedAt }) => Date.now() - Date.parse(updatedAt) < 600_000)).toEqual([]);
});

test("another start adds nothing, and goes on with the points of this minute", async () => {
  await fillWithDemo(stack);
  await keepFeeding(stack);
  const metrics = await read<PublicMetric[]>("/api/public-metrics");
  expect(metrics).toHaveLength(3);
  const lately = async () => {
    const now = new Date();
    const path = `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}`;
    const points = await read<DataPoint[]>(`/metrics/${metrics[0]?.metricID}/${path}.json`);
    return now.getTime() - Date.parse(points.at(-1)?.timestamp ?? "1970-01-01");
  };
  await expect.poll(lately).toBeLessThan(120_000);
});

test("the stand-in's metrics can be picked: the list comes in pages, to its end", async () => {
  const pages: ExternalMetrics[] = [];
  do {
    const query = { type: "CloudWatch", filters: '{"Region":"eu-west-1"}', cursor: pages.at(-1)?.nextCursor };
    const headers = { Authorization: await signIn(stack.pool) };
    const search = new URLSearchParams(
      Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
    );
    const response = await fetch(`${stack.statusPage}/api/external-metrics?${search}`, { headers });
    expect(response.status).toBe(200);
    pages.push((await response.json()) as ExternalMetrics);
  } while (pages.at(-1)?.nextCursor);
  expect(pages).toHaveLength(2);
  const names = pages.flatMap(({ metrics }) => metrics.map((metric) => JSON.stringify(metric)));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(500);
});
