import fc from "fast-check";
import type { JSONSchema } from "../../../worker/openapi/schema.ts";

interface Options {
  /** The schemas of the API's description, by name. */
  schemas: Record<string, JSONSchema>;
  ids: string[];
  /** Makes a body that matches its schema and has every field. */
  isValid?: true;
}

/** Any Unicode character. The same unit of fast-check, "binary", first takes a second to list them all. */
export const randomCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map(
    (code) => String.fromCodePoint(code),
    // With this inverse, strings also have words such as "__proto__" in them.
    (value) => {
      if (typeof value !== "string" || [...value].length !== 1) throw new Error("This is no character.");
      return value.codePointAt(0) ?? 0;
    },
  );

export const randomText = fc.oneof(
  fc.string({ unit: randomCharacter }),
  fc.string({ unit: "grapheme" }),
  fc.constant(""),
);

const randomTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("2030-01-01T10:00:00Z", "2030-02-30T10:00:00Z", "9999-12-31T23:59:59-23:59"),
);

const randomNumber = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger());

const plausibleTexts = fc.constantFrom(
  "a@example.com",
  "a@münchen.example",
  '"a b"@example.com',
  "#1A2B3C",
  "Europe/Madrid",
  "pt-BR",
  "data:image/png;base64,iVBORw0KGgo=",
  "https://prometheus.example.com",
  "PROMETHEUS_TOKEN",
  "up",
);

/** Most bodies match the schema but for a few mistakes; the rest are malformed. */
export function randomBody(
  schema: JSONSchema | undefined,
  options: Options,
): fc.Arbitrary<string | Uint8Array> {
  const json = schema ? mostlyValid(schema, options) : fc.object();
  return fc.oneof(
    { arbitrary: json.map(toJSON), weight: 8 },
    { arbitrary: form(options.ids), weight: 2 },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: randomText, weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        "[".repeat(100_000),
        '{"__proto__":{"name":"A"},"constructor":5}',
        `{"name":"${"x".repeat(20_000)}"}`,
        "--x\r\nContent-Disposition: form-data; name=emailAddress\r\n\r\na@example.com\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n",
      ),
      weight: 1,
    },
  );
}

function toJSON(value: unknown): string {
  return JSON.stringify(value, (_, field) => (typeof field === "bigint" ? `${field}` : field)) ?? "";
}

/** Bodies that match the schema. The operation can still refuse them, for rules that a schema can't express. */
export function randomValidBody(schema: JSONSchema, options: Options): fc.Arbitrary<unknown> {
  return valid(schema, { ...options, isValid: true }, 0);
}

function mostlyValid(schema: JSONSchema, options: Options, depth = 0): fc.Arbitrary<unknown> {
  if (options.isValid) return valid(schema, options, depth);
  return fc.oneof(
    { arbitrary: valid(schema, options, depth), weight: 30 },
    { arbitrary: randomText, weight: 1 },
    { arbitrary: fc.anything(), weight: 1 },
  );
}

function valid(schema: JSONSchema, options: Options, depth: number): fc.Arbitrary<unknown> {
  const { $ref, type, anyOf, oneOf, properties, items, additionalProperties, required = [] } = schema;
  const nested = (inner: JSONSchema) => mostlyValid(inner, options, depth + 1);
  if ($ref !== undefined) return valid(options.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, options, depth);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((alternative) => valid(alternative, options, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (type === "string") {
    if (schema.format === "date-time") return randomTime;
    return fc.oneof(
      { arbitrary: plausibleTexts, weight: 4 },
      { arbitrary: fc.constantFrom(...options.ids), weight: 2 },
      { arbitrary: fc.oneof(randomText, randomTime), weight: 1 },
    );
  }
  if (type === "integer" || type === "number") return randomNumber;
  if (type === "boolean") return fc.boolean();
  if (type === "array")
    return fc.array(nested(items ?? {}), { minLength: options.isValid ? 1 : 0, maxLength: 3 });
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, nested(each)]));
    if (options.isValid) return fc.record(fields);
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  }
  if (additionalProperties && depth < 3) {
    const points = fc.array(fc.record({ timestamp: randomTime, value: randomNumber }), { maxLength: 3 });
    return fc.dictionary(
      fc.oneof(fc.constantFrom(...options.ids), randomText),
      fc.oneof(points, fc.anything()),
    );
  }
  return fc.anything();
}

/** Encoded as browsers send the subscription forms. */
function form(ids: string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom("emailAddress", "about", "components", "timeZone", "language", "website", "x");
  const value = fc.oneof(randomText, plausibleTexts, fc.constantFrom("chosen", "everything", ...ids));
  return fc
    .array(fc.tuple(name, value), { maxLength: 8 })
    .map((fields) =>
      new URLSearchParams(fields.map(([field, text]) => [field, text.toWellFormed()])).toString(),
    );
}
