import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { en } from "../../../web/status/texts/en.ts";
import { formatDuration } from "../../../web/status/views/strips/figures.ts";
import { formatTime } from "../../../web/status/views/time-format.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeTemplate,
} from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
});
beforeEach(() => daymark.db.exec("DELETE FROM templates; DELETE FROM notices; DELETE FROM components;"));
afterAll(() => daymark.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendJSON(daymark, { method, path, body, headers });
const open = (body: object) => send("POST", "/api/incidents", body);
const readNames = async () => (await answer(daymark.administrator.templates.$get())).map(({ name }) => name);

test("a template is stored, changed, listed by name and deleted", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Partial Outage" as const }];
  const fields = {
    title: "{{components}} is down",
    message: "Since {{start}}.",
    status: "Identified" as const,
  };
  const template = await makeTemplate(daymark, { name: "Outage", ...fields, components });
  expect(template).toMatchObject({ name: "Outage", kind: "incident", ...fields, components });
  await makeTemplate(daymark, { name: "cable cut" });
  expect(await readNames()).toEqual(["cable cut", "Outage"]);

  const path = `/api/templates/${template.templateID}`;
  expect((await send("GET", path)).json).toEqual(template);
  const changed = await send("PATCH", path, { message: "", status: null, components: [] });
  expect(changed.json).toMatchObject({ title: fields.title, message: "", status: null, components: [] });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("GET", path)).status).toBe(404);
});

test("a template without texts gives nothing but its name and kind", async () => {
  const { json } = await send("POST", "/api/templates", { name: "Moving", kind: "maintenance" });
  expect(json).toMatchObject({ title: "", message: "", status: null, components: [] });
});

const nameTakenMessage = "There is already a template named OUTAGE. Choose another name.";
const unknownVariableMessage =
  "Use only {{components}}, {{service}}, {{start}}, {{duration}}, or write \\{{ for plain braces.";
test.each<[problem: string, body: object, path: string, message: string]>([
  ["no name", { kind: "incident" }, "name", "Name is required."],
  ["a long name", { name: "x".repeat(101) }, "name", "Name can be 100 characters at most."],
  ["no kind", { name: "New", kind: undefined }, "kind", "Kind must be one of: incident, maintenance."],
  ["a long title", { title: "x".repeat(201) }, "title", "Title can be 200 characters at most."],
  [
    "an unknown variable",
    { title: "{{ region }} down" },
    "title",
    `There is no variable {{region}}. ${unknownVariableMessage}`,
  ],
  [
    "a variable in capitals",
    { message: "{{Start}}" },
    "message",
    `There is no variable {{Start}}. ${unknownVariableMessage}`,
  ],
  [
    "a long unknown variable",
    { message: `{{${"x".repeat(5000)}}}` },
    "message",
    `There is no variable {{${"x".repeat(50)}}}. ${unknownVariableMessage}`,
  ],
  [
    "a status of the other kind",
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
])("a template with %s is refused with a sentence", async (_, fields, path, message) => {
  const { templateID } = await makeTemplate(daymark, { name: "Outage" });
  const before = await answer(daymark.administrator.templates.$get());
  const body = { name: "New", kind: "incident", ...fields };
  const added = await send("POST", "/api/templates", "name" in fields || path !== "name" ? body : fields);
  expect(added).toMatchObject({ status: 400, json: { errorMessage: message, errors: [{ path, message }] } });
  if (path !== "name" && path !== "kind")
    expect(await send("PATCH", `/api/templates/${templateID}`, fields)).toMatchObject({
      status: 400,
      json: { errorMessage: message, errors: [{ path, message }] },
    });
  expect(await answer(daymark.administrator.templates.$get())).toEqual(before);
});

test("two names that differ only in their case are refused", async () => {
  await makeTemplate(daymark, { name: "Outage" });
  const second = await send("POST", "/api/templates", { name: "OUTAGE", kind: "incident" });
  expect(second).toMatchObject({
    status: 409,
    json: { errorMessage: nameTakenMessage, errors: [{ path: "name" }] },
  });
  const { templateID } = await makeTemplate(daymark, { name: "Other" });
  expect(await send("PATCH", `/api/templates/${templateID}`, { name: "OUTAGE" })).toMatchObject({
    status: 409,
    json: { errorMessage: nameTakenMessage },
  });
  expect((await send("PATCH", `/api/templates/${templateID}`, { name: "OTHER" })).status).toBe(200);
});

test("there can be at most 100 templates", async () => {
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100)
    INSERT INTO templates SELECT 'template' || n, n, n, 'incident', '', '', NULL, '[]', '', '' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  const errorMessage = "The limit of 100 templates is reached. Nothing was saved. Delete one first.";
  expect(await send("POST", "/api/templates", { name: "New", kind: "incident" })).toMatchObject({
    status: 409,
    json: { errorMessage },
  });
});

test("a list of the longest templates is at most 10 MiB", async () => {
  const text = "replace(hex(zeroblob(20000)), '00', '障')";
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100)
    INSERT INTO templates SELECT 'template' || n, n, n, 'incident', substr(${text}, 1, 200), ${text}, NULL, '[]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  const { response, json } = await send("GET", "/api/templates");
  expect(response.status).toBe(200);
  expect(json).toHaveLength(100);
  expect(new TextEncoder().encode(JSON.stringify(json)).length).toBeLessThan(10 * 1024 * 1024);
});

test("the kind can change only along with a status of the new kind", async () => {
  const { templateID } = await makeTemplate(daymark, { status: "Monitoring" });
  const path = `/api/templates/${templateID}`;
  expect((await send("PATCH", path, { kind: "maintenance" })).status).toBe(400);
  const changed = await send("PATCH", path, { kind: "maintenance", status: "Verifying" });
  expect(changed).toMatchObject({ status: 200, json: { kind: "maintenance", status: "Verifying" } });
});

test("reading and writing need a key for notices", async () => {
  const call = async (method: string, scope: "metrics" | "read" | "notices" | "all") => {
    const key = await makeApiKey(daymark, { scopes: [scope] });
    const body = method === "POST" && { body: JSON.stringify({ name: `By ${scope}`, kind: "incident" }) };
    const response = await daymark.fetch("/api/v0/templates", {
      method,
      headers: { "x-api-key": key },
      ...body,
    });
    return response.status;
  };
  const scopes = ["metrics", "read", "notices", "all"] as const;
  expect(await Promise.all(scopes.map((scope) => call("GET", scope)))).toEqual([403, 403, 200, 200]);
  expect(await Promise.all(scopes.map((scope) => call("POST", scope)))).toEqual([403, 403, 201, 201]);
  expect((await daymark.fetch("/api/templates")).status).toBe(401);
});

test("an incident takes from its template what the request leaves empty", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
  const api = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website" });
  const { templateID } = await makeTemplate(daymark, {
    title: "{{components}} of {{service}}",
    message: "Down since {{ start }}, for {{duration}}. \\{{start}} {{ {x} }}",
    status: "Identified",
    components: [
      { componentID: website.componentID, status: "Major Outage" },
      { componentID: api.componentID, status: "Partial Outage" },
    ],
  });
  const createdAt = new Date(Date.now() - 125 * MINUTE_MS).toISOString();
  const { status, json } = await open({ templateID, createdAt, message: "" });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    name: "API and Website of Acme",
    status: "Identified",
    message: `Down since ${formatTime(createdAt, "en", "UTC")}, for ${formatDuration(125, { texts: en, language: "en" })}. {{start}} {{ {x} }}`,
    components: [
      { name: "API", status: "Partial Outage" },
      { name: "Website", status: "Major Outage" },
    ],
    incidentUpdates: [{ incidentStatus: "Identified" }],
  });
});

test("what began within this minute has lasted less than a minute", async () => {
  const { templateID } = await makeTemplate(daymark, { message: "For {{duration}}." });
  const { json } = await open({ templateID, name: "Down", status: "Investigating" });
  expect(json).toMatchObject({ message: "For less than a minute." });
});

test("what a request sends stays as it is, and its components fill the template's texts", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const other = await makeComponent(daymark, { name: "Website" });
  const { templateID } = await makeTemplate(daymark, {
    title: "Template",
    message: "{{components}}",
    status: "Resolved",
    components: [{ componentID: other.componentID, status: "Major Outage" }],
  });
  const components = [{ componentID, status: "Partial Outage" }];
  const sent = { name: "{{start}}", status: "Monitoring", components };
  const { json } = await open({ templateID, ...sent });
  expect(json).toMatchObject({ name: "{{start}}", status: "Monitoring", message: "API" });
  expect(json).toMatchObject({ components: [{ name: "API", status: "Partial Outage" }] });
});

test("a maintenance's template knows its start and how long it takes", async () => {
  const { templateID } = await makeTemplate(daymark, {
    kind: "maintenance",
    title: "Moving",
    message: "{{start}}: {{duration}}",
  });
  const times = { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-02T12:05:00.000Z" };
  const { json } = await send("POST", "/api/maintenances", { templateID, ...times });
  const message = `${formatTime(times.startAt, "en", "UTC")}: ${formatDuration(1565, { texts: en, language: "en" })}`;
  expect(json).toMatchObject({ name: "Moving", status: "Scheduled", message });
});

test("a template works without its deleted components", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const gone = await makeComponent(daymark, { name: "Gone" });
  const components = [api, gone].map(({ componentID }) => ({ componentID, status: "Major Outage" as const }));
  const { templateID } = await makeTemplate(daymark, { title: "{{components}}", components });
  expect((await send("DELETE", `/api/components/${gone.componentID}`)).status).toBe(204);
  expect((await send("GET", `/api/templates/${templateID}`)).json).toMatchObject({
    components: [{ componentID: api.componentID }],
  });
  expect((await open({ templateID })).json).toMatchObject({ name: "API", components: [{ name: "API" }] });
  expect((await send("DELETE", `/api/components/${api.componentID}`)).status).toBe(204);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "" } }));
  expect((await open({ templateID })).json).toMatchObject({ name: "our service", components: [] });
});

test("a filled text that would get too long names fewer components", async () => {
  const components = [];
  for (let number = 1; number <= 40; number += 1) {
    const { componentID } = await makeComponent(daymark, { name: `Component ${number}` });
    components.push({ componentID, status: "Major Outage" as const });
  }
  const message = "{{components}} ".repeat(1300);
  const { templateID } = await makeTemplate(daymark, { title: "{{components}} down", message, components });
  const { status, json } = await open({ templateID });
  expect(status).toBe(201);
  expect(json).toMatchObject({
    name: expect.stringMatching(/^Component 1, Component 2, .* and 30 more down$/),
    message: expect.stringMatching(/^Component 1 and 39 more .*…$/),
  });
});

test.each<[problem: string, template: object | undefined, path: string, message: string]>([
  ["an unknown template", undefined, "templateID", "There is no template nobody."],
  [
    "a template of the other kind",
    { name: "Moving", kind: "maintenance" },
    "templateID",
    "The template Moving is for maintenances, not for incidents.",
  ],
  ["a template without a title", {}, "name", "Name is required: the template has no title."],
])("an incident from %s is refused and changes nothing", async (_, template, path, message) => {
  const templateID = template ? (await makeTemplate(daymark, template)).templateID : "nobody";
  const { status, json } = await open({ templateID });
  expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path, message }] } });
  expect((await send("GET", "/api/incidents?fresh=1")).json).toEqual([]);
});

test("without a template, the name and the status are required, along with all other problems", async () => {
  const { status, json } = await open({ message: 1 });
  expect(status).toBe(400);
  expect(json).toMatchObject({
    errors: [
      { path: "name", message: "Name is required." },
      {
        path: "status",
        message: "Status must be one of: Investigating, Identified, Monitoring, Resolved.",
      },
      { path: "message", message: "Message must be a string." },
    ],
  });
});

const search = (kind: string, componentIDs: string) =>
  send("GET", `/api/templates/former-notice?kind=${kind}&componentIDs=${componentIDs}`);

test("the former notice of a component is the newest of its kind, as it was first published", async () => {
  const { administrator } = daymark;
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const website = await makeComponent(daymark, { name: "Website" });
  const down = { componentID, status: "Partial Outage" as const };
  await makeIncident(daymark, { name: "Older", components: [down], createdAt: "2026-01-01T00:00:00Z" });
  const { incidentID } = await makeIncident(daymark, {
    name: "Newest",
    message: "We look into it.",
    components: [down],
  });
  const later = { componentID: website.componentID, status: "Major Outage" as const };
  for (const json of [
    { message: "Worse", components: [later] },
    { status: "Resolved" as const, message: "Over", restoreComponents: true },
  ])
    await answer(administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await makeMaintenance(daymark, { components: [{ componentID, status: "Under Maintenance" }] });

  const expected = { name: "Newest", status: "Investigating", message: "We look into it." };
  const found = (await search("incident", componentID)).json;
  expect(found).toMatchObject({ notice: { ...expected, components: [down, later] } });
  const either = (await search("incident", `nobodynobody,${website.componentID}`)).json;
  expect(either).toEqual(found);
  expect((await search("maintenance", componentID)).json).toMatchObject({
    notice: { name: "Moving house", components: [{ componentID, status: "Under Maintenance" }] },
  });
  expect((await search("maintenance", website.componentID)).json).toEqual({ notice: null });
});

test("a search reads few rows, however many notices there are", async () => {
  const { componentID } = await makeComponent(daymark);
  await makeIncident(daymark, { components: [{ componentID, status: "Partial Outage" }] });
  await daymark.db.exec(
    `WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 2000)
    INSERT INTO notices (notice_id, kind, name, status, message, created_at, updated_at)
    SELECT 'other' || n, 'incident', n, 'Resolved', '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM count`.replace(
      /\s+/g,
      " ",
    ),
  );
  const { response } = await search("incident", componentID);
  expect(Number(response.headers.get("x-test-rows"))).toBeLessThan(30);
});

test.each([
  ["release", "aaaaaaaaaaaa", "kind must be one of: incident, maintenance."],
  ["incident", "x", "componentIDs must be IDs of components, separated by commas."],
  ["incident", "", "componentIDs must be IDs of components, separated by commas."],
])("a search for a former %s of %j is refused", async (kind, componentIDs, errorMessage) => {
  expect(await search(kind, componentIDs)).toMatchObject({ status: 400, json: { errorMessage } });
});
