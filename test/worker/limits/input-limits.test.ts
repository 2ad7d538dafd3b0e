import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import { root } from "../../../tools/paths.ts";
import { app } from "../../../worker/api.ts";
import type { AppEnv } from "../../../worker/env.ts";
import { descriptionOf } from "../../../worker/http/call.ts";
import { toHttpError } from "../../../worker/http/errors.ts";
import { MAX_HEADER_CHARACTERS } from "../../../worker/http/limits/request-limits.ts";
import { CloudWatchProps, PrometheusProps } from "../../../worker/metrics/schema.ts";
import { MailNotification } from "../../../worker/notify/mail/bounces/schema.ts";
import type { JSONSchema } from "../../../worker/openapi/schema.ts";

/** Fields whose schema has no maximum, and what limits them instead. */
const limitedElsewhere: Record<string, string> = {
  "POST /api/subscribers/subscribe website": "only whether it is empty matters",
  "POST /api/metrics props.*": "metrics/check-props.ts, by the metric's type",
  "PATCH /api/metrics/:metricID props.*": "metrics/check-props.ts, by the metric's type",
  "POST /api/v0/metrics/data *": "metrics/points/submission.ts, point by point",
  "POST /api/v0/alerts/:source *": "alerts/sources/, which shortens what it reads",
  "POST /api/v0/alerts/:source/:key *": "alerts/sources/, which shortens what it reads",
  "POST /api/v0/restore/rows rows.0.*": "backup/rows.ts, by the part of the archive",
  "bounce mail.timestamp": "read up to 60 characters",
  "complaint mail.timestamp": "read up to 60 characters",
};

/** Zod writes shared definitions into `$defs`. */
type Schema = JSONSchema & { $defs?: Record<string, JSONSchema> };

/** Returns the paths of strings, lists and objects that could have any length. */
function findUnlimited(schema: JSONSchema, path: string, root: Schema = schema): string[] {
  const { type, $ref, anyOf, oneOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return findUnlimited(root.$defs?.[$ref.split("/").at(-1) ?? ""] ?? {}, path, root);
  const either = anyOf ?? oneOf;
  if (either) return either.flatMap((each) => findUnlimited(each, path, root));
  if (schema.enum || schema.const !== undefined) return [];
  const pathOf = (name: string) =>
    path.includes(" ") && !path.endsWith(" ") ? `${path}.${name}` : path + name;
  switch (type) {
    case "string":
      return schema.maxLength === undefined && !(path in limitedElsewhere) ? [path] : [];
    case "array":
      return [
        ...(schema.maxItems === undefined ? [path] : []),
        ...findUnlimited(items ?? {}, pathOf("0"), root),
      ];
    case "object":
      return [
        ...Object.entries(properties ?? {}).flatMap(([name, each]) =>
          findUnlimited(each, pathOf(name), root),
        ),
        ...(typeof additionalProperties === "object" && !properties
          ? [
              ...(schema.maxProperties === undefined || schema.propertyNames?.maxLength === undefined
                ? [path]
                : []),
              ...findUnlimited(additionalProperties, pathOf("*"), root),
            ]
          : []),
      ];
    case undefined:
      return path in limitedElsewhere ? [] : [path];
    default:
      return [];
  }
}

const inputSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema; // Zod's type covers every JSON Schema keyword.

test("every string, list and object in a request body or form has a maximum", () => {
  const schemas = app.routes.flatMap(({ method, path, handler }) => {
    const { body, form } = descriptionOf(handler);
    return [body, form].flatMap((schema) => (schema ? [{ route: `${method} ${path} `, schema }] : []));
  });
  expect(schemas.length).toBeGreaterThan(20);
  expect(new Set(schemas.map(({ route }) => route))).toContain("POST /subscribe ");
  expect(schemas.flatMap(({ route, schema }) => findUnlimited(inputSchema(schema), route))).toEqual([]);
});

test("values inside a body that are parsed later have maxima, too", () => {
  const [bounce, complaint] = (MailNotification as unknown as { out: z.ZodDiscriminatedUnion }).out.options;
  const schemas = { bounce, complaint, CloudWatch: CloudWatchProps, Prometheus: PrometheusProps };
  for (const [name, schema] of Object.entries(schemas))
    expect(findUnlimited(inputSchema(schema as z.ZodType), `${name} `)).toEqual([]);
});

test("every query parameter and header parameter has a maximum", () => {
  const parameters = app.routes.flatMap(({ method, path, handler }) =>
    (descriptionOf(handler).parameters ?? []).map((parameter) => ({
      route: `${method} ${path}`,
      ...parameter,
    })),
  );
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.flatMap(({ route, name, schema }) => findUnlimited(schema, `${route} ${name}`))).toEqual(
    [],
  );
});

test("a Zod error from a handler is a 400, not a 500", async () => {
  const wrong = z.object({ name: z.string() }).safeParse({ name: 5 });
  const throwingApp = new Hono<AppEnv>()
    .onError((error, c) => c.json({}, toHttpError(error, c).status))
    .get("/", () => {
      throw wrong.error;
    });
  expect((await throwingApp.request("/")).status).toBe(400);
});

test("every request header that the Worker reads has a maximum", async () => {
  const limitedWhereCompared = ["If-None-Match"];
  const responseHeaders = [
    "Location",
    "Retry-After",
    "x-amzn-errortype",
    "Cache-Control",
    "ETag",
    "ratelimit-limit",
  ];
  const readHeaders = new Set<string>();
  for await (const file of glob("worker/**/*.{ts,tsx}", { cwd: root })) {
    const source = await readFile(join(root, file), "utf8");
    for (const [, name = ""] of source.matchAll(/(?:req\.header|headers\.get)\(\s*"([^"]+)"/g))
      readHeaders.add(name);
  }
  const known = [...Object.keys(MAX_HEADER_CHARACTERS), ...limitedWhereCompared, ...responseHeaders];
  expect([...readHeaders].filter((name) => !known.includes(name))).toEqual([]);
  expect(readHeaders).toContain("Authorization");
});

test("responses of other services are read only through functions that limit their size", async () => {
  const unlimitedRead = /\b(?:response|answer)\.(?:text|json|arrayBuffer|blob|bytes|formData)\(\)/;
  /** These read the Worker's own responses, or text whose size is already limited. */
  const exemptFiles = ["worker/writes/idempotency/idempotent.ts", "worker/metrics/sources/prometheus.ts"];
  const unlimitedFiles = [];
  for await (const file of glob("worker/**/*.{ts,tsx}", { cwd: root })) {
    if (exemptFiles.includes(file)) continue;
    if (unlimitedRead.test(await readFile(join(root, file), "utf8"))) unlimitedFiles.push(file);
  }
  expect(unlimitedFiles).toEqual([]);
});
