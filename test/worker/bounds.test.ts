import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import { root } from "../../tools/paths.ts";
import { app } from "../../worker/api.ts";
import type { AppEnv } from "../../worker/env.ts";
import { refusal } from "../../worker/http/errors.ts";
import { MAX_HEADER_CHARACTERS } from "../../worker/http/request-limits.ts";
import { MailNotification } from "../../worker/mail/bounces/schema.ts";
import { CloudWatchProps, PrometheusProps } from "../../worker/metrics/schema.ts";
import { descriptionOf } from "../../worker/openapi/call.ts";
import type { JSONSchema } from "../../worker/openapi/schema.ts";

/** Fields that may be anything, and what bounds them instead. */
const boundedElsewhere: Record<string, string> = {
  "POST /api/subscribers/subscribe website": "only whether there is anything",
  "POST /api/metrics props.*": "metrics/props.ts, by the metric's type",
  "PATCH /api/metrics/:metricID props.*": "metrics/props.ts, by the metric's type",
  "POST /api/v0/metrics/data *": "metrics/submission.ts, point by point",
  "bounce mail.timestamp": "read up to 60 characters",
  "complaint mail.timestamp": "read up to 60 characters",
};

/** With the definitions that zod writes into it. */
type Schema = JSONSchema & { $defs?: Record<string, JSONSchema> };

/** Where a value of the schema could be of any length. */
function unbounded(schema: JSONSchema, path: string, root: Schema = schema): string[] {
  const { type, $ref, anyOf, oneOf, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return unbounded(root.$defs?.[$ref.split("/").at(-1) ?? ""] ?? {}, path, root);
  const either = anyOf ?? oneOf;
  if (either) return either.flatMap((each) => unbounded(each, path, root));
  if (schema.enum || schema.const !== undefined) return [];
  const inside = (name: string) =>
    path.includes(" ") && !path.endsWith(" ") ? `${path}.${name}` : path + name;
  switch (type) {
    case "string":
      return schema.maxLength === undefined && !(path in boundedElsewhere) ? [path] : [];
    case "array":
      return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(items ?? {}, inside("0"), root)];
    case "object":
      return [
        ...Object.entries(properties ?? {}).flatMap(([name, each]) => unbounded(each, inside(name), root)),
        ...(typeof additionalProperties === "object" && !properties
          ? [
              ...(schema.maxProperties === undefined || schema.propertyNames?.maxLength === undefined
                ? [path]
                : []),
              ...unbounded(additionalProperties, inside("*"), root),
            ]
          : []),
      ];
    case undefined:
      return path in boundedElsewhere ? [] : [path];
    default:
      return [];
  }
}

const inputSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema; // zod's type has every keyword there is

test("every body and every form has a maximum for each of its strings, lists and objects", () => {
  const read = app.routes.flatMap(({ method, path, handler }) => {
    const { body, form } = descriptionOf(handler);
    return [body, form].flatMap((schema) => (schema ? [{ route: `${method} ${path} `, schema }] : []));
  });
  expect(read.length).toBeGreaterThan(20);
  expect(new Set(read.map(({ route }) => route))).toContain("POST /subscribe ");
  expect(read.flatMap(({ route, schema }) => unbounded(inputSchema(schema), route))).toEqual([]);
});

test("what a body carries that is read later has maxima, too", () => {
  const [bounce, complaint] = (MailNotification as unknown as { out: z.ZodDiscriminatedUnion }).out.options;
  const named = { bounce, complaint, CloudWatch: CloudWatchProps, Prometheus: PrometheusProps };
  for (const [name, schema] of Object.entries(named))
    expect(unbounded(inputSchema(schema as z.ZodType), `${name} `)).toEqual([]);
});

test("every parameter in a query or a header has a maximum", () => {
  const parameters = app.routes.flatMap(({ method, path, handler }) =>
    (descriptionOf(handler).parameters ?? []).map((parameter) => ({
      route: `${method} ${path}`,
      ...parameter,
    })),
  );
  expect(parameters.length).toBeGreaterThan(10);
  expect(parameters.flatMap(({ route, name, schema }) => unbounded(schema, `${route} ${name}`))).toEqual([]);
});

test("input that nothing has checked is a 400 where zod refuses it, and no 500", async () => {
  const wrong = z.object({ name: z.string() }).safeParse({ name: 5 });
  const odd = new Hono<AppEnv>()
    .onError((error, c) => c.json({}, refusal(error, c).status))
    .get("/", () => {
      throw wrong.error;
    });
  expect((await odd.request("/")).status).toBe(400);
});

test("every header that is read has a maximum", async () => {
  const measuredWhereCompared = ["If-None-Match"];
  const ofAnswers = ["Location", "x-amzn-errortype", "Cache-Control", "ETag"];
  const read = new Set<string>();
  for await (const file of glob("worker/**/*.{ts,tsx}", { cwd: root })) {
    const source = await readFile(join(root, file), "utf8");
    for (const [, name = ""] of source.matchAll(/(?:req\.header|headers\.get)\(\s*"([^"]+)"/g))
      read.add(name);
  }
  const known = [...Object.keys(MAX_HEADER_CHARACTERS), ...measuredWhereCompared, ...ofAnswers];
  expect([...read].filter((name) => !known.includes(name))).toEqual([]);
  expect(read).toContain("Authorization");
});

test("no answer of another service is read but through a function that bounds it", async () => {
  const reading = /\b(?:response|answer)\.(?:text|json|arrayBuffer|blob|bytes|formData)\(\)/;
  /** What these read is an answer of our own, or was bounded before. */
  const bounded = ["worker/http/idempotency/idempotent.ts", "worker/metrics/sources/prometheus.ts"];
  const unbounded = [];
  for await (const file of glob("worker/**/*.{ts,tsx}", { cwd: root })) {
    if (bounded.includes(file)) continue;
    if (reading.test(await readFile(join(root, file), "utf8"))) unbounded.push(file);
  }
  expect(unbounded).toEqual([]);
});
