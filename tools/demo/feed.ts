import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import type { Stack } from "../start/stack.ts";
import { answer, type Client } from "./client.ts";
import { cloudMetric, fedMetrics } from "./metrics.ts";

/** Who sends what: kept between two starts, as a script would have it. */
interface Feed {
  apiKey: string;
  /** In the order of `fedMetrics`. */
  metricIDs: string[];
}

const POINTS_A_REQUEST = 3000;

/** Two metrics that this machine sends points for, with a month of past, and one that it has the Worker fetch. */
export async function addMetrics(stack: Stack, api: Client): Promise<void> {
  await removeHalfMade(api);
  const { value: apiKey } = await answer(
    api.settings.apikeys.$post({ json: { name: "Demo metrics", scopes: ["metrics"] } }),
  );
  const metricIDs = [];
  for (const { metric } of fedMetrics)
    metricIDs.push((await answer(api.metrics.$post({ json: metric }))).metricID);
  await answer(api.metrics.$post({ json: cloudMetric }));
  const feed = { apiKey, metricIDs };
  await writeFile(fileOf(stack), JSON.stringify(feed));
  const now = Date.now();
  await send(stack, feed, now - 30 * DAY_MS, now);
  await stack.tick();
}

/** Those of a start that was stopped before it had kept who sends what. */
async function removeHalfMade(api: Client): Promise<void> {
  const titles = new Set([...fedMetrics.map(({ metric }) => metric.title), cloudMetric.title]);
  for (const { metricID, title } of await answer(api.metrics.$get()))
    if (titles.has(title)) await api.metrics[":metricID"].$delete({ param: { metricID } });
}

/** Sends the demo's points from now on, minute by minute, until the process ends. */
export async function keepFeeding(stack: Stack): Promise<void> {
  if (!existsSync(fileOf(stack))) return;
  const feed: Feed = JSON.parse(await readFile(fileOf(stack), "utf8"));
  let sent = Date.now() - DAY_MS;
  const feedOn = async () => {
    const now = Date.now();
    await send(stack, feed, sent, now);
    sent = now;
  };
  await feedOn();
  const feeding = setInterval(() => {
    feedOn().catch((error) => {
      clearInterval(feeding);
      console.error(
        `The demo's metrics stopped getting points. ${error instanceof Error ? error.message : error}`,
      );
    });
  }, MINUTE_MS);
}

/** The minutes from `from` to `to`, as scripts send them: through the API, with the key. */
async function send(
  { statusPage }: Stack,
  { apiKey, metricIDs }: Feed,
  from: number,
  to: number,
): Promise<void> {
  for (const [at, { valueAt }] of fedMetrics.entries()) {
    const minutes = [];
    for (let time = Math.ceil(from / MINUTE_MS) * MINUTE_MS; time <= to; time += MINUTE_MS)
      minutes.push(time);
    for (let part = 0; part < minutes.length; part += POINTS_A_REQUEST) {
      const points = minutes
        .slice(part, part + POINTS_A_REQUEST)
        .map((timestamp) => ({ timestamp, value: valueAt(timestamp) }));
      const response = await fetch(`${statusPage}/api/v0/metrics/data`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "x-api-key": apiKey },
        body: JSON.stringify({ [metricIDs[at] ?? ""]: points }),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      await response.body?.cancel();
    }
  }
}

function fileOf({ stateDir }: Stack): string {
  return join(stateDir, "demo-feed.json");
}
