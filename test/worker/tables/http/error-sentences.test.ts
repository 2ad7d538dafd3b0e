import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { app } from "../../../../worker/api.ts";
import { descriptionOf } from "../../../../worker/http/call.ts";
import { errorResponse, HttpError, invalidInput } from "../../../../worker/http/errors.ts";
import type { ErrorResponse } from "../../../../worker/http/schema.ts";
import { checkProps } from "../../../../worker/metrics/check-props.ts";
import { metricTypes } from "../../../../worker/metrics/domain.ts";
import { checkSubmission, limitPoints } from "../../../../worker/metrics/points/submission.ts";
import { propsOf } from "../../../../worker/metrics/schema.ts";
import type { JSONSchema } from "../../../../worker/openapi/schema.ts";
import { withOneInvalidValue } from "../../../support/factories/invalid-values.ts";
import { randomValidBody } from "../../../support/factories/random-body.ts";
import { pathExists } from "../../../support/readers/path-exists.ts";

/** A schema and the function that checks its values and throws an HttpError. */
interface Check {
  name: string;
  schema: z.ZodType;
  check: (body: Record<string, unknown>) => unknown;
}

const now = Date.parse("2026-11-22T10:00:00Z");
const metricID = "4fRz0aBc12Xy";
const noVariables = {} as Parameters<typeof checkProps>[0]; // checkProps reads variables only if the props are valid.

/** All bodies in the routes' descriptions, and the values that other code checks. */
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

test("the checks include the bodies of all routes", () => {
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["POST /api/incidents", "POST /api/v0/incidents", "POST /api/hooks/ses"]),
  );
  expect(checks.length).toBeGreaterThan(25);
});

const withoutFields = [
  "props of Self",
  "POST /api/undo/:undoToken",
  "POST /api/sign-in/provider",
  "POST /api/channels/:channelID/test",
  "POST /api/channels/:channelID/secret",
  "POST /api/v0/restore/cancel",
  "POST /api/hooks/resend",
  "POST /api/hooks/postmark",
];

const validatorWords =
  /\bInvalid\b|\bToo (big|small)|\bexpected\b|\breceived\b|Unrecognized|undefined|\bNaN\b|\[object|\bregex|\bpattern\b|instance of/;

describe("every error is a sentence without a validator's words, and its path exists in the body", () => {
  test.for(checks)("$name", ({ name, schema, check }) => {
    const { $defs = {}, ...shape } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    const schemas = $defs as Record<string, JSONSchema>; // zod's type has more keywords than ours.
    const paths = new Set<string>();
    fc.assert(
      fc.property(randomValidBody(shape as JSONSchema, { schemas, ids: [metricID] }), (validBody) => {
        // There are so many errors that an `expect` for each would take longer than all else.
        const mistakes = new Set<string>();
        for (const body of withOneInvalidValue(JSON.parse(JSON.stringify(validBody)))) {
          if (!isObject(body)) continue;
          const errors = catchErrors(() => check(body));
          if (!errors) continue;
          for (const { path, message } of errors.errors ?? []) {
            if (!/^[`"\w].*\.$/s.test(message) || validatorWords.test(message)) mistakes.add(message);
            if (!pathExists(body, path ?? "")) mistakes.add(`There is nothing at ${path}.`);
            paths.add(`${path}`);
          }
          const { errorMessage } = errors;
          if (!/\.$|\(and \d+ more\)$|reasons\.$/.test(errorMessage) || validatorWords.test(errorMessage))
            mistakes.add(errorMessage);
        }
        expect([...mistakes]).toEqual([]);
      }),
      { numRuns: 5 },
    );
    if (!withoutFields.includes(name)) expect(paths.size).toBeGreaterThan(0);
  });
});

function catchErrors(check: () => unknown): ErrorResponse | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return errorResponse(error);
    throw error;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
