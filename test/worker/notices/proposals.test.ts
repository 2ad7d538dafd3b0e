import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";
import { makeApiKey, makeComponent, makeProposal } from "../../support/factories/factories.ts";
import { addSubscribers, manySubscribers } from "../../support/factories/insert-subscribers.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { publicAddresses } from "../../support/readers/public-addresses.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
  await addSubscribers(daymark, manySubscribers(1));
});
beforeEach(() =>
  daymark.db.exec(
    "DELETE FROM proposals; DELETE FROM notices; DELETE FROM components; DELETE FROM messages;",
  ),
);
afterAll(() => daymark.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendJSON(daymark, { method, path, body, headers });

async function sendWithKey(
  key: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { "x-api-key": key, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { response, status: response.status, json: await response.json().catch(() => undefined) };
}

const list = () => answer(daymark.administrator.proposals.$get());
const incidents = async () => (await send("GET", "/api/incidents?fresh=1")).json;
const statusOf = async (componentID: string) =>
  (await answer(daymark.visitor.components.$get({ query: {} }))).find(
    (each) => each.componentID === componentID,
  )?.status;
const countMessages = () => daymark.db.prepare("SELECT count(*) FROM messages").first("count(*)");
const gone = "There is no such proposal. It may have been published or discarded.";

async function makeOutage() {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const proposal = await makeProposal(daymark, {
    name: "API may be down",
    message: "**Probes** fail.",
    components,
  });
  return { componentID, proposal, path: `/api/proposals/${proposal.proposalID}` };
}

test("a proposal is kept, changed and discarded, and nothing happens to the page", async () => {
  const { componentID, proposal, path } = await makeOutage();
  expect(proposal).toMatchObject({
    name: "API may be down",
    status: "Investigating",
    message: "**Probes** fail.",
    components: [{ componentID, status: "Major Outage" }],
    createdBy: { kind: "administrator", name: "admin@example.com" },
  });
  expect(await list()).toEqual([proposal]);
  expect((await send("GET", path)).json).toEqual(proposal);
  const { json } = await send("PATCH", path, { status: "Identified", components: [] });
  expect(json).toMatchObject({ name: proposal.name, status: "Identified", components: [] });
  expect([json.createdAt, json.createdBy]).toEqual([proposal.createdAt, proposal.createdBy]);
  expect(await statusOf(componentID)).toBe("Operational");
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("DELETE", path)).status).toBe(204);
  expect(await send("GET", path)).toMatchObject({ status: 404, json: { errorMessage: gone } });
  expect([await list(), await incidents(), await countMessages()]).toEqual([[], [], 0]);
});

test("proposals are listed with the newest first", async () => {
  for (const name of ["First", "Second"]) await makeProposal(daymark, { name });
  await daymark.db.exec("UPDATE proposals SET created_at = '2026-01-01T00:00:00.000Z' WHERE name = 'First'");
  expect((await list()).map(({ name }) => name)).toEqual(["Second", "First"]);
});

test.each<[problem: string, body: object, path: string, message: string]>([
  ["no name", { message: "Text" }, "name", "Name is required."],
  ["a long name", { name: "x".repeat(201) }, "name", "Name can be 200 characters at most."],
  ["a long message", { message: "x".repeat(20_001) }, "message", "Message can be 20,000 characters at most."],
  [
    "a status of a maintenance",
    { status: "Scheduled" },
    "status",
    "Status must be one of: Investigating, Identified, Monitoring, Resolved.",
  ],
  [
    "an unknown component",
    { components: [{ componentID: "nobody", status: "Operational" }] },
    "components.0.componentID",
    "There is no component nobody.",
  ],
])("a proposal with %s is refused with a sentence", async (problem, fields, path, message) => {
  const existing = await makeProposal(daymark);
  const refused = { status: 400, json: { errorMessage: message, errors: [{ path, message }] } };
  const body = problem === "no name" ? fields : { name: "New", ...fields };
  expect(await send("POST", "/api/proposals", body)).toMatchObject(refused);
  if (problem !== "no name")
    expect(await send("PATCH", `/api/proposals/${existing.proposalID}`, fields)).toMatchObject(refused);
  expect(await list()).toEqual([existing]);
});

test("there can be at most 50 proposals", async () => {
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 50)
    INSERT INTO proposals SELECT 'proposal' || n, n, 'Investigating', '', '[]', 'API key', '', '', '', NULL, NULL FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  const errorMessage =
    "The limit of 50 proposals is reached. Nothing was saved. Publish or discard one first.";
  expect(await send("POST", "/api/proposals", { name: "New" })).toMatchObject({
    status: 409,
    json: { errorMessage },
  });
});

test("a list of the longest proposals is at most 10 MiB", async () => {
  const text = "replace(hex(zeroblob(20000)), '00', '障')";
  const at = "'2026-01-01T00:00:00.000Z'";
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 1000)
    INSERT INTO components (component_id, name, description, status, "order", created_at, updated_at)
    SELECT printf('component%03d', n), n, '', 'Operational', n, ${at}, ${at} FROM count`.replace(/\s+/g, " "),
  );
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 50)
    INSERT INTO proposals SELECT 'proposal' || n, substr(${text}, 1, 200), 'Investigating', ${text},
      (SELECT json_group_array(json_object('componentID', component_id, 'status', 'Degraded Performance')) FROM components),
      'API key', substr(${text}, 1, 200), ${at}, ${at}, NULL, NULL FROM count`.replace(/\s+/g, " "),
  );
  const { status, json } = await send("GET", "/api/proposals");
  expect([status, json.length, json[0].components.length]).toEqual([200, 50, 1000]);
  expect(new TextEncoder().encode(JSON.stringify(json)).length).toBeLessThan(10 * 1024 * 1024);
});

describe("publishing", () => {
  test("creates the incident with what the proposal says, tells subscribers, and removes the proposal", async () => {
    const { componentID, proposal, path } = await makeOutage();
    const { response, status, json } = await send("POST", `${path}/publish`);
    expect(status).toBe(201);
    expect(response.headers.get("Location")).toBe(`/api/incidents/${json.incidentID}`);
    expect(json).toMatchObject({
      name: proposal.name,
      status: "Investigating",
      message: proposal.message,
      components: [{ componentID, name: "API", status: "Major Outage" }],
    });
    expect(Date.parse(json.createdAt)).toBeGreaterThanOrEqual(Date.parse(proposal.createdAt));
    expect((await send("GET", `/api/incidents/${json.incidentID}`)).json).toEqual(json);
    expect([await list(), await statusOf(componentID), await countMessages()]).toEqual([
      [],
      "Major Outage",
      1,
    ]);
  });

  test("takes what the body has in place of what the proposal says", async () => {
    const { componentID, path } = await makeOutage();
    const { json } = await send("POST", `${path}/publish`, {
      name: "API is slow",
      status: "Monitoring",
      message: "",
      components: [{ componentID, status: "Degraded Performance" }],
      createdAt: "2026-11-01T10:00:00Z",
      notifySubscribers: false,
    });
    expect(json).toMatchObject({
      name: "API is slow",
      status: "Monitoring",
      message: "",
      components: [{ status: "Degraded Performance" }],
      createdAt: "2026-11-01T10:00:00.000Z",
    });
    expect([await list(), await countMessages()]).toEqual([[], 0]);
  });

  test("adds an incident that is over, as a new incident can be", async () => {
    const { componentID, path } = await makeOutage();
    const over = {
      backfilled: true,
      createdAt: "2026-11-01T10:00:00Z",
      resolvedAt: "2026-11-01T11:00:00Z",
      resolvedMessage: "A cable was cut.",
    };
    const { json } = await send("POST", `${path}/publish`, over);
    expect(json).toMatchObject({ status: "Resolved", backfilled: true, message: "A cable was cut." });
    expect([await list(), await statusOf(componentID)]).toEqual([[], "Operational"]);
  });

  test.each<[problem: string, body: object, message: string]>([
    ["a status of a maintenance", { status: "Scheduled" }, "Status must be one of"],
    ["an empty name", { name: " " }, "Name is required."],
    [
      "an unknown component",
      { components: [{ componentID: "nobody", status: "Operational" }] },
      "There is no component nobody.",
    ],
    ["an end without a start", { backfilled: true }, "createdAt is required with backfilled."],
    ["a start in the future", { createdAt: "2100-01-01T00:00:00Z" }, "createdAt can't be in the future."],
  ])("with %s is refused, and the proposal stays", async (_, body, message) => {
    const { path } = await makeOutage();
    const before = await list();
    const { status, json } = await send("POST", `${path}/publish`, body);
    expect([status, json.errorMessage]).toEqual([400, expect.stringContaining(message)]);
    expect([await list(), await incidents()]).toEqual([before, []]);
  });

  test("leaves out a component that was deleted since", async () => {
    const { componentID, proposal, path } = await makeOutage();
    const other = await makeComponent(daymark, { name: "Web" });
    const both = [...proposal.components, { componentID: other.componentID, status: "Partial Outage" }];
    await send("PATCH", path, { components: both });
    await send("DELETE", `/api/components/${componentID}`);
    expect((await send("GET", path)).json.components).toEqual(both.slice(1));
    const { status, json } = await send("POST", `${path}/publish`);
    expect([status, json.components]).toEqual([201, [{ ...both[1], name: "Web" }]]);
  });

  test("twice answers 404 with a sentence, and there is one incident", async () => {
    const { path } = await makeOutage();
    expect((await send("POST", `${path}/publish`)).status).toBe(201);
    expect(await send("POST", `${path}/publish`)).toMatchObject({
      status: 404,
      json: { errorMessage: gone },
    });
    expect(await send("PATCH", path, { name: "New" })).toMatchObject({ status: 404 });
    expect(await incidents()).toHaveLength(1);
  });

  test("by several people at once creates one incident", async () => {
    const { path } = await makeOutage();
    const publishing = Array.from({ length: 5 }, () => send("POST", `${path}/publish`));
    const results = await Promise.all(publishing);
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404, 404]);
    expect([(await incidents()).length, await countMessages(), await list()]).toEqual([1, 1, []]);
  });

  test("refuses a proposal that was discarded or changed between reading and writing", async () => {
    const { path } = await makeOutage();
    const change = "UPDATE proposals SET name = 'Other', updated_at = '2100-01-01T00:00:00.000Z'";
    const publish = (sql: string) => send("POST", `${path}/publish`, {}, { "x-test-before-batch": sql });
    expect(await publish(change)).toMatchObject({ status: 409, json: { current: { name: "Other" } } });
    expect(await publish("DELETE FROM proposals")).toMatchObject({
      status: 404,
      json: { errorMessage: gone },
    });
    expect([await incidents(), await countMessages()]).toEqual([[], 0]);
  });

  test("with a stale If-Match is refused with the current proposal", async () => {
    const { proposal, path } = await makeOutage();
    const headers = { "If-Match": `"${proposal.updatedAt}"` };
    const changed = (await send("PATCH", path, { name: "Not the API" })).json;
    const stale = await send("POST", `${path}/publish`, {}, headers);
    expect([stale.status, stale.json.current]).toEqual([409, changed]);
    const current = { "If-Match": `"${changed.updatedAt}"` };
    expect((await send("POST", `${path}/publish`, {}, current)).status).toBe(201);
  });

  test("with the same Idempotency-Key repeats the answer, even if the first one was lost", async () => {
    const { path } = await makeOutage();
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const lost = await send("POST", `${path}/publish`, {}, { ...headers, "x-test-break-d1": "after-write" });
    expect(lost.status).toBe(503);
    const [first, second] = [
      await send("POST", `${path}/publish`, {}, headers),
      await send("POST", `${path}/publish`, {}, headers),
    ];
    expect([first.status, second.status, second.json]).toEqual([201, 201, first.json]);
    expect(await incidents()).toEqual([first.json]);
  });

  test("stores nothing if any of its statements fails", async () => {
    const { componentID, path } = await makeOutage();
    const before = await list();
    // The first statements are those that find the proposal and authenticate; one of the batch is among the others.
    for (let failing = 1; failing <= 20; failing += 1) {
      const { status } = await send("POST", `${path}/publish`, {}, { "x-test-break-d1": String(failing) });
      if (status === 201) throw new Error(`The call has only ${failing - 1} statements.`);
      expect([failing, status]).toEqual([failing, 503]);
      expect([await list(), await incidents(), await countMessages()]).toEqual([before, [], 0]);
    }
    expect(await statusOf(componentID)).toBe("Operational");
  });

  test("can be undone: the proposal is back, and no email is sent", async () => {
    const { componentID, path } = await makeOutage();
    const before = await list();
    const { response } = await send("POST", `${path}/publish`, {}, { Prefer: "undo" });
    expect(await list()).toEqual([]);
    expect((await send("POST", response.headers.get("Undo") ?? "")).status).toBe(200);
    expect([await list(), await incidents(), await countMessages()]).toEqual([before, [], 0]);
    expect(await statusOf(componentID)).toBe("Operational");
  });
});

describe("an API key", () => {
  test("of the scope propose proposes, reads what it proposed, and can do nothing else", async () => {
    const key = await makeApiKey(daymark, { name: "Monitoring", scopes: ["propose"] });
    const { status, json } = await sendWithKey(key, "POST", "/proposals", { name: "API may be down" });
    expect([status, json.createdBy]).toEqual([201, { kind: "API key", name: "Monitoring" }]);
    const path = `/proposals/${json.proposalID}`;
    expect((await sendWithKey(key, "GET", path)).json).toEqual(json);
    const calls: [method: string, path: string, body?: object][] = [
      ["POST", `${path}/publish`, {}],
      ["PATCH", path, { name: "Other" }],
      ["DELETE", path],
      ["GET", "/proposals"],
      ["POST", "/incidents", { name: "API is down", status: "Investigating" }],
      ["POST", "/maintenances", { name: "Moving", startAt: "2100-01-01", endAt: "2100-01-02" }],
      ["POST", "/components", { name: "API" }],
      ["GET", "/incidents"],
    ];
    for (const [method, address, body] of calls)
      expect([method, address, (await sendWithKey(key, method, address, body)).status]).toEqual([
        method,
        address,
        403,
      ]);
    expect(await sendWithKey(key, "POST", `${path}/publish`)).toMatchObject({
      json: {
        errorMessage:
          "This API key isn't allowed to do this: its scope is propose, and this call needs notices or all. An administrator can create another one under Settings.",
      },
    });
    expect([await list(), await incidents()]).toEqual([[json], []]);
  });

  test("of the scope notices lists, changes, publishes and discards", async () => {
    const key = await makeApiKey(daymark, { scopes: ["notices"] });
    const { path: first } = await makeOutage();
    await makeProposal(daymark, { name: "Second" });
    const all = (await sendWithKey(key, "GET", "/proposals")).json;
    expect(all).toEqual(await list());
    const [second] = all;
    const secondPath = `/proposals/${second.proposalID}`;
    expect((await sendWithKey(key, "PATCH", secondPath, { name: "Other" })).json.name).toBe("Other");
    expect((await sendWithKey(key, "DELETE", secondPath)).status).toBe(204);
    const published = await sendWithKey(key, "POST", `${first.replace("/api", "")}/publish`);
    expect(published.response.headers.get("Location")).toBe(`/api/v0/incidents/${published.json.incidentID}`);
    expect([published.status, await list(), (await incidents()).length]).toEqual([201, [], 1]);
  });
});

test("a stranger finds nothing of a proposal at any address", async () => {
  const { proposal, path } = await makeOutage();
  await send("PATCH", path, { name: "Xyzzy outage", message: "Plugh" });
  const { proposalID } = proposal;
  for (const [method, address] of [
    ...[
      ["GET", "/api/proposals"],
      ["GET", path],
      ["POST", "/api/proposals"],
      ["PATCH", path],
      ["DELETE", path],
    ],
    ...[
      ["POST", `${path}/publish`],
      ["GET", "/api/v0/proposals"],
      ["GET", `/api/v0/proposals/${proposalID}`],
    ],
  ] as [string, string][]) {
    const response = await daymark.fetch(address, { method, ...(method !== "GET" && { body: "{}" }) });
    expect([method, address, response.status]).toEqual([method, address, 401]);
  }
  const components = proposal.components.map(({ componentID }) => componentID);
  const addresses = publicAddresses({
    ...{ components, incidents: [proposalID], maintenances: [proposalID], metrics: [] },
    months: [new Date().toISOString().slice(0, 7)],
  });
  for (const address of [
    ...addresses,
    "/api/incidents",
    "/api/incidents?q=xyzzy",
    `/api/incidents/${proposalID}`,
  ])
    expect([address, await (await daymark.fetch(address)).text()]).toEqual([
      address,
      expect.not.stringMatching(/xyzzy|plugh/i),
    ]);
  expect((await daymark.fetch(`/incidents/${proposalID}`)).status).toBe(404);
  expect(await countMessages()).toBe(0);
});

test("the audit log says who proposed, changed, discarded and published", async () => {
  const key = await makeApiKey(daymark, { name: "Monitoring", scopes: ["propose"] });
  const { componentID, proposal, path } = await makeOutage();
  await send("PATCH", path, { name: "API is down" });
  const published = await send("POST", `${path}/publish`);
  const other = (await sendWithKey(key, "POST", "/proposals", { name: "False alarm" })).json;
  await send("DELETE", `/api/proposals/${other.proposalID}`);
  const read = async (itemID: string): Promise<AuditEntry[]> =>
    (await send("GET", `/api/audit?item=${itemID}`)).json;
  expect(await read(proposal.proposalID)).toMatchObject([
    {
      kind: "proposal",
      action: "published",
      itemName: "API is down",
      before: { name: "API is down" },
      after: {},
    },
    { action: "changed", before: { name: "API may be down" }, after: { name: "API is down" } },
    { action: "created", after: { name: "API may be down", message: "**Probes** fail." } },
  ]);
  const [created] = await read(published.json.incidentID);
  const [publication] = await read(proposal.proposalID);
  expect(created).toMatchObject({ kind: "incident", action: "created", requestID: publication?.requestID });
  expect((await read(componentID))[0]).toMatchObject({
    action: "changed",
    after: { status: "Major Outage" },
    requestID: created?.requestID,
  });
  expect(await read(other.proposalID)).toMatchObject([
    { action: "deleted", before: { name: "False alarm" } },
    { action: "created", actor: { kind: "API key", name: "Monitoring" } },
  ]);
});
