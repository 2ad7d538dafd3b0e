import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey, makeComponent } from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["alerts"] });
});
afterAll(() => daymark.stop());

const ALERTS = 500;

async function sendAll(state: "firing" | "resolved"): Promise<void> {
  const send = async (n: number) => {
    const response = await daymark.fetch("/api/v0/alerts/generic", {
      method: "POST",
      headers: { "x-api-key": key },
      body: JSON.stringify({ key: `alert ${n}`, state, title: `Alert ${n}` }),
    });
    expect(response.status).toBe(202);
  };
  for (let n = 0; n < ALERTS; n += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => send(n + k)));
}

async function readRowsWritten(): Promise<number> {
  const bill = (await (await fetch(new URL("/x-bill", daymark.url))).json()) as { rowsWritten: number };
  return bill.rowsWritten;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("500 alerts in a minute write less than 600 rows and make one proposal, and no recovery is lost", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await sendJSON(daymark, {
    method: "POST",
    path: "/api/alert-rules",
    body: { name: "All", components: [{ componentID, status: "Major Outage" }], settleMinutes: 0 },
    headers: {},
  });
  const heartbeat = { name: "Script", periodMinutes: 60, source: "generic" as const };
  await answer(daymark.administrator.heartbeats.$post({ json: heartbeat }));
  const proposals = () => answer(daymark.administrator.proposals.$get());
  const before = await readRowsWritten();
  await sendAll("firing");
  await daymark.runCron(inMinutes(3));
  expect(await proposals()).toHaveLength(1);
  const written = (await readRowsWritten()) - before;
  expect(written).toBeGreaterThan(ALERTS);
  expect(written).toBeLessThan(600);
  await sendAll("resolved");
  await daymark.runCron(inMinutes(4));
  expect(await proposals()).toEqual([]);
});
