import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import {
  makeApiKey,
  makeComponent,
  makeGroup,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { startWebhookDaymark } from "../../../support/factories/webhook-subscribers.ts";
import { answer } from "../../../support/starters/daymark.ts";

const { daymark, receiver, makeWebhook, deliveriesOf, setClockAhead, runDue, holdQueues, queueReport } =
  await startWebhookDaymark();

/** What the webhook was told, as "name: old → new" for a component and "name: status" for a notice. */
const receivedBy = ({ path }: { path: string }) =>
  receiver
    .updates(path)
    .map(({ json }) =>
      json.incident
        ? `${json.incident.name}: ${json.incident.status}`
        : `${json.component.name}: ${json.component_update.old_status} → ${json.component_update.new_status}`,
    );

const setStatus = (componentID: string, status: "Operational" | "Major Outage") =>
  answer(
    daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { status } }),
  );

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, {
    method,
    headers: { Authorization: await daymark.token(), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response;
}

test("a webhook is told of a component's new status in the shape of Statuspage, once", async () => {
  const { componentID, createdAt } = await makeComponent(daymark, { name: "Shop", description: "Buys" });
  const webhook = await makeWebhook();
  const { updatedAt } = await setStatus(componentID, "Major Outage");
  await setStatus(componentID, "Major Outage");
  await expect.poll(() => receiver.updates(webhook.path).length).toBe(1);
  const [post] = receiver.updates(webhook.path);
  expect(post?.json).toEqual({
    meta: {
      unsubscribe: expect.stringContaining(`${webhook.manage}/unsubscribe`),
      documentation: expect.stringMatching(/^http.*\/api\/docs$/),
      generated_at: expect.any(String),
    },
    page: { id: expect.any(String), status_indicator: "critical", status_description: "Major System Outage" },
    component_update: {
      created_at: updatedAt,
      new_status: "major_outage",
      old_status: "operational",
      id: post?.headers["webhook-id"],
      component_id: componentID,
    },
    component: expect.objectContaining({
      id: componentID,
      name: "Shop",
      description: "Buys",
      status: "major_outage",
      created_at: createdAt,
    }),
  });
  await answer(
    daymark.administrator.components[":componentID"].$patch({
      param: { componentID },
      json: { name: "Store" },
    }),
  );
  await runDue();
  expect(receiver.updates(webhook.path)).toHaveLength(1);
});

test("whoever changes a component's status, its webhooks are told once, in the order of the changes", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const other = await makeComponent(daymark, { name: "Shop" });
  const webhook = await makeWebhook();
  await setStatus(componentID, "Major Outage");
  await send("PATCH", "/api/components", {
    components: [componentID, other.componentID].map((id) => ({ componentID: id, status: "Partial Outage" })),
  });
  const key = await makeApiKey(daymark, { scopes: ["all"] });
  const { incidentID } = (await (
    await send(
      "POST",
      "/api/v0/incidents",
      {
        name: "Errors",
        status: "Investigating",
        components: [{ componentID, status: "Degraded Performance" }],
      },
      { "x-api-key": key },
    )
  ).json()) as { incidentID: string };
  // Deleting the incident withdraws what is not sent yet.
  await expect.poll(() => receivedBy(webhook).length).toBe(5);
  await send("DELETE", `/api/incidents/${incidentID}?restoreComponents=true`);
  const startAt = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
  const endAt = new Date(Date.now() + 30 * MINUTE_MS).toISOString();
  await makeMaintenance(daymark, {
    startAt,
    endAt,
    name: "New disks",
    components: [{ componentID, status: "Under Maintenance" }],
  });

  await expect.poll(() => receivedBy(webhook).length).toBe(7);
  await setClockAhead(11 * MINUTE_MS);
  await daymark.runCron(startAt);
  await setClockAhead(31 * MINUTE_MS);
  await daymark.runCron(endAt);
  await expect.poll(() => receivedBy(webhook).length).toBe(11);
  expect(receivedBy(webhook)).toEqual([
    "API: operational → major_outage",
    "API: major_outage → partial_outage",
    "Shop: operational → partial_outage",
    "Errors: investigating",
    "API: partial_outage → degraded_performance",
    "API: degraded_performance → operational",
    "New disks: scheduled",
    "New disks: in_progress",
    "API: operational → under_maintenance",
    "New disks: completed",
    "API: under_maintenance → operational",
  ]);
  const ids = receiver.updates(webhook.path).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a webhook hears of the components that it follows, by themselves or by their group, and not for a single incident", async () => {
  const { groupID } = await makeGroup(daymark);
  const chosen = await makeComponent(daymark, { name: "Chosen" });
  const grouped = await makeComponent(daymark, { name: "Grouped", groupID });
  const other = await makeComponent(daymark, { name: "Other" });
  const incident = await answer(
    daymark.administrator.incidents.$post({ json: { name: "Errors", status: "Investigating" } }),
  );
  const ofComponent = await makeWebhook({ choice: { components: [chosen.componentID] } });
  const ofGroup = await makeWebhook({ choice: { groups: [groupID] } });
  const ofBoth = await makeWebhook({ choice: { components: [grouped.componentID], groups: [groupID] } });
  const ofIncident = await makeWebhook({ choice: { notices: [incident.incidentID] } });
  await send("PATCH", "/api/components", {
    components: [other, grouped, chosen].map(({ componentID }) => ({ componentID, status: "Major Outage" })),
  });
  await expect
    .poll(() => [ofComponent, ofGroup, ofBoth].map(receivedBy))
    .toEqual([
      ["Chosen: operational → major_outage"],
      ["Grouped: operational → major_outage"],
      ["Grouped: operational → major_outage"],
    ]);
  await runDue();
  expect(receivedBy(ofIncident)).toEqual([]);
});

test("a write that is undone tells no webhook of its components, and one that stays does after the time", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const webhook = await makeWebhook();
  const incident = (name: string) => ({
    name,
    status: "Investigating",
    components: [{ componentID, status: "Major Outage" }],
  });
  const undone = await send("POST", "/api/incidents", incident("undone"), { Prefer: "undo" });
  await send("POST", undone.headers.get("Undo") ?? "");
  await send("POST", "/api/incidents", incident("stays"), { Prefer: "undo" });
  await runDue();
  expect(receivedBy(webhook)).toEqual([]);
  await setClockAhead(MINUTE_MS);
  await runDue();
  await expect
    .poll(() => receivedBy(webhook))
    .toEqual(["stays: investigating", "API: operational → major_outage"]);
});

test("a component that changes too often for its history is told in full, also if webhooks hear of it late", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  await daymark.db
    .prepare(`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO status_changes (component_id, status, at, cause)
      SELECT ?1, iif(i % 2, 'Major Outage', 'Operational'), ?2, 'administrator' FROM n`)
    .bind(componentID, new Date().toISOString())
    .run();
  const webhook = await makeWebhook();
  await holdQueues("on");
  for (const status of ["Major Outage", "Operational", "Major Outage", "Operational"] as const)
    await setStatus(componentID, status);
  await holdQueues("off");
  await runDue();
  await expect.poll(() => receivedBy(webhook).length).toBe(4);
  expect(receivedBy(webhook)).toEqual([
    ...["API: operational → major_outage", "API: major_outage → operational"],
    ...["API: operational → major_outage", "API: major_outage → operational"],
  ]);
});

test("a failed try repeats one component with the same ID, and a component deleted meanwhile is left out", async () => {
  const components = [];
  for (const name of ["One", "Two", "Three"]) components.push(await makeComponent(daymark, { name }));
  const webhook = await makeWebhook();
  receiver.overrideResponses((post, response) => {
    response.writeHead(post.json.component.name === "Two" ? 503 : 200).end();
  });
  await send("PATCH", "/api/components", {
    components: components.map(({ componentID }) => ({ componentID, status: "Major Outage" })),
  });
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.attempts).toBe(1);
  receiver.overrideResponses((_, response) => response.end());
  await send("DELETE", `/api/components/${components[2]?.componentID}`);
  await setClockAhead(MINUTE_MS);
  await runDue();
  await expect.poll(async () => (await deliveriesOf(webhook))[0]?.state).toBe("withdrawn");
  const posts = receiver.updates(webhook.path);
  expect(posts.map(({ json }) => json.component.name)).toEqual(["One", "Two", "Two"]);
  expect(posts[1]?.headers["webhook-id"]).toBe(posts[2]?.headers["webhook-id"]);
  expect(posts[0]?.headers["webhook-id"]).not.toBe(posts[1]?.headers["webhook-id"]);
  const page = await (await daymark.fetch(webhook.manage)).text();
  expect(page).toContain("<bdi>One</bdi> <small>Major Outage</small><small> +2</small>");
});

test("a change of 1,000 components writes few rows for each webhook, and is told within the free plan's statements", async () => {
  await daymark.db.batch([
    daymark.db.prepare("DELETE FROM components"),
    daymark.db.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
      SELECT printf('component%04d', i), 'Component ' || i, '', 'Operational', i, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM n`),
  ]);
  const list = await answer(daymark.visitor.components.$get());
  const everything = await makeWebhook();
  const chosen = await makeWebhook({
    choice: { components: list.slice(10, 20).map((each) => each.componentID) },
  });
  await holdQueues("on");
  const response = await send("PATCH", "/api/components", {
    components: list.map(({ componentID }) => ({ componentID, status: "Major Outage" })),
  });
  expect(Number(response.headers.get("x-test-statements"))).toBeLessThan(20);
  const count = async (table: string) =>
    daymark.db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
  await runDue();
  expect(
    await daymark.db.prepare("SELECT count(*) AS n FROM messages WHERE kind = 'component'").first("n"),
  ).toBe(1);
  expect(await count("status_changes")).toBe(1000);
  await queueReport();
  await runDue();
  const { statements, rowsWritten } = await queueReport();
  await holdQueues("off");
  expect([(await deliveriesOf(everything)).length, (await deliveriesOf(chosen)).length]).toEqual([1, 1]);
  expect(statements).toBeLessThanOrEqual(50);
  expect(rowsWritten).toBeLessThan(40);
  for (let runs = 0; runs < 8 && receivedBy(chosen).length < 10; runs += 1) await runDue();
  expect(receivedBy(chosen)).toHaveLength(10);
  // The one with more to hear doesn't hold up the other.
  expect(receivedBy(everything).length).toBeLessThan(60);
  const names = receivedBy(everything).map((received) => Number(received.split(/[ :]/)[1]));
  expect(names).toEqual(names.map((_, index) => index + 1));
});
