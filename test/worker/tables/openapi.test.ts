import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examples } from "../../../worker/openapi/examples.ts";
import type { JSONSchema, OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

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

/** The operations that visitors can call. All others under /api/v0 need an API key, and all others an administrator's token. */
const withoutCredentials = [
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
  "POST /api/hooks/resend",
  "POST /api/hooks/postmark",
  "POST /api/hooks/ses",
  "GET /api/sign-in",
  "POST /api/sign-in/activate",
  "POST /api/sign-in/setup",
  "POST /api/sign-in/setup/candidates",
  "POST /api/sign-in/provider",
  "POST /api/sign-in/token",
  "POST /api/sign-in/refresh",
  "POST /api/sign-in/revoke",
  "GET /beat/{secret}",
  "POST /beat/{secret}",
  "POST /api/subscribers/subscribe",
  "GET /api/subscribers/push",
  "POST /api/subscribers/push",
  "POST /api/subscribers/push/find",
  "POST /api/subscribers/push/unsubscribe",
  "GET /api/components",
  "GET /api/components/{componentID}",
  "GET /api/components/{componentID}/uptime",
  "GET /api/groups",
  "GET /api/groups/{groupID}",
  "GET /api/groups/{groupID}/uptime",
  "GET /api/incidents",
  "GET /api/incidents/{incidentID}",
  "GET /api/maintenances",
  "GET /api/maintenances/{maintenanceID}",
  "GET /api/public-metrics",
  "GET /api/public-metrics/{metricID}/series",
  "GET /metrics/{metricID}/{year}/{month}/{file}",
];

test("the description is valid OpenAPI 3.1", async () => {
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate({ ...description })).toMatchObject({ valid: true });
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every operation has an ID, a summary, a description and one described tag, and describes its parameters and headers", () => {
  const sentence = /^[A-Z`].*\.$/s;
  for (const { method, path, operation } of operations()) {
    const {
      operationId,
      summary,
      description: operationDescription,
      tags,
      parameters = [],
      requestBody,
      responses,
    } = operation;
    const route = `${method} ${path}`;
    expect(operationId, route).toMatch(/^[a-z][A-Za-z0-9]*$/);
    expect(summary, route).toMatch(/^[A-Z][^.]*$/);
    expect(operationDescription, route).toMatch(sentence);
    expect(description.tags, route).toContainEqual({
      name: tags[0],
      description: expect.stringMatching(sentence),
    });
    expect(tags, route).toHaveLength(1);
    const describedObjects = [
      ...parameters,
      ...Object.values(responses),
      ...(requestBody ? [requestBody] : []),
    ];
    for (const object of describedObjects)
      if (!("$ref" in object)) expect(object.description, route).toMatch(sentence);
  }
  for (const response of Object.values(description.components.responses)) {
    expect(response.description).toMatch(sentence);
    for (const header of Object.values(response.headers ?? {})) expect(header.description).toMatch(sentence);
  }
  expect(new Set(operations().flatMap(({ operation }) => operation.tags))).toEqual(
    new Set(description.tags.map(({ name }) => name)),
  );
});

test("the description says which credentials each operation needs", () => {
  const kindOf = {
    [JSON.stringify([["token"], ["rawToken"]])]: "administrator's token",
    [JSON.stringify([["apiKey"]])]: "API key",
  };
  const routesByKind = Map.groupBy(operations(), ({ operation }) => {
    const security = operation.security.map(Object.keys);
    const isOpen = security.length === 0 || security[0]?.length === 0;
    return isOpen ? "none" : kindOf[JSON.stringify(security)];
  });
  const routesOf = (kind: string) =>
    (routesByKind.get(kind) ?? []).map(({ method, path }) => `${method} ${path}`).sort();
  const routes = operations().map(({ method, path }) => `${method} ${path}`);
  const isOpen = (route: string) => withoutCredentials.includes(route);
  const isForKeys = (route: string) => route.includes(" /api/v0/");
  expect(
    routesOf("none"),
    "add the call to test/worker/tables/openapi.test.ts if visitors can make it",
  ).toEqual(withoutCredentials.toSorted());
  expect(routesOf("API key")).toEqual(routes.filter((route) => !isOpen(route) && isForKeys(route)).sort());
  expect(routesOf("administrator's token")).toEqual(
    routes.filter((route) => !isOpen(route) && !isForKeys(route)).sort(),
  );
});

test("an operation without credentials gets 401 exactly if the description says so", async () => {
  for (const { path, method, operation } of operations()) {
    const { status } = await daymark.fetch(path.replace(/\{\w+\}/g, "nobody"), { method });
    const needsCredentials =
      operation.security.length > 0 && !operation.security.some((scheme) => Object.keys(scheme).length === 0);
    expect([method, path, status === 401]).toEqual([method, path, needsCredentials]);
  }
});

/** Schemas that are vague on purpose, and why. */
const allowedVagueSchemas: Record<string, string> = {
  "/paths/~1api~1openapi.json/get/responses/200/content/application~1json/schema/additionalProperties":
    "an OpenAPI document, which its own specification describes",
  "/components/schemas/ExportPage/properties/rows/items/additionalProperties":
    "Each part has rows of its own, which a table of docs/backup-and-restore.md describes.",
  "/components/schemas/RestorePage/properties/rows/items/additionalProperties": "The same rows.",
  "/components/schemas/AuditEntry/properties/before/additionalProperties":
    "Each kind of item has fields of its own.",
  "/components/schemas/AuditEntry/properties/after/additionalProperties": "The same fields.",
  "/components/schemas/NightlyPage/properties/rows/items/additionalProperties": "The same rows.",
  "/components/schemas/AlertBody/additionalProperties": "Each source sends what its own documentation says.",
};

/** Finds the JSON pointers of schemas without a type, of objects without properties and of arrays without items. */
function findVagueSchemas(node: unknown, pointer: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const nested = Object.entries(node).flatMap(([key, value]) =>
    key === "examples"
      ? []
      : findVagueSchemas(value, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  if (!/\/(schema|items|additionalProperties|(?:properties|schemas|anyOf|oneOf)\/[^/]+)$/.test(pointer))
    return nested;
  const schema: JSONSchema = node;
  const hasType = ["$ref", "type", "enum", "const", "anyOf", "oneOf"].some((keyword) => keyword in schema);
  const isOpen = schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema);
  const isUntyped = schema.type === "array" && !("items" in schema);
  return hasType && !isOpen && !isUntyped ? nested : [pointer, ...nested];
}

test("every schema says what its values are", () => {
  expect(findVagueSchemas(description, "").sort()).toEqual(Object.keys(allowedVagueSchemas).sort());
  expect(findVagueSchemas({ schema: {} }, "")).toEqual(["/schema"]);
  expect(
    findVagueSchemas({ properties: { props: { type: "object" }, list: { type: "array" } } }, ""),
  ).toEqual(["/properties/props", "/properties/list"]);
});

/** Schemas without an example, and why. */
const withoutExample: Record<string, string> = {
  TopicMessage: "Amazon SNS documents what it posts",
};

/** Finds the names of the schemas of requests and responses, except those of the v2 API, which others document. */
function bodySchemaNames(): Set<string> {
  const contents = operations().flatMap(({ operation: { requestBody, responses } }) => [
    requestBody?.content,
    ...Object.values(responses).map((response) => ("$ref" in response ? undefined : response.content)),
  ]);
  const schemas = contents.flatMap((content) => content?.["application/json"]?.schema ?? []);
  const names = schemas.map(({ $ref, items }) => ($ref ?? items?.$ref ?? "").split("/").at(-1) ?? "");
  return new Set(names.filter((name) => name !== "" && !name.startsWith("V2") && !(name in withoutExample)));
}

test("every schema of a body has an example, and each example matches its schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // Examples can't have undescribed fields.
  const strictDescription = JSON.parse(JSON.stringify(description), (_, value: JSONSchema | null) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  );
  ajv.addSchema(strictDescription, "description");
  const { schemas } = description.components;
  const namesWithExample = Object.keys(schemas).filter((name) => schemas[name]?.examples);
  expect(namesWithExample).toEqual(expect.arrayContaining([...bodySchemaNames(), "ErrorAnswer"]));
  expect(Object.keys(examples()).filter((name) => !namesWithExample.includes(name))).toEqual([]);
  for (const name of namesWithExample) {
    const validate = ajv.getSchema(`description#/components/schemas/${name}`);
    for (const example of schemas[name]?.examples ?? [])
      expect([name, validate?.(example), validate?.errors]).toEqual([name, true, null]);
  }
});

test("OpenAPI linters find no problems", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(description), config });
  expect(problems.map(({ ruleId, message, location: [place] }) => [ruleId, message, place?.pointer])).toEqual(
    [],
  );
  // Rules of Spectral that Redocly lacks. Other tests here check its rules about descriptions, tags and examples.
  expect(description.info.contact.name).not.toBe("");
  for (const { operation } of operations())
    for (const scopes of operation.security.flatMap(Object.values)) expect(scopes).toEqual([]);
  expect(JSON.stringify(description)).not.toMatch(/<script|eval\(/i);
  for (const path of Object.keys(description.paths)) expect(path).not.toMatch(/\/$|\?/);
});

test("every request body refers to a named schema, and each named schema is used", () => {
  const json = JSON.stringify(description);
  for (const name of Object.keys(description.components.schemas))
    expect(json).toContain(`"#/components/schemas/${name}"`);
  // A job may send a body with a beat, which nothing reads.
  const bodies = operations().filter(
    ({ method, path }) => /^(POST|PATCH)/.test(method) && path !== "/beat/{secret}",
  );
  for (const { method, path, operation } of bodies)
    expect([method, path, operation.requestBody?.content["application/json"]?.schema]).toEqual([
      method,
      path,
      { $ref: expect.stringContaining("#/components/schemas/") },
    ]);
});

test("the description has limits, parameters, headers and error responses", () => {
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
    "q",
    "componentID",
    "month",
    "open",
  ]);
  const listResponse = list?.responses[200] ?? {};
  expect(Object.keys(("headers" in listResponse && listResponse.headers) || {})).toEqual(["ETag", "Link"]);
  const change = paths["/api/v0/incidents/{incidentID}"]?.patch;
  expect(change?.parameters?.map(({ name }) => name)).toEqual(["incidentID", "Idempotency-Key", "If-Match"]);
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
    "422",
    "429",
    "431",
    "503",
  ]);
  expect(change?.responses[429]).toEqual({ $ref: "#/components/responses/TooManyRequests" });
  for (const name of ["TooManyRequests", "ServiceUnavailable"])
    expect(components.responses[name]?.headers).toMatchObject({ "Retry-After": { required: true } });
});

test.for(["/api/openapi.json", "/api/docs"])(
  "%s is cached until the next deployment and allows any origin",
  async (path) => {
    const first = await daymark.fetch(path, { headers: { Origin: "https://example.com" } });
    const etag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    expect(first.headers.get("Cloudflare-CDN-Cache-Control")).toMatch(/^max-age=300,/);
    expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
    await daymark.administrator.components.$post({ json: { name: "API" } });
    const revalidated = await daymark.fetch(path, { headers: { "If-None-Match": etag } });
    expect([revalidated.status, await revalidated.text(), revalidated.headers.get("ETag")]).toEqual([
      304,
      "",
      etag,
    ]);
  },
);

test("every method that a described path doesn't have gets 405 with the methods that it has", async () => {
  const allowed = new Map<string, string[]>();
  for (const { path, method } of operations()) allowed.set(path, [...(allowed.get(path) ?? []), method]);
  const headers = { Authorization: await daymark.token(), "x-api-key": await makeApiKey(daymark) };
  for (const [path, methods] of allowed) {
    const address = path.replace(/\{\w+\}/g, "000000000000");
    const expected = methods.includes("GET") ? [...methods, "HEAD"] : methods;
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"].filter(
      (each) => !expected.includes(each),
    )) {
      const response = await daymark.fetch(address, { method, headers });
      const allow = response.headers.get("Allow")?.split(", ").sort();
      expect([method, path, response.status, allow]).toEqual([method, path, 405, expected.toSorted()]);
    }
  }
});
