import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { installation } from "../support/started.ts";

const yesterday = new Date(Date.now() - 1440 * MINUTE_MS);
yesterday.setUTCHours(0, 0, 0, 0);

let daymark: Awaited<ReturnType<typeof installation>>;
let running: Awaited<ReturnType<typeof daymark.start>>;
beforeAll(async () => {
  daymark = await installation({ DEMO: "off" });
});
afterAll(() => daymark.remove());

test("the first start logs no error, even while others ask for its health", async () => {
  let isStarting = true;
  const answers: number[] = [];
  const asking = (async () => {
    while (isStarting) {
      const asked = await fetch(`${daymark.statusPage}/api/health`).catch(() => undefined);
      if (asked) answers.push(asked.status);
      await new Promise((resolve) => setTimeout(resolve, 10)); // leaves the machine to the start
    }
  })();
  running = await daymark.start();
  isStarting = false;
  await asking;
  expect([...new Set(answers), ...running.errors]).toEqual([200]);
});

test.for([
  ["all of it is killed", "SIGKILL", "group"],
  ["its first process alone is killed", "SIGKILL", "process"],
  ["it is stopped", "SIGTERM", "process"],
] as const)(
  "points that were accepted are stored although %s, and the next start finds its ports free",
  async ([, signal, whom]) => {
    const api = await daymark.administrator();
    const { metricID } = await answer(
      api.metrics.$post({ json: { type: "Self", title: "Load", status: "Visible" } }),
    );
    const { value: apiKey } = await answer(api.settings.apikeys.$post());
    const accepted: { timestamp: string; value: number }[] = [];
    const submitting = submitUntilRefused(metricID, apiKey, accepted);
    await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(20);
    await running.end(signal, whom);
    await submitting;
    await expect.poll(() => takenPorts()).toEqual([]);

    running = await daymark.start();
    expect(accepted.length).toBeGreaterThan(20);
    const [year, month, day] = yesterday.toISOString().slice(0, 10).split("-").map(Number);
    const file = `${daymark.statusPage}/metrics/${metricID}/${year}/${month}/${day}.json`;
    // The last point may be stored whose answer was lost with the connection.
    await expect
      .poll(async () => (await (await fetch(file)).json()).slice(0, accepted.length))
      .toEqual(accepted);
  },
);

test("of two starts at once after a kill, one runs and the other says why it does not", async () => {
  await running.end("SIGKILL", "group");
  await expect.poll(() => takenPorts()).toEqual([]);
  const outcomes = await Promise.allSettled([daymark.start(), daymark.start()]);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(1);
  const sentence = /^Error: (Another npm start uses|Another program uses port \d+\.) .*\n$/;
  for (const { reason } of refused as PromiseRejectedResult[]) expect(String(reason)).toMatch(sentence);
});

/** Sends one point after another, each for the minute after the last. */
async function submitUntilRefused(
  metricID: string,
  apiKey: string,
  accepted: { timestamp: string; value: number }[],
): Promise<void> {
  for (let minute = 0; minute < 1440; minute += 1) {
    const point = {
      timestamp: new Date(yesterday.getTime() + minute * MINUTE_MS).toISOString(),
      value: minute,
    };
    const response = await fetch(`${daymark.statusPage}/api/v0/metrics/data`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ [metricID]: [point] }),
    }).catch(() => undefined);
    if (!response?.ok) return;
    accepted.push(point);
  }
}

async function takenPorts(): Promise<number[]> {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
  const free = await Promise.all(daymark.ports.map(isFree));
  return daymark.ports.filter((_, at) => !free[at]);
}
