import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeApiKey, makeMaintenance } from "../../../support/factories/factories.ts";
import { alerting, deleteAlerts } from "../../../support/starters/alerting.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["alerts"] });
});
beforeEach(() => daymark.db.exec(deleteAlerts));
afterAll(() => daymark.stop());

const { request, makeRule, send, fire, end, tick, proposals, incidents, statusOf, setByHand, makeAPI } =
  alerting(() => ({ daymark, key }));

test("a published incident never makes a status better, nor replaces one that a person has set", async () => {
  const { componentID, components } = await makeAPI("Degraded Performance");
  await setByHand(componentID, "Major Outage");
  await makeRule({ mode: "publish", components });
  await fire();
  await tick(1);
  expect(await incidents()).toMatchObject([{ components: [{ componentID, status: "Major Outage" }] }]);
  expect(await statusOf(componentID)).toBe("Major Outage");
  await end();
  await tick(2);
  expect(await statusOf(componentID)).toBe("Major Outage");
  expect(await incidents()).toMatchObject([{ status: "Investigating" }]);
});

test("a published incident waits while another rule sees its component fail", async () => {
  const { componentID, components } = await makeAPI("Degraded Performance");
  await makeRule({
    mode: "component",
    components: [{ componentID, status: "Major Outage" }],
    labels: [{ name: "kind", value: "down" }],
  });
  await makeRule({ mode: "publish", components, labels: [{ name: "kind", value: "slow" }] });
  await fire({ key: "slow", labels: { kind: "slow" } });
  await tick(1);
  await fire({ key: "down", labels: { kind: "down" } });
  await end({ key: "slow" });
  await tick(2);
  expect([await incidents(), await statusOf(componentID)]).toMatchObject([
    [{ status: "Investigating" }],
    "Major Outage",
  ]);
  await end({ key: "down" });
  await tick(3);
  expect([await incidents(), await statusOf(componentID)]).toMatchObject([
    [{ status: "Resolved" }],
    "Operational",
  ]);
});

test("repeated messages without a time neither delay what a rule does nor its end", async () => {
  const { components } = await makeAPI("Major Outage");
  await makeRule({ components, holdMinutes: 2, settleMinutes: 2 });
  await fire();
  await fire();
  await tick(1);
  await fire();
  await tick(3);
  expect(await proposals()).toHaveLength(1);
  await end();
  await end();
  await tick(4);
  expect(await proposals()).toEqual([]);
});

test("a proposal that is published, undone and published again is published", async () => {
  const { components } = await makeAPI("Major Outage");
  await makeRule({ components });
  await fire();
  await tick(1);
  const [proposal] = await proposals();
  const publish = () =>
    request("POST", `/api/proposals/${proposal?.proposalID}/publish`, {}, { Prefer: "undo" });
  const first = await publish();
  expect(first.status).toBe(201);
  const path = first.response.headers.get("Undo") ?? "";
  const undone = await request("POST", path, undefined, { "x-test-now": new Date().toISOString() });
  expect(undone.status).toBe(200);
  expect((await publish()).status).toBe(201);
});

test("a maintenance doesn't keep a rule from giving back what it has set", async () => {
  const { componentID, components } = await makeAPI("Major Outage");
  await makeRule({ mode: "component", components });
  await fire();
  await tick(1);
  const { maintenanceID } = await makeMaintenance(daymark, {
    status: "In Progress",
    startAt: new Date(Date.now() - 60_000).toISOString(),
    endAt: new Date(Date.now() + 3_600_000).toISOString(),
    components: [{ componentID, status: "Under Maintenance" }],
  });
  await end();
  await tick(2);
  expect(await statusOf(componentID)).toBe("Under Maintenance");
  await request("PATCH", `/api/maintenances/${maintenanceID}`, { status: "Completed" });
  expect(await statusOf(componentID)).toBe("Major Outage");
  await tick(30);
  expect(await statusOf(componentID)).toBe("Operational");
});

test("what a rule has begun ends in the mode in which it began", async () => {
  const { componentID, components } = await makeAPI("Major Outage");
  const { ruleID } = await makeRule({ mode: "component", components });
  await fire();
  await tick(1);
  await request("PATCH", `/api/alert-rules/${ruleID}`, { mode: "notify" });
  await end();
  await tick(2);
  expect(await statusOf(componentID)).toBe("Operational");

  await request("PATCH", `/api/alert-rules/${ruleID}`, { mode: "propose" });
  await fire();
  await tick(3);
  expect(await proposals()).toHaveLength(1);
  await request("PATCH", `/api/alert-rules/${ruleID}`, { mode: "publish" });
  await end();
  await tick(4);
  expect([await proposals(), await incidents()]).toEqual([[], []]);
});

test("a rule that fails, and a label named as a method of objects, stop no other rule", async () => {
  const { components } = await makeAPI("Major Outage");
  const { ruleID: failing } = await makeRule({
    name: "Failing",
    labels: [{ name: "constructor", value: "*" }],
  });
  await makeRule({ components });
  await fire({ labels: { __proto__: "x", constructor: "y" } });
  await daymark.db.exec(
    `CREATE TRIGGER fail BEFORE INSERT ON alert_episodes WHEN new.rule_id = '${failing}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  await tick(1);
  await daymark.db.exec("DROP TRIGGER fail");
  expect(await proposals()).toMatchObject([{ createdBy: { name: "Probes" } }]);
  expect((await request("GET", "/api/received-alerts")).status).toBe(200);
});

test("alerts whose labels are too large together are refused in words", async () => {
  const labels = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`l${n}`, "ä".repeat(300)]));
  const alerts = Array.from({ length: 15 }, (_, n) => ({ key: `${n}`, state: "firing", labels }));
  expect(await send({ alerts })).toBe(413);
});

test("an alert that begins an hour after what a person has discarded is proposed anew", async () => {
  const { components } = await makeAPI("Major Outage");
  await makeRule({ components });
  await fire();
  await tick(1);
  const [proposal] = await proposals();
  await request("DELETE", `/api/proposals/${proposal?.proposalID}`);
  await fire({ key: "other" });
  await tick(2);
  expect(await proposals()).toEqual([]);
  await daymark.db.exec(
    "UPDATE alert_episodes SET state = json_set(state, '$.begun.at', json_extract(state, '$.begun.at') - 7200000)",
  );
  await fire({ key: "third" });
  await tick(3);
  expect(await proposals()).toHaveLength(1);
});
