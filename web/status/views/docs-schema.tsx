import type { JSONSchema } from "../../../worker/openapi/schema.ts";
import { nameOf } from "./docs-calls.ts";

export function Fields({ schema: { properties = {}, required = [] } }: { schema: JSONSchema }) {
  return (
    <ul className="fields">
      {Object.entries(properties).map(([name, field]) => (
        <li key={name}>
          <code>{name}</code> <SchemaType schema={field} />
          {!required.includes(name) && <span className="more"> (optional)</span>}
          {field.description !== undefined && (
            <p className="more">
              <InlineCode text={field.description} />
            </p>
          )}
          {nested(field)}
        </li>
      ))}
    </ul>
  );
}

function nested({ properties, items, ...schema }: JSONSchema) {
  if (properties) return <Fields schema={{ ...schema, properties }} />;
  return items?.properties && <Fields schema={items} />;
}

export function SchemaType({ schema }: { schema: JSONSchema }) {
  const { $ref, items, maxItems, additionalProperties } = schema;
  const either = schema.oneOf ?? schema.anyOf;
  if (either) {
    return either.map((one, index) => [
      index > 0 && " or ",
      <SchemaType key={JSON.stringify(one)} schema={one} />,
    ]);
  }
  if (typeof additionalProperties === "object" && !schema.properties) {
    return (
      <>
        object, under each name a <SchemaType schema={additionalProperties} />
      </>
    );
  }
  if ($ref !== undefined) {
    const name = nameOf($ref);
    return <a href={`/api/docs/shapes#${name}`}>{name}</a>;
  }
  if (items) {
    return (
      <>
        list of <SchemaType schema={items} />
        {maxItems !== undefined && `, ${maxItems.toLocaleString("en")} at most`}
      </>
    );
  }
  return inInlineCode(schema);
}

function inInlineCode({ type, format, pattern, enum: values, const: value, ...bounds }: JSONSchema): string {
  if (value !== undefined) return String(value);
  if (values) return values.join(", ");
  if (format === "date-time") return "date and time";
  const { minLength, maxLength, minimum, maximum } = bounds;
  const range = rangeText(minLength ?? minimum, maxLength ?? maximum);
  if (type === "string") return `text${range && `, ${range} characters`}${pattern ? `, ${pattern}` : ""}`;
  if (type === "integer" || type === "number")
    return `${type === "integer" ? "whole " : ""}number${range && `, ${range}`}`;
  if (type === "boolean") return "true or false";
  return type ?? "anything";
}

function rangeText(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? "" : `${min} or more`;
  return `${min === undefined ? "up" : min} to ${max.toLocaleString("en")}`;
}

export function Code({ text, className }: { text: string; className: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <pre tabIndex={0} className={className}>
      <code>{text}</code>
    </pre>
  );
}

/** A sentence with `code` between backticks. */
export function InlineCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
