import type { OpenAPIDocument, Operation, Parameter } from "../../../worker/openapi/schema.ts";
import { type CallAddress, exampleOf, successesOf } from "./docs-calls.ts";

const MAX_LINE_CHARACTERS = 64;
const KEY = "YOUR_API_KEY";
const ID_TOKEN = "Bearer YOUR_ID_TOKEN";
/** The only value of an example that is an expression. */
const RANDOM_UUID = "crypto.randomUUID()";

interface Values {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  hasIdempotencyKey: boolean;
  body: unknown;
}

export interface Examples {
  curl: string;
  typeScript: string;
}

/** @returns undefined for a call whose body has no example, because only another service makes it */
export function examplesOf(
  address: CallAddress,
  document: OpenAPIDocument,
  origin: string,
): Examples | undefined {
  const { parameters = [], requestBody } = address.operation;
  const body = exampleOf(requestBody?.content["application/json"]?.schema, document);
  if (requestBody && body === undefined) return undefined;
  const valuesIn = (where: Parameter["in"]) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === where && parameter.required)
        .map((parameter) => [parameter.name, exampleValue(parameter, document)]),
    );
  const hasIdempotencyKey = parameters.some(({ name }) => name === "Idempotency-Key");
  const values: Values = { path: valuesIn("path"), query: valuesIn("query"), hasIdempotencyKey, body };
  return { curl: curlOf(address, values, origin), typeScript: typeScriptOf(address, values) };
}

function exampleValue({ schema, content }: Parameter, document: OpenAPIDocument): unknown {
  return exampleOf(schema ?? content?.["application/json"]?.schema, document) ?? schema?.enum?.[0];
}

function curlOf({ method, path, operation }: CallAddress, values: Values, origin: string): string {
  const url = origin + path.replace(/\{(\w+)\}/g, (_, name: string) => String(values.path[name]));
  const impliedMethod = values.body === undefined ? "GET" : "POST";
  const credentials = credentialsOf(operation);
  const lines = [
    `curl ${method === impliedMethod ? "" : `-X ${method} `}${quoteForShell(url)}`,
    ...(credentials === "key" ? [`-H ${quoteForShell(`x-api-key: ${KEY}`)}`] : []),
    ...(credentials === "token" ? [`-H ${quoteForShell(`Authorization: ${ID_TOKEN}`)}`] : []),
    ...(values.hasIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...Object.entries(values.query).map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `-G --data-urlencode ${quoteForShell(`${name}=${text}`)}`;
    }),
    ...(values.body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoteForShell(formatValue(values.body, formatJSON))}`]),
  ];
  return lines.join(" \\\n  ");
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typeScriptOf({ method, path, operation }: CallAddress, values: Values): string {
  const params = {
    ...(Object.keys(values.path).length > 0 && { path: values.path }),
    ...(Object.keys(values.query).length > 0 && { query: values.query }),
    ...(values.hasIdempotencyKey && { header: { "Idempotency-Key": RANDOM_UUID } }),
  };
  const { response } = successesOf(operation)[0] ?? {};
  const types = Object.keys(response?.content ?? {});
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(values.body !== undefined && { body: values.body }),
    ...(types.length > 0 &&
      !types.includes("application/json") && {
        parseAs: types.every((type) => type.startsWith("text/")) ? "text" : "blob",
      }),
  };
  const client = credentialsOf(operation) === "token" ? "administrator" : "client";
  const result = types.length > 0 ? "{ data, error }" : "{ error }";
  const start = `const ${result} = await ${client}.${method}("${path}"`;
  if (Object.keys(options).length === 0) return `${start});`;
  return `${start}, ${formatValue(options, formatTypeScript, { before: start.length })});`;
}

export function clientSetup(operations: Operation[], origin: string): string {
  const kinds = operations.map(credentialsOf);
  const apiKey = kinds.includes("key") ? `, apiKey: "${KEY}"` : "";
  return [
    'import { createClient } from "daymark/client";',
    "",
    `const url = ${JSON.stringify(origin)};`,
    ...(kinds.some((kind) => kind !== "token") ? [`const client = createClient({ url${apiKey} });`] : []),
    ...(kinds.includes("token")
      ? [
          "const administrator = createClient({",
          "  url,",
          `  headers: { Authorization: "${ID_TOKEN}" },`,
          "});",
        ]
      : []),
  ].join("\n");
}

function credentialsOf({ security: [first] }: Operation): "key" | "token" | "none" {
  if (!first || Object.keys(first).length === 0) return "none";
  return "apiKey" in first ? "key" : "token";
}

interface Format {
  key: (name: string) => string;
  text: (value: string) => string;
}

const formatJSON: Format = { key: JSON.stringify, text: JSON.stringify };
const formatTypeScript: Format = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  text: (value) => (value === RANDOM_UUID ? value : JSON.stringify(value)),
};

interface Place {
  indent?: string;
  /** The number of characters that the line already has. */
  before?: number;
}

/** Writes an object or a list on one line if it fits. */
function formatValue(value: unknown, format: Format, place: Place = {}): string {
  const { indent = "", before = indent.length } = place;
  if (typeof value === "string") return format.text(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const parts = (inner: string) =>
    isList
      ? value.map((item) => formatValue(item, format, { indent: inner }))
      : Object.entries(value).map(([name, field]) => {
          const key = `${format.key(name)}: `;
          return key + formatValue(field, format, { indent: inner, before: inner.length + key.length });
        });
  const onOneLine = parts("").join(", ");
  if (onOneLine === "") return open + close;
  const line = isList ? `[${onOneLine}]` : `{ ${onOneLine} }`;
  if (!line.includes("\n") && before + line.length <= MAX_LINE_CHARACTERS) return line;
  const inner = `${indent}  `;
  const lines = parts(inner).map((part) => inner + part);
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

export function jsonText(value: unknown): string {
  return formatValue(value, formatJSON);
}
