import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AlertRule } from "../../../worker/alerts/rules/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeMaintenance,
  makeTeamChannel,
  makeTemplate,
} from "../../support/factories/factories.ts";
import { alerting, deleteAlerts } from "../../support/starters/alerting.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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
const ruleNow = async (ruleID: string) =>
  (await request("GET", `/api/alert-rules/${ruleID}`)).json as AlertRule;

test("an alert proposes an incident after its hold, and its end withdraws the proposal", async () => {
  const { componentID, components } = await makeAPI();
  const { ruleID } = await makeRule({ components, holdMinutes: 5, settleMinutes: 5 });
  await fire();
  await tick(2);
  expect(await proposals()).toEqual([]);
  await tick(6);
  expect(await proposals()).toMatchObject([
    {
      name: "Problem with API",
      status: "Investigating",
      components,
      incidentID: null,
      createdBy: { kind: "rule", name: "Probes" },
    },
  ]);
  expect([await statusOf(componentID), await incidents()]).toEqual(["Operational", []]);
  await end();
  await tick(4);
  expect(await proposals()).toHaveLength(1);
  await tick(6);
  expect(await proposals()).toEqual([]);
  const { firing, log } = await ruleNow(ruleID);
  expect([firing, log.map(({ text }) => text)]).toEqual([
    0,
    ["Withdrew the proposal.", "Probe failed: Proposed an incident."],
  ]);
});

test("a new rule acts on an alert that fires already, and leaves one that is over or a day old", async () => {
  const { components } = await makeAPI();
  await fire({ key: "old", title: "Old" });
  await daymark.db
    .prepare("UPDATE received_alerts SET received_at = ?")
    .bind(new Date(Date.now() - 25 * 3_600_000).toISOString())
    .run();
  await fire({ key: "over" });
  await end({ key: "over" });
  await tick(0);
  await makeRule({ name: "First", components });
  await tick(1);
  expect(await proposals()).toEqual([]);
  await fire();
  await tick(0);
  await makeRule({ name: "Second", components, holdMinutes: 5 });
  await tick(2);
  expect(await proposals()).toMatchObject([{ createdBy: { name: "First" } }]);
  await tick(6);
  const { json } = await request("GET", "/api/alert-rules");
  expect((json as AlertRule[]).map(({ name, firing, log }) => [name, firing, log.length])).toEqual([
    ["First", 1, 1],
    ["Second", 1, 1],
  ]);
});

test("a rule whose labels are changed looks again at what fires, but not once it has begun something", async () => {
  const { components } = await makeAPI();
  await fire({ labels: { service: "api" } });
  const other = [{ name: "service", value: "web" }];
  const { ruleID } = await makeRule({ components, labels: other });
  await tick(1);
  expect((await ruleNow(ruleID)).firing).toBe(0);
  const labels = [{ name: "service", value: "a*" }];
  await request("PATCH", `/api/alert-rules/${ruleID}`, { labels });
  await tick(2);
  expect(await proposals()).toHaveLength(1);
  await request("PATCH", `/api/alert-rules/${ruleID}`, { labels: other });
  await tick(3);
  expect(await proposals()).toHaveLength(1);
  await end({ labels: { service: "api" } });
  await tick(9);
  expect(await proposals()).toEqual([]);
});

test("an alert that flaps within its hold does nothing, nor does one whose end came first", async () => {
  const { components } = await makeAPI();
  await makeRule({ components, holdMinutes: 5 });
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await fire({ at: at(9) });
  await end({ at: at(8) });
  await end({ key: "late", at: at(8) });
  await fire({ key: "late", at: at(9) });
  await tick(1);
  await tick(10);
  expect(await proposals()).toEqual([]);
});

test("once a person has published the proposal, the end only proposes to resolve the incident", async () => {
  const { components } = await makeAPI();
  await makeRule({ components });
  await fire();
  await tick(1);
  const [proposal] = await proposals();
  const { json: incident } = await request("POST", `/api/proposals/${proposal?.proposalID}/publish`, {});
  await end();
  await tick(2);
  const [resolution] = await proposals();
  const { incidentID } = incident as { incidentID: string };
  expect(resolution).toMatchObject({ incidentID, name: "Problem with API", status: "Resolved" });
  expect(await incidents()).toMatchObject([{ incidentID, status: "Investigating" }]);
  const refused = await request("POST", `/api/proposals/${resolution?.proposalID}/publish`, {});
  expect([refused.status, JSON.stringify(refused.json)]).toEqual([
    409,
    expect.stringContaining("to resolve an incident that is already public"),
  ]);
  // It fires again while the incident is open: the proposal to resolve it is withdrawn, and no other one made.
  await fire();
  await tick(3);
  expect(await proposals()).toEqual([]);
});

test("a proposal to resolve an incident goes when somebody has resolved it", async () => {
  const { components } = await makeAPI();
  await makeRule({ components });
  await fire();
  await tick(1);
  const [proposal] = await proposals();
  const { json } = await request("POST", `/api/proposals/${proposal?.proposalID}/publish`, {});
  await end();
  await tick(2);
  expect(await proposals()).toHaveLength(1);
  const { incidentID } = json as { incidentID: string };
  await request("PATCH", `/api/incidents/${incidentID}`, { status: "Resolved" });
  expect(await proposals()).toEqual([]);
  const overview = (await request("GET", "/api/overview")).json as { proposals: unknown[] };
  expect(overview.proposals).toEqual([]);
});

test("what a person edits is not withdrawn, and what they discard is not proposed again", async () => {
  const { components } = await makeAPI();
  await makeRule({ components });
  await fire();
  await tick(1);
  const [first] = await proposals();
  await request("PATCH", `/api/proposals/${first?.proposalID}`, { message: "We know." });
  await end();
  await tick(2);
  expect(await proposals()).toMatchObject([{ message: "We know." }]);
  await request("DELETE", `/api/proposals/${first?.proposalID}`);
  await fire({ key: "other" });
  await tick(3);
  expect(await proposals()).toHaveLength(1);
  const [second] = await proposals();
  await request("DELETE", `/api/proposals/${second?.proposalID}`);
  await fire({ key: "third" });
  await tick(4);
  expect(await proposals()).toEqual([]);
});

test("a rule that sets components gives them back, and leaves those that a person has set since", async () => {
  const { componentID, components } = await makeAPI("Degraded Performance");
  const other = await makeComponent(daymark, { name: "Website" });
  await makeRule({
    mode: "component",
    components: [...components, { componentID: other.componentID, status: "Partial Outage" }],
  });
  await fire();
  await tick(1);
  expect([await statusOf(componentID), await statusOf(other.componentID)]).toEqual([
    "Degraded Performance",
    "Partial Outage",
  ]);
  await setByHand(other.componentID, "Major Outage");
  await end();
  await tick(2);
  expect([await statusOf(componentID), await statusOf(other.componentID)]).toEqual([
    "Operational",
    "Major Outage",
  ]);
  expect([await incidents(), await proposals()]).toEqual([[], []]);
});

test("two rules for one component count as the worst of both", async () => {
  const { componentID, components } = await makeAPI("Degraded Performance");
  await makeRule({ mode: "component", components, labels: [{ name: "kind", value: "slow" }] });
  await makeRule({
    mode: "component",
    components: [{ componentID, status: "Major Outage" }],
    labels: [{ name: "kind", value: "down*" }],
  });
  await fire({ key: "slow", labels: { kind: "slow" } });
  await tick(1);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  await fire({ key: "down", labels: { kind: "down-hard" } });
  await tick(2);
  expect(await statusOf(componentID)).toBe("Major Outage");
  // The end has no labels, only the key.
  await end({ key: "down" });
  await tick(3);
  expect(await statusOf(componentID)).toBe("Degraded Performance");
  await end({ key: "slow" });
  await tick(4);
  expect(await statusOf(componentID)).toBe("Operational");
});

test("a rule that only notifies tells the team's channels that an alert fires and that it is over", async () => {
  await makeTeamChannel(daymark, { failures: true });
  await makeRule({ mode: "notify" });
  await makeRule({ mode: "propose", labels: [{ name: "title", value: "Disk*" }] });
  await fire();
  await tick(1);
  await end();
  await tick(2);
  const { results } = await daymark.db
    .prepare("SELECT failure ->> 'type' AS type, failure ->> '$.items[0].reason' AS reason FROM messages")
    .all();
  await fire({ key: "disk", title: "Disk is full" });
  await tick(3);
  const proposed = "SELECT count(*) AS n FROM messages WHERE failure ->> 'type' = 'incident_proposed'";
  expect(await daymark.db.prepare(proposed).first("n")).toBe(1);
  expect(results).toEqual([
    { type: "alerts_firing", reason: "Probe failed" },
    { type: "alerts_over", reason: "" },
  ]);
  expect(await incidents()).toEqual([]);
});

test("nothing acts during a maintenance of the component", async () => {
  const { componentID, components } = await makeAPI();
  await makeMaintenance(daymark, {
    status: "In Progress",
    startAt: new Date(Date.now() - 60_000).toISOString(),
    endAt: new Date(Date.now() + 3_600_000).toISOString(),
    components: [{ componentID, status: "Under Maintenance" }],
  });
  await makeRule({ mode: "component", components });
  await makeRule({ mode: "propose", components });
  await fire();
  await tick(1);
  await tick(10);
  expect([await statusOf(componentID), await proposals()]).toEqual(["Under Maintenance", []]);
});

test("a rule that publishes creates the incident and resolves it, as the audit log says", async () => {
  const { componentID, components } = await makeAPI();
  const { templateID } = await makeTemplate(daymark, {
    kind: "incident",
    title: "{{components}} is down",
    message: "{{components}} is down.",
    status: "Identified",
  });
  const { ruleID } = await makeRule({ mode: "publish", components, templateID });
  await fire();
  await tick(1);
  expect(await incidents()).toMatchObject([{ name: "API is down", status: "Investigating", components }]);
  expect(await statusOf(componentID)).toBe("Major Outage");
  await end();
  await tick(2);
  expect(await incidents()).toMatchObject([{ name: "API is down", status: "Resolved" }]);
  expect([await statusOf(componentID), await proposals()]).toEqual(["Operational", []]);
  const entries = await answer(daymark.administrator.audit.$get({ query: { actor: `rule:${ruleID}` } }));
  expect(entries.map(({ kind, action, actor }) => [kind, action, actor.name])).toEqual([
    ["component", "changed", "Probes"],
    ["incident", "changed", "Probes"],
    ["proposal", "created", "Probes"],
    ["component", "changed", "Probes"],
    ["incident", "created", "Probes"],
    ["proposal", "created", "Probes"],
  ]);
});

test("an incident of a rule that a person wrote on, or whose component they set, is only proposed to be resolved", async () => {
  const { componentID, components } = await makeAPI();
  await makeRule({ mode: "publish", components });
  await fire();
  await tick(1);
  await setByHand(componentID, "Partial Outage");
  await end();
  await tick(2);
  expect(await incidents()).toMatchObject([{ status: "Investigating" }]);
  expect(await statusOf(componentID)).toBe("Partial Outage");
  expect(await proposals()).toMatchObject([{ status: "Resolved" }]);
});

test("all components of a group get its status, and those that it gets later only with the next alert", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Payments" });
  const one = await makeComponent(daymark, { name: "Cards", groupID });
  await makeRule({ mode: "component", groupID, groupStatus: "Partial Outage" });
  await fire();
  await tick(1);
  const later = await makeComponent(daymark, { name: "Transfers", groupID });
  await tick(2);
  expect([await statusOf(one.componentID), await statusOf(later.componentID)]).toEqual([
    "Partial Outage",
    "Operational",
  ]);
});

test("alerts of several rules within ten minutes make one proposal, which goes when all are over", async () => {
  const { componentID, components } = await makeAPI();
  const web = await makeComponent(daymark, { name: "Website" });
  const status = "Degraded Performance" as const;
  await makeRule({ components, labels: [{ name: "title", value: "api*" }] });
  await makeRule({
    components: [{ componentID: web.componentID, status }],
    labels: [{ name: "title", value: "web*" }],
  });
  await fire({ key: "a", title: "api down" });
  await tick(1);
  await fire({ key: "w", title: "web slow" });
  await tick(2);
  expect(await proposals()).toMatchObject([
    {
      name: "Problem with API and Website",
      components: [
        { componentID, status: "Major Outage" },
        { componentID: web.componentID, status },
      ],
    },
  ]);
  await end({ key: "a" });
  await tick(3);
  expect(await proposals()).toHaveLength(1);
  await end({ key: "w" });
  await tick(4);
  expect(await proposals()).toEqual([]);
});

test("what a proposal says follows its components, unless it has the texts of another template", async () => {
  const { components } = await makeAPI();
  const web = await makeComponent(daymark, { name: "Website" });
  const others = [{ componentID: web.componentID, status: "Degraded Performance" as const }];
  const title = "Trouble: {{components}}";
  const { templateID } = await makeTemplate(daymark, { name: "Trouble", kind: "incident", title });
  const first = await makeRule({ components, templateID, labels: [{ name: "title", value: "api*" }] });
  await makeRule({ components: others, templateID, labels: [{ name: "title", value: "web*" }] });
  const joinedName = async () => {
    await fire({ key: "a", title: "api down" });
    await tick(1);
    await fire({ key: "w", title: "web slow" });
    await tick(2);
    const names = (await proposals()).map(({ name }) => name);
    await end({ key: "a" });
    await end({ key: "w" });
    await tick(3);
    expect(await proposals()).toEqual([]);
    return names;
  };
  expect(await joinedName()).toEqual(["Trouble: API and Website"]);
  const other = await makeTemplate(daymark, { name: "Outage", kind: "incident", title: "Outage" });
  await request("PATCH", `/api/alert-rules/${first.ruleID}`, { templateID: other.templateID });
  expect(await joinedName()).toEqual(["Outage"]);
});

test("rules are changed and deleted, and refuse what doesn't exist", async () => {
  const rule = await makeRule({ labels: [{ name: "team", value: "web" }] });
  const path = `/api/alert-rules/${rule.ruleID}`;
  const changed = await request("PATCH", path, { mode: "publish", source: "alertmanager" });
  expect(changed.json).toMatchObject({ mode: "publish", source: "alertmanager", labels: rule.labels });
  expect((await request("GET", "/api/alert-rules")).json).toMatchObject([{ ruleID: rule.ruleID }]);
  for (const [body, field] of [
    [{ groupID: "nothing" }, "groupID"],
    [{ templateID: "nothing" }, "templateID"],
    [{ components: [{ componentID: "nothing", status: "Operational" }] }, "components"],
    [{ mode: "panic" }, "mode"],
    [{ holdMinutes: 1441 }, "holdMinutes"],
  ] as const)
    expect((await request("PATCH", path, body)).json).toMatchObject({
      errors: [{ path: expect.stringContaining(field) }],
    });
  expect((await request("DELETE", path)).status).toBe(204);
  expect((await request("GET", path)).status).toBe(404);
});

test("a preview says what a rule would have done with what was received", async () => {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const receive = async (minutesAgo: number, state: "firing" | "resolved", kind: string) => {
    await send({ key: kind, state, title: `${kind} failed`, labels: { kind } });
    await daymark.db
      .prepare(
        "UPDATE received_alerts SET received_at = ? WHERE received_id = (SELECT max(received_id) FROM received_alerts)",
      )
      .bind(at(minutesAgo))
      .run();
  };
  await receive(90, "firing", "probe");
  await receive(70, "resolved", "probe");
  await receive(60, "firing", "probe");
  await receive(59, "resolved", "probe");
  await receive(50, "firing", "disk");
  const preview = async (body: object) => (await request("POST", "/api/preview/alert-rules", body)).json;
  const labels = [{ name: "kind", value: "probe" }];
  expect(await preview({ labels })).toEqual({
    since: expect.stringMatching(/Z$/),
    alerts: 4,
    times: 1,
    stretches: [{ title: "probe failed", beganAt: expect.any(String), endedAt: expect.any(String) }],
  });
  expect(await preview({ labels, holdMinutes: 0, settleMinutes: 0 })).toMatchObject({ times: 2 });
  expect(await preview({ labels: [{ name: "kind", value: "d*" }] })).toMatchObject({
    alerts: 1,
    times: 1,
    stretches: [{ title: "disk failed", endedAt: null }],
  });
  expect(await preview({ source: "events" })).toMatchObject({ alerts: 0, times: 0, stretches: [] });
  const test = { key: "test", title: "Test", labels: { kind: "test" } };
  await send({
    alerts: [
      { ...test, state: "firing" },
      { ...test, state: "resolved" },
    ],
  });
  expect(await preview({ labels: [{ name: "kind", value: "test" }] })).toMatchObject({ alerts: 1 });
});
