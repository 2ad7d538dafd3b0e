import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { JSONSchema, OpenAPIDocument, Operation, Reference } from "../../worker/openapi/schema.ts";

/** Fails unless the API's description has the call, the answer's status and headers, and a body like this one. */
export type HoldToDescription = (method: string, response: Response) => Promise<void>;

/** Keyed by the text of a description: Workers of a file with the same one compile it once. */
const known = new Map<string, HoldToDescription>();

/** Asks the Worker for its description once, to hold its answers against it. */
export async function readDescription(url: string): Promise<HoldToDescription> {
  const response = await fetch(new URL("/api/openapi.json", url));
  const text = await response.text();
  if (!response.ok) throw new Error(`There is no description: ${text}`);
  const hold = known.get(text) ?? holdTo(JSON.parse(text));
  known.set(text, hold);
  return hold;
}

function holdTo(description: OpenAPIDocument): HoldToDescription {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed(description), "description");
  const refusal = validator(ajv, "#/components/schemas/ErrorAnswer");

  return async (asked, answer) => {
    const method = asked.toUpperCase() === "HEAD" ? "GET" : asked.toUpperCase();
    const { pathname } = new URL(answer.url);
    if (!/^\/(api|logos|metrics)\//.test(pathname) || method === "OPTIONS") return;
    const body = await answer.clone().text();
    const fail = (reason: string) => {
      throw new Error(`${method} ${pathname} ${answer.status}: ${reason}\n${body.slice(0, 500)}`);
    };
    const path = pathOf(description, pathname, method.toLowerCase());
    const operation = path && description.paths[path]?.[method.toLowerCase()];
    // Any address, and any header, can be too long.
    if (!operation || answer.status === 414 || answer.status === 431) {
      if (!pathname.startsWith("/api/")) return;
      // To the path that was meant, which is described.
      if (answer.status === 301 && body === "") return;
      if (![404, 405, 413, 414, 431].includes(answer.status)) fail("no such call is described.");
      if (asked !== "HEAD" && !refusal(JSON.parse(body))) fail(reasons(refusal));
      return;
    }
    const stated = operation.responses[answer.status];
    if (!stated) return fail("this status is not described.");
    const isShared = "$ref" in stated;
    const described = isShared ? description.components.responses[nameOf(stated)] : stated;
    if (!described) return fail(`${isShared && stated.$ref} is not described.`);
    for (const [name, { required }] of Object.entries(described.headers ?? {}))
      if (required && !answer.headers.has(name)) fail(`the header ${name} is missing.`);
    if (asked === "HEAD") return;
    if (!described.content) return body === "" ? undefined : fail("no body is described.");
    const type = answer.headers.get("Content-Type")?.split(";")[0] ?? "";
    if (!(type in described.content)) fail(`the type ${type} is not described.`);
    if (type !== "application/json") return;
    const at = isShared
      ? ["components", "responses", nameOf(stated)]
      : ["paths", path, method.toLowerCase(), "responses", String(answer.status)];
    const valid = validator(ajv, pointer([...at, "content", type, "schema"]));
    if (!valid(JSON.parse(body))) fail(reasons(valid));
  };
}

/** The described path that an address is of, one without parameters before one with them; a normal one has no %. */
function pathOf({ paths }: OpenAPIDocument, pathname: string, method: string): string | undefined {
  // As in the router, a parameter can take the place of a fixed part that has no such method: GET /api/v0/metrics/data.
  if (paths[pathname]?.[method]) return pathname;
  return Object.keys(paths).find(
    (path) =>
      paths[path]?.[method] &&
      new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/%]+")}$`).test(pathname),
  );
}

function nameOf({ $ref }: Reference): string {
  return $ref.split("/").at(-1) ?? "";
}

function pointer(keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}

function validator(ajv: Ajv2020, at: string): ValidateFunction {
  const found = ajv.getSchema(`description${at}`);
  if (!found) throw new Error(`The description has nothing at ${at}.`);
  return found;
}

/** Answers may grow in later versions; here each of their fields has to be described. */
function closed(description: OpenAPIDocument): object {
  return JSON.parse(JSON.stringify(description), (_, value: JSONSchema | Operation) =>
    value !== null && typeof value === "object" && "properties" in value && !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}

function reasons({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`)
    .join("; ");
}
