import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Client, client } from "../../tools/demo/client.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { administrator, startSession } from "../../tools/start/user-pool.ts";
import { setups } from "../../web/admin/settings/automation/senders.ts";
import type { NewAlertRule } from "../../worker/alerts/rules/schema.ts";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { isPrometheusInstalled, startPrometheus } from "../support/starters/prometheus.ts";
import { startEmptyStack } from "../support/starters/stack.ts";

// Alerts of a real Prometheus, sent by a real Alertmanager with the text that the console shows.

let stack: Stack;
let api: Client;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;
beforeAll(async () => {
  if (!isPrometheusInstalled) return;
  stack = await startEmptyStack();
  const { IdToken } = await startSession(stack.pool, administrator);
  api = client(stack.statusPage, async () => IdToken);
  const { value: key } = await answer(api.settings.apikeys.$post({ json: { scopes: ["alerts"] } }));
  prometheus = await startPrometheus(`receivers:\n${setups.Alertmanager.text(stack.statusPage, key)}`);
});
afterAll(async () => {
  await prometheus?.stop();
  await stack?.stop();
});

test("a component fails in Prometheus, its incident is published in one press, and recovery leads to Resolved", async ({
  skip,
}) => {
  if (!isPrometheusInstalled)
    return skip("Prometheus is not installed. In Debian: apt-get install prometheus prometheus-alertmanager");
  const { componentID } = await answer(api.components.$post({ json: { name: "Shop" } }));
  const rule = {
    name: "Shop",
    source: "alertmanager",
    labels: [
      { name: "alertname", value: "ShopDown" },
      { name: "severity", value: "critical" },
    ],
    components: [{ componentID, status: "Major Outage" }],
    holdMinutes: 0,
    settleMinutes: 0,
  } satisfies NewAlertRule;
  await answer(api["alert-rules"].$post({ json: rule }));

  prometheus.setUp(false);
  await expect.poll(statesReceived).toEqual(["firing"]);
  await expect.poll(proposalsAfterMinute).toMatchObject([{ name: "Problem with Shop", incidentID: null }]);
  expect(await incidentsNow()).toEqual([]);
  await publishFirst();
  expect(await incidentsNow()).toMatchObject([{ name: "Problem with Shop", status: "Investigating" }]);
  expect(await statusNow()).toEqual(["Major Outage"]);

  prometheus.setUp(true);
  await expect.poll(statesReceived).toEqual(["resolved", "firing"]);
  // A person has published the incident, so a person resolves it. The composer restores its components.
  await expect
    .poll(proposalsAfterMinute)
    .toMatchObject([{ incidentID: expect.any(String), status: "Resolved" }]);
  await resolve(componentID);
  expect(await answer(api.proposals.$get())).toEqual([]);
  expect(await incidentsNow()).toMatchObject([{ status: "Resolved" }]);
  expect(await statusNow()).toEqual(["Operational"]);
});

async function statesReceived(): Promise<string[]> {
  const received = await answer(api["received-alerts"].$get({ query: {} }));
  return received.flatMap(({ alerts }) => alerts.map(({ state }) => state));
}

let minutes = 0;

/** The cron runs as if a minute had passed. */
async function proposalsAfterMinute() {
  minutes += 1;
  await stack.runCron(new Date(Math.floor(Date.now() / MINUTE_MS + minutes) * MINUTE_MS));
  return answer(api.proposals.$get());
}

async function publishFirst(): Promise<void> {
  const [{ proposalID = "" } = {}] = await answer(api.proposals.$get());
  await answer(api.proposals[":proposalID"].publish.$post({ param: { proposalID }, json: {} }));
}

async function resolve(componentID: string): Promise<void> {
  const [proposal] = await answer(api.proposals.$get());
  const param = { incidentID: proposal?.incidentID ?? "" };
  const restored = { componentID, status: "Operational" as const };
  const json = { status: "Resolved" as const, components: [restored] };
  await answer(api.incidents[":incidentID"].$patch({ param, json }));
}

const incidentsNow = () => answer(api.incidents.$get({ query: {} }));
const statusNow = async () => (await answer(api.components.$get({ query: {} }))).map(({ status }) => status);
