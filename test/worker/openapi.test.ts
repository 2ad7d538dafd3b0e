import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examples } from "../../worker/openapi/examples.ts";
import type { JSONSchema, OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { document, text } from "../support/html.ts";

let daymark: Daymark;
let description: OpenAPIDocument;
beforeAll(async () => {
  daymark = await startDaymark();
  description = await (await daymark.fetch("/api/openapi.json")).json();
});
afterAll(() => daymark.stop());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

// Each call of the product, and who may make it.
const calls = {
  everybody: [
    "GET /api/health",
    "GET /api/openapi.json",
    "GET /api/docs",
    "GET /api/v2/components.json",
    "GET /api/v2/incidents.json",
    "GET /api/v2/incidents/unresolved.json",
    "GET /api/v2/scheduled-maintenances.json",
    "GET /api/v2/scheduled-maintenances/active.json",
    "GET /api/v2/scheduled-maintenances/upcoming.json",
    "GET /api/v2/status.json",
    "GET /api/v2/summary.json",
    "GET /logos/{name}",
    "GET /api/public-settings",
    "POST /api/hooks/ses",
    "POST /api/subscribers/subscribe",
    "GET /api/components",
    "GET /api/components/{componentID}",
    "GET /api/components/{componentID}/uptime",
    "GET /api/incidents",
    "GET /api/incidents/{incidentID}",
    "GET /api/maintenances",
    "GET /api/maintenances/{maintenanceID}",
    "GET /api/public-metrics",
    "GET /api/public-metrics/{metricID}/series",
    "GET /metrics/{metricID}/{year}/{month}/{file}",
  ],
  administrators: [
    "GET /api/metrics",
    "GET /api/metrics/{metricID}",
    "POST /api/metrics",
    "PATCH /api/metrics/{metricID}",
    "DELETE /api/metrics/{metricID}",
    "GET /api/external-metrics",
    "GET /api/settings",
    "PATCH /api/settings",
    "GET /api/mail/messages",
    "GET /api/mail/recipients",
    "POST /api/mail/test",
    "POST /api/subscribers/find",
    "POST /api/subscribers/erase",
    "POST /api/settings/apikeys",
    "DELETE /api/settings/apikeys/{keyID}",
    "POST /api/settings/logos",
    "DELETE /api/settings/logos/{logoID}",
    "POST /api/components",
    "PATCH /api/components",
    "PATCH /api/components/{componentID}",
    "DELETE /api/components/{componentID}",
    "POST /api/incidents",
    "PATCH /api/incidents/{incidentID}",
    "PATCH /api/incidents/{incidentID}/incidentupdates/{incidentUpdateID}",
    "DELETE /api/incidents/{incidentID}",
    "DELETE /api/incidents/{incidentID}/incidentupdates/{incidentUpdateID}",
    "POST /api/maintenances",
    "PATCH /api/maintenances/{maintenanceID}",
    "PATCH /api/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}",
    "DELETE /api/maintenances/{maintenanceID}",
    "DELETE /api/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}",
  ],
  "API keys": [
    "POST /api/v0/metrics/data",
    "GET /api/v0/metrics",
    "GET /api/v0/metrics/{metricID}",
    "POST /api/v0/subscribers/find",
    "POST /api/v0/subscribers/erase",
    "GET /api/v0/components",
    "GET /api/v0/components/{componentID}",
    "GET /api/v0/components/{componentID}/uptime",
    "POST /api/v0/components",
    "PATCH /api/v0/components",
    "PATCH /api/v0/components/{componentID}",
    "DELETE /api/v0/components/{componentID}",
    "GET /api/v0/incidents",
    "POST /api/v0/incidents",
    "GET /api/v0/incidents/{incidentID}",
    "PATCH /api/v0/incidents/{incidentID}",
    "PATCH /api/v0/incidents/{incidentID}/incidentupdates/{incidentUpdateID}",
    "DELETE /api/v0/incidents/{incidentID}",
    "DELETE /api/v0/incidents/{incidentID}/incidentupdates/{incidentUpdateID}",
    "GET /api/v0/maintenances",
    "POST /api/v0/maintenances",
    "GET /api/v0/maintenances/{maintenanceID}",
    "PATCH /api/v0/maintenances/{maintenanceID}",
    "PATCH /api/v0/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}",
    "DELETE /api/v0/maintenances/{maintenanceID}",
    "DELETE /api/v0/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}",
  ],
};

test("the description is valid OpenAPI 3.1", async () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate({ ...description })).toMatchObject({ valid: true });
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every call has a name, a summary, a description and a described tag, and says what its parameters and headers are", () => {
  const sentence = /^[A-Z`].*\.$/s;
  for (const { method, path, operation } of operations()) {
    const {
      operationId,
      summary,
      description: words,
      tags,
      parameters = [],
      requestBody,
      responses,
    } = operation;
    const where = `${method} ${path}`;
    expect(operationId, where).toMatch(/^[a-z][A-Za-z0-9]*$/);
    expect(summary, where).toMatch(/^[A-Z][^.]*$/);
    expect(words, where).toMatch(sentence);
    expect(description.tags, where).toContainEqual({
      name: tags[0],
      description: expect.stringMatching(sentence),
    });
    expect(tags, where).toHaveLength(1);
    const parts = [...parameters, ...Object.values(responses), ...(requestBody ? [requestBody] : [])];
    for (const part of parts) if (!("$ref" in part)) expect(part.description, where).toMatch(sentence);
  }
  for (const response of Object.values(description.components.responses)) {
    expect(response.description).toMatch(sentence);
    for (const header of Object.values(response.headers ?? {})) expect(header.description).toMatch(sentence);
  }
  expect(new Set(operations().flatMap(({ operation }) => operation.tags))).toEqual(
    new Set(description.tags.map(({ name }) => name)),
  );
});

test("each call is described with who may make it", () => {
  const who = { administrators: [["token"], ["rawToken"]], "API keys": [["apiKey"]] };
  const open = (security: string[][]) => security.length === 0 || security[0]?.length === 0;
  const described = Map.groupBy(operations(), ({ operation }) => {
    const security = operation.security.map(Object.keys);
    if (open(security)) return "everybody";
    return JSON.stringify(security) === JSON.stringify(who["API keys"])
      ? "API keys"
      : JSON.stringify(security);
  });
  const callsOf = (key: string) =>
    described
      .get(key)
      ?.map(({ method, path }) => `${method} ${path}`)
      .sort();
  expect(callsOf("everybody")).toEqual(calls.everybody.sort());
  expect(callsOf(JSON.stringify(who.administrators))).toEqual(calls.administrators.sort());
  expect(callsOf("API keys")).toEqual(calls["API keys"].sort());
  expect(described.size).toBe(3);
});

test("who may make a call is what the Worker asks for", async () => {
  for (const { path, method, operation } of operations()) {
    const { status } = await daymark.fetch(path.replace(/\{\w+\}/g, "nobody"), { method });
    const asks =
      operation.security.length > 0 && !operation.security.some((one) => Object.keys(one).length === 0);
    expect([method, path, status === 401]).toEqual([method, path, asks]);
  }
});

/** What is no schema's to say, and why. */
const free: Record<string, string> = {
  "/paths/~1api~1openapi.json/get/responses/200/content/application~1json/schema/additionalProperties":
    "an OpenAPI document, which its own specification describes",
};

/** Where the description has a schema that says nothing, or an object of which it says no field. */
function vague(node: unknown, at: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, value]) =>
    key === "examples" ? [] : vague(value, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  if (!/\/(schema|items|additionalProperties|(?:properties|schemas|anyOf|oneOf)\/[^/]+)$/.test(at))
    return inside;
  const schema: JSONSchema = node;
  const says = ["$ref", "type", "enum", "const", "anyOf", "oneOf"].some((keyword) => keyword in schema);
  const isOpen = schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema);
  const isUntyped = schema.type === "array" && !("items" in schema);
  return says && !isOpen && !isUntyped ? inside : [at, ...inside];
}

test("every schema says exactly what it holds", () => {
  expect(vague(description, "")).toEqual(Object.keys(free));
  expect(vague({ schema: {} }, "")).toEqual(["/schema"]);
  expect(vague({ properties: { props: { type: "object" }, list: { type: "array" } } }, "")).toEqual([
    "/properties/props",
    "/properties/list",
  ]);
});

/** Shapes without an example, and why. */
const withoutExample: Record<string, string> = {
  TopicMessage: "Amazon SNS documents what it posts",
};

/** The names of the schemas that calls send and answer; those of hosted status pages are documented there. */
function sentAndAnswered(): Set<string> {
  const contents = operations().flatMap(({ operation: { requestBody, responses } }) => [
    requestBody?.content,
    ...Object.values(responses).map((answer) => ("$ref" in answer ? undefined : answer.content)),
  ]);
  const schemas = contents.flatMap((content) => content?.["application/json"]?.schema ?? []);
  const names = schemas.map(({ $ref, items }) => ($ref ?? items?.$ref ?? "").split("/").at(-1) ?? "");
  return new Set(names.filter((name) => name !== "" && !name.startsWith("V2") && !(name in withoutExample)));
}

test("every shape that a call sends or answers has an example, and each example is of its shape", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // An example has no field that is not described.
  const closed = JSON.parse(JSON.stringify(description), (_, value: JSONSchema | null) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  );
  ajv.addSchema(closed, "description");
  const { schemas } = description.components;
  const named = Object.keys(schemas).filter((name) => schemas[name]?.examples);
  expect(named).toEqual(expect.arrayContaining([...sentAndAnswered(), "ErrorAnswer"]));
  expect(Object.keys(examples).filter((name) => !named.includes(name))).toEqual([]);
  for (const name of named) {
    const valid = ajv.getSchema(`description#/components/schemas/${name}`);
    for (const example of schemas[name]?.examples ?? [])
      expect([name, valid?.(example), valid?.errors]).toEqual([name, true, null]);
  }
});

test("linters of OpenAPI have nothing to say", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
  // What Spectral's rules for OpenAPI ask for beyond that; other tests here have its rules on descriptions, tags and examples.
  expect(description.info.contact.name).not.toBe("");
  for (const { operation } of operations())
    for (const scopes of operation.security.flatMap(Object.values)) expect(scopes).toEqual([]);
  expect(JSON.stringify(description)).not.toMatch(/<script|eval\(/i);
  for (const path of Object.keys(description.paths)) expect(path).not.toMatch(/\/$|\?/);
});

test("every body and every JSON answer is a shape with a name, and each shape is used", () => {
  const all = JSON.stringify(description);
  for (const name of Object.keys(description.components.schemas))
    expect(all).toContain(`"#/components/schemas/${name}"`);
  const bodies = operations().filter(({ method }) => /^(POST|PATCH)/.test(method));
  for (const { method, path, operation } of bodies)
    expect([method, path, operation.requestBody?.content["application/json"]?.schema]).toEqual([
      method,
      path,
      { $ref: expect.stringContaining("#/components/schemas/") },
    ]);
});

test("bounds, parameters, headers and refusals are in the description", () => {
  const { paths, components } = description;
  expect(components.schemas.NewComponent).toMatchObject({
    required: ["name"],
    properties: { name: { minLength: 1, maxLength: 200 }, description: { maxLength: 1000 } },
  });
  const list = paths["/api/incidents"]?.get;
  expect(list?.parameters?.map(({ name }) => name)).toEqual([
    "fresh",
    "If-None-Match",
    "limit",
    "before",
    "status",
    "since",
  ]);
  const listed = list?.responses[200] ?? {};
  expect(Object.keys(("headers" in listed && listed.headers) || {})).toEqual(["ETag", "Link"]);
  const change = paths["/api/v0/incidents/{incidentID}"]?.patch;
  expect(change?.parameters?.map(({ name }) => name)).toEqual(["incidentID", "If-Match"]);
  expect(Object.keys(change?.responses ?? {})).toEqual([
    "200",
    "400",
    "401",
    "403",
    "404",
    "409",
    "413",
    "414",
    "415",
    "429",
    "431",
    "503",
  ]);
  expect(change?.responses[429]).toEqual({ $ref: "#/components/responses/TooManyRequests" });
  for (const name of ["TooManyRequests", "ServiceUnavailable"])
    expect(components.responses[name]?.headers).toMatchObject({ "Retry-After": { required: true } });
});

test.for(["/api/openapi.json", "/api/docs"])(
  "%s is kept until the next deployment, and open to any origin",
  async (path) => {
    const first = await daymark.fetch(path, { headers: { Origin: "https://example.com" } });
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    expect(first.headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^max-age=300,/);
    expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
    await daymark.administrator.components.$post({ json: { name: "API" } });
    const again = await daymark.fetch(path, { headers: { "If-None-Match": etag } });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
  },
);

test("the page shows every call and every shape under an address of its own, and asks for nothing from elsewhere", async () => {
  const shown = document(await (await daymark.fetch("/api/docs")).text());
  for (const { path, method, operation } of operations()) {
    const call = shown.querySelector(`article#${operation.operationId}`);
    expect(text(call?.querySelector("h3"))).toBe(operation.summary);
    expect(text(call?.querySelector(".address"))).toBe(`${method} ${path}`);
    expect(text(call)).toContain(operation.description.slice(0, 20));
    expect(shown.querySelector(`nav a[href="#${operation.operationId}"]`)).not.toBeNull();
  }
  for (const link of shown.querySelectorAll('a[href^="#"]'))
    expect(shown.getElementById(link.getAttribute("href")?.slice(1) ?? "")).not.toBeNull();
  expect(text(shown.querySelector("#submitMetricData details"))).toContain('"value": 118.4');
  expect(text(shown.querySelector("#NewMetric"))).toContain("NewCloudWatchMetric or NewPrometheusMetric");
  expect(text(shown.querySelector("#NewComponent"))).toContain("name text, 1 to 200 characters");
  const fetched = [...shown.querySelectorAll("[src], link[href]")].map(
    (element) => element.getAttribute("src") ?? element.getAttribute("href"),
  );
  expect(fetched.filter((address) => !address?.startsWith("/static/"))).toEqual([]);
  expect(text(shown.querySelector("style"))).not.toMatch(/url\(|@import/);
});
