import * as z from "zod";
import { ascending } from "../../web/shared/ascending.ts";
import { instants } from "../http/schema.ts";
import { examples } from "./examples.ts";
import type { JSONSchema } from "./schema.ts";

const jsonSchemaOptions: Parameters<typeof z.toJSONSchema>[1] = {
  // Requests and responses share one schema, and responses can get more fields in later versions.
  io: "input",
  override: ({ zodSchema, jsonSchema }) => {
    const { _zod } = zodSchema;
    if (zodSchema instanceof z.ZodDiscriminatedUnion) {
      const discriminator = toDiscriminator(zodSchema);
      if (discriminator) jsonSchema.discriminator = discriminator;
    }
    const format = instants.get(zodSchema)?.format;
    if (format) jsonSchema.format = format;
    if ("format" in _zod.def && _zod.def.format === "datetime") delete jsonSchema.pattern;
    if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  },
};

/** Generated clients need a discriminator, which requires that every option has an ID. */
function toDiscriminator({ _zod: { def } }: z.ZodDiscriminatedUnion) {
  const namedOptions = def.options.map((option) => {
    const value = option instanceof z.ZodObject && option.shape[def.discriminator];
    const id = z.globalRegistry.get(option)?.id;
    return value instanceof z.ZodLiteral && id !== undefined && [value.value, schemaRef(id)];
  });
  if (!namedOptions.every((pair) => pair !== false)) return undefined;
  return { propertyName: def.discriminator, mapping: Object.fromEntries(namedOptions) };
}

export function toJSONSchema(schema: z.ZodType): JSONSchema {
  const id = z.globalRegistry.get(schema)?.id;
  if (id !== undefined) return { $ref: schemaRef(id) };
  if (schema instanceof z.ZodArray)
    return { type: "array", items: toJSONSchema(schema.element as z.ZodType) };
  return withoutMetadata(z.toJSONSchema(schema, jsonSchemaOptions));
}

export function namedSchemas(): Record<string, JSONSchema> {
  const all = examples();
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...jsonSchemaOptions, uri: schemaRef });
  // Their own order is that in which calls have loaded them.
  const sorted = Object.entries(schemas).sort(([one], [other]) => ascending(one, other));
  return Object.fromEntries(
    sorted.map(([id, schema]) => [
      id,
      { ...withoutMetadata(schema), ...(id in all && { examples: [all[id]] }) },
    ]),
  );
}

function schemaRef(id: string): string {
  return `#/components/schemas/${id}`;
}

function withoutMetadata({ $schema, $id, ...schema }: { $schema?: unknown; $id?: unknown }): JSONSchema {
  return schema;
}
