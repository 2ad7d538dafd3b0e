import fc from "fast-check";
import type { JSONSchema } from "../../worker/openapi/schema.ts";

interface Material {
  /** By name, of the API's description. */
  schemas: Record<string, JSONSchema>;
  ids: string[];
  /** No mistakes, and every field that there is. */
  isRight?: true;
}

export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constant(""),
);

const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("2030-01-01T10:00:00Z", "2030-02-30T10:00:00Z", "9999-12-31T23:59:59-23:59"),
);

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger());

const knownTexts = fc.constantFrom(
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

/** What a call's body should be, with a mistake here and there; and what is no such body at all. */
export function bodyOf(
  schema: JSONSchema | undefined,
  material: Material,
): fc.Arbitrary<string | Uint8Array> {
  const nearly = schema ? nearlyRight(schema, material) : fc.object();
  return fc.oneof(
    { arbitrary: nearly.map(asJSON), weight: 8 },
    { arbitrary: form(material.ids), weight: 2 },
    { arbitrary: fc.json(), weight: 1 },
    { arbitrary: anyText, weight: 1 },
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

function asJSON(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each)) ?? "";
}

/** What a call's body should be: all that its schema says holds, which is not all that the call looks at. */
export function rightBody(schema: JSONSchema, material: Material): fc.Arbitrary<unknown> {
  return right(schema, { ...material, isRight: true }, 0);
}

function nearlyRight(schema: JSONSchema, material: Material, depth = 0): fc.Arbitrary<unknown> {
  if (material.isRight) return right(schema, material, depth);
  return fc.oneof(
    { arbitrary: right(schema, material, depth), weight: 30 },
    { arbitrary: anyText, weight: 1 },
    { arbitrary: fc.anything(), weight: 1 },
  );
}

function right(schema: JSONSchema, material: Material, depth: number): fc.Arbitrary<unknown> {
  const { $ref, type, anyOf, oneOf, properties, items, additionalProperties, required = [] } = schema;
  const inside = (each: JSONSchema) => nearlyRight(each, material, depth + 1);
  if ($ref !== undefined) return right(material.schemas[$ref.split("/").at(-1) ?? ""] ?? {}, material, depth);
  const either = anyOf ?? oneOf;
  if (either) return fc.oneof(...either.map((each) => right(each, material, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (type === "string") {
    if (schema.format === "date-time") return anyTime;
    return fc.oneof(
      { arbitrary: knownTexts, weight: 4 },
      { arbitrary: fc.constantFrom(...material.ids), weight: 2 },
      { arbitrary: fc.oneof(anyText, anyTime), weight: 1 },
    );
  }
  if (type === "integer" || type === "number") return anyNumber;
  if (type === "boolean") return fc.boolean();
  if (type === "array")
    return fc.array(inside(items ?? {}), { minLength: material.isRight ? 1 : 0, maxLength: 3 });
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inside(each)]));
    if (material.isRight) return fc.record(fields);
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  }
  if (additionalProperties && depth < 3) {
    const points = fc.array(fc.record({ timestamp: anyTime, value: anyNumber }), { maxLength: 3 });
    return fc.dictionary(
      fc.oneof(fc.constantFrom(...material.ids), anyText),
      fc.oneof(points, fc.anything()),
    );
  }
  return fc.anything();
}

/** As the subscription's forms are sent. */
function form(ids: string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom("emailAddress", "about", "components", "timeZone", "language", "website", "x");
  const value = fc.oneof(anyText, knownTexts, fc.constantFrom("chosen", "everything", ...ids));
  return fc
    .array(fc.tuple(name, value), { maxLength: 8 })
    .map((fields) =>
      new URLSearchParams(fields.map(([field, text]) => [field, text.toWellFormed()])).toString(),
    );
}
