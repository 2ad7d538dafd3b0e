import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS, MINUTE_MS } from "../../worker/shared/time/domain.ts";
import type { Stack } from "../start/stack.ts";
import { answer, type Client } from "./client.ts";
import { cloudMetric, pushedMetrics } from "./metrics.ts";

/** The configuration of the script that sends points, stored between two starts. */
interface Feed {
  apiKey: string;
  /** The order is that of `pushedMetrics`. */
  metricIDs: string[];
}

const MAX_POINTS_PER_REQUEST = 3000;

export async function addMetrics(stack: Omit<Stack, "stop">, api: Client): Promise<void> {
  await deleteExisting(api);
  const { value: apiKey } = await answer(
    api.settings.apikeys.$post({ json: { name: "Demo metrics", scopes: ["metrics"] } }),
  );
  const metricIDs = [];
  for (const { metric } of pushedMetrics)
    metricIDs.push((await answer(api.metrics.$post({ json: metric }))).metricID);
  await answer(api.metrics.$post({ json: cloudMetric }));
  const feed = { apiKey, metricIDs };
  await writeFile(feedFile(stack), JSON.stringify(feed));
  const now = Date.now();
  await send(stack, feed, now - 30 * DAY_MS, now);
  await stack.runCron();
}

/** A start that was stopped after it had created metrics would otherwise leave them without points. */
async function deleteExisting(api: Client): Promise<void> {
  const titles = new Set([...pushedMetrics.map(({ metric }) => metric.title), cloudMetric.title]);
  for (const { metricID, title } of await answer(api.metrics.$get()))
    if (titles.has(title)) await api.metrics[":metricID"].$delete({ param: { metricID } });
}

export async function startSendingPoints(stack: Pick<Stack, "statusPage" | "stateDir">): Promise<void> {
  if (!existsSync(feedFile(stack))) return;
  const feed: Feed = JSON.parse(await readFile(feedFile(stack), "utf8"));
  let sentUntil = Date.now() - DAY_MS;
  const sendNewPoints = async () => {
    const now = Date.now();
    await send(stack, feed, sentUntil, now);
    sentUntil = now;
  };
  await sendNewPoints();
  const timer = setInterval(() => {
    sendNewPoints().catch((error) => {
      clearInterval(timer);
      console.error(
        `The demo's metrics stopped getting points. ${error instanceof Error ? error.message : error}`,
      );
    });
  }, MINUTE_MS);
}

async function send(
  { statusPage }: Pick<Stack, "statusPage">,
  { apiKey, metricIDs }: Feed,
  from: number,
  to: number,
): Promise<void> {
  for (const [index, { valueAt }] of pushedMetrics.entries()) {
    const minutes = [];
    for (let time = Math.ceil(from / MINUTE_MS) * MINUTE_MS; time <= to; time += MINUTE_MS)
      minutes.push(time);
    for (let first = 0; first < minutes.length; first += MAX_POINTS_PER_REQUEST) {
      const points = minutes
        .slice(first, first + MAX_POINTS_PER_REQUEST)
        .map((timestamp) => ({ timestamp, value: valueAt(timestamp) }));
      const response = await fetch(`${statusPage}/api/v0/metrics/data`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "x-api-key": apiKey },
        body: JSON.stringify({ [metricIDs[index] ?? ""]: points }),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      await response.body?.cancel();
    }
  }
}

function feedFile({ stateDir }: Pick<Stack, "stateDir">): string {
  return join(stateDir, "demo-feed.json");
}
