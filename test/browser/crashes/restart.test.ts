import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeInstallation } from "../../support/starters/installation.ts";

const yesterday = new Date(Date.now() - DAY_MS);
yesterday.setUTCHours(0, 0, 0, 0);

let daymark: Awaited<ReturnType<typeof makeInstallation>>;
let server: Awaited<ReturnType<typeof daymark.start>>;
beforeAll(async () => {
  daymark = await makeInstallation({ DEMO: "off" });
});
afterAll(() => daymark.remove());

test("the first start logs no error while clients already send health checks", async () => {
  let isStarting = true;
  const statuses: number[] = [];
  const healthChecks = (async () => {
    while (isStarting) {
      const response = await fetch(`${daymark.statusPage}/api/health`).catch(() => undefined);
      if (response) statuses.push(response.status);
      await new Promise((resolve) => setTimeout(resolve, 10)); // The pause leaves CPU time to the start.
    }
  })();
  server = await daymark.start();
  isStarting = false;
  await healthChecks;
  expect([...new Set(statuses), ...server.errors]).toEqual([200]);
});

test.for([
  ["all processes are killed", "SIGKILL", "group"],
  ["only the first process is killed", "SIGKILL", "process"],
  ["`npm start` is stopped", "SIGTERM", "process"],
] as const)(
  "if %s, accepted points are stored and the next start finds its ports free",
  async ([, signal, target]) => {
    const api = await daymark.administrator();
    const { metricID } = await answer(
      api.metrics.$post({ json: { type: "Self", title: "Load", status: "Visible" } }),
    );
    const { value: apiKey } = await answer(api.settings.apikeys.$post());
    const accepted: { timestamp: string; value: number }[] = [];
    const submitting = submitUntilRefused(metricID, apiKey, accepted);
    await expect.poll(() => accepted.length, { interval: 5 }).toBeGreaterThan(20);
    await server.end(signal, target);
    await submitting;
    await expect.poll(() => portsInUse()).toEqual([]);

    server = await daymark.start();
    expect(accepted.length).toBeGreaterThan(20);
    const [year, month, day] = yesterday.toISOString().slice(0, 10).split("-").map(Number);
    const file = `${daymark.statusPage}/metrics/${metricID}/${year}/${month}/${day}.json`;
    // The response of a stored point may be lost with the connection, so one more may be stored.
    await expect
      .poll(async () => (await (await fetch(file)).json()).slice(0, accepted.length))
      .toEqual(accepted);
  },
);

test("of two concurrent starts after a kill, one runs and the other explains why it can't", async () => {
  await server.end("SIGKILL", "group");
  await expect.poll(() => portsInUse()).toEqual([]);
  const outcomes = await Promise.allSettled([daymark.start(), daymark.start()]);
  const rejected = outcomes.filter(({ status }) => status === "rejected");
  expect(rejected).toHaveLength(1);
  const sentence = /^Error: (Another npm start uses|Another program uses port \d+\.) .*\n$/;
  for (const { reason } of rejected as PromiseRejectedResult[]) expect(String(reason)).toMatch(sentence);
});

/** Sends one point after another, each a minute later, until a request fails. */
async function submitUntilRefused(
  metricID: string,
  apiKey: string,
  accepted: { timestamp: string; value: number }[],
): Promise<void> {
  for (let minute = 0; minute < DAY_MS / MINUTE_MS; minute += 1) {
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

async function portsInUse(): Promise<number[]> {
  const isFree = (port: number) =>
    new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
  const arePortsFree = await Promise.all(daymark.ports.map(isFree));
  return daymark.ports.filter((_, index) => !arePortsFree[index]);
}
