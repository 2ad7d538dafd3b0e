import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { app } from "../../worker/api.ts";
import { errorAnswer, invalidInput, Refusal } from "../../worker/http/errors.ts";
import type { ErrorAnswer } from "../../worker/http/schema.ts";
import { checkProps } from "../../worker/metrics/check-props.ts";
import { metricTypes } from "../../worker/metrics/domain.ts";
import { propsOf } from "../../worker/metrics/schema.ts";
import { checkSubmission, limitPoints } from "../../worker/metrics/submission.ts";
import { descriptionOf } from "../../worker/openapi/call.ts";
import type { JSONSchema } from "../../worker/openapi/schema.ts";
import { rightBody } from "../support/any-body.ts";
import { withOneMistake } from "../support/one-mistake.ts";

/** What is checked before a call does anything: throws a Refusal. */
interface Check {
  name: string;
  schema: z.ZodType;
  check: (body: Record<string, unknown>) => unknown;
}

const now = Date.parse("2026-11-22T10:00:00Z");
const metricID = "4fRz0aBc12Xy";
const noVariables = {} as Parameters<typeof checkProps>[0]; // read only where the props are right

/** Every body of every call, as the routes themselves state it, and what is checked after it by hand. */
const checks: Check[] = [
  ...app.routes.flatMap(({ method, path, handler }) => {
    const { body: schema } = descriptionOf(handler);
    if (!schema) return [];
    return [{ name: `${method} ${path}`, schema, check: (body: object) => accept(schema, body) }];
  }),
  ...metricTypes.map((type) => ({
    name: `props of ${type}`,
    schema: z.object({ props: propsOf[type] }),
    check: ({ props }: { props?: unknown }) => {
      if (isObject(props)) checkProps(noVariables, type, props);
    },
  })),
  {
    name: "points",
    schema: z.object({
      [metricID]: z.array(
        z.object({ timestamp: z.string().meta({ format: "date-time" }), value: z.number() }),
      ),
    }),
    check: (body) => {
      limitPoints(body);
      checkSubmission(body, new Map([[metricID, "Self"]]), now);
    },
  },
];

function accept(schema: z.ZodType, body: unknown): void {
  const checked = schema.safeParse(body);
  if (!checked.success) throw invalidInput(checked.error);
}

test("the calls whose bodies are checked are found by themselves", () => {
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["POST /api/incidents", "POST /api/v0/incidents", "POST /api/hooks/ses"]),
  );
  expect(checks.length).toBeGreaterThan(25);
});

const ofAValidator =
  /\bInvalid\b|\bToo (big|small)|\bexpected\b|\breceived\b|Unrecognized|undefined|\bNaN\b|\[object|\bregex|\bpattern\b|instance of/;

describe("every refusal is a sentence without a validator's words, and its path leads into what was sent", () => {
  test.for(checks)("$name", ({ name, schema, check }) => {
    const { $defs = {}, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const schemas = $defs as Record<string, JSONSchema>; // zod's type has every keyword there is
    const refused = new Set<string>();
    fc.assert(
      fc.property(rightBody(shape as JSONSchema, { schemas, ids: [metricID] }), (right) => {
        for (const body of withOneMistake(JSON.parse(JSON.stringify(right)))) {
          if (!isObject(body)) continue;
          const answer = refusalOf(() => check(body));
          if (!answer) continue;
          for (const { path, message } of answer.errors ?? []) {
            expect(message).toMatch(/^[`"\w].*\.$/s);
            expect(message).not.toMatch(ofAValidator);
            expect([path, leadsInto(body, path ?? "")]).toEqual([path, true]);
            refused.add(`${path}`);
          }
          expect(answer.errorMessage).toMatch(/\.$|\(and \d+ more\)$|reasons\.$/);
          expect(answer.errorMessage).not.toMatch(ofAValidator);
        }
      }),
      { numRuns: 5 },
    );
    if (name !== "props of Self") expect(refused.size).toBeGreaterThan(0);
  });
});

function refusalOf(check: () => unknown): ErrorAnswer | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error);
    throw error;
  }
}

/** Whether each step of the path is there, save the last one, which may be missing. */
function leadsInto(value: unknown, path: string): boolean {
  if (path === "") return true;
  if (typeof value !== "object" || value === null) return false;
  return (
    !path.includes(".") ||
    Object.entries(value).some(
      ([name, field]) =>
        path === name || (path.startsWith(`${name}.`) && leadsInto(field, path.slice(name.length + 1))),
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
