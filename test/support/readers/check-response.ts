import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { ErrorResponse } from "../../../worker/http/schema.ts";
import type { JSONSchema, OpenAPIDocument, Operation, Reference } from "../../../worker/openapi/schema.ts";
import { pathExists } from "./path-exists.ts";

/**
 * Fails unless the API's description has this operation, status, headers and body, and each error about a body names a place
 * of what was sent.
 */
export type CheckResponse = (method: string, response: Response, sent?: unknown) => Promise<void>;

/** Tests start hundreds of Workers, whose description is the same whatever their configuration. */
let loadedCheck: CheckResponse | undefined;

/** Reads the Worker's API description once in each process, and returns a check of responses against it. */
export async function loadResponseCheck(url: string): Promise<CheckResponse> {
  if (loadedCheck) return loadedCheck;
  const response = await fetch(new URL("/api/openapi.json", url));
  const text = await response.text();
  if (!response.ok) throw new Error(`/api/openapi.json failed: ${text}`);
  loadedCheck = compileCheck(JSON.parse(text));
  return loadedCheck;
}

function compileCheck(description: OpenAPIDocument): CheckResponse {
  // Ajv would compile the meta-schema to validate the description, which is no schema itself.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(withClosedSchemas(description), "description");
  const pathOf = pathFinder(description);
  return async (requestMethod, response, sent) => {
    const isHead = requestMethod.toUpperCase() === "HEAD";
    const method = isHead ? "GET" : requestMethod.toUpperCase();
    const { pathname } = new URL(response.url);
    if (!/^\/(api|logos|metrics)\//.test(pathname) || method === "OPTIONS") return;
    const body = await response.clone().text();
    const fail = (reason: string) => {
      throw new Error(`${method} ${pathname} ${response.status}: ${reason}\n${body.slice(0, 500)}`);
    };
    const misplaced = response.status === 400 ? misplacedError(sent, body) : undefined;
    if (misplaced !== undefined) fail(`there is nothing at ${misplaced} in ${sent}.`);
    const path = pathOf(pathname, method.toLowerCase());
    const operation = path && description.paths[path]?.[method.toLowerCase()];
    // Operations don't describe 414 and 431, which any URL or header can cause.
    if (!operation || response.status === 414 || response.status === 431) {
      if (!pathname.startsWith("/api/")) return;
      // A path with a mistake is redirected to the right one, which is described.
      if (response.status === 301 && body === "") return;
      if (![404, 405, 413, 414, 431].includes(response.status)) fail("no such operation is described.");
      if (isHead) return;
      const isError = validator(ajv, "#/components/schemas/ErrorAnswer");
      if (!isError(JSON.parse(body))) fail(reasonsOf(isError));
      return;
    }
    const responseOrReference = operation.responses[response.status];
    if (!responseOrReference) return fail("this status is not described.");
    const isReference = "$ref" in responseOrReference;
    const described = isReference
      ? description.components.responses[nameOf(responseOrReference)]
      : responseOrReference;
    if (!described) return fail(`${isReference && responseOrReference.$ref} is not described.`);
    for (const [name, { required }] of Object.entries(described.headers ?? {}))
      if (required && !response.headers.has(name)) fail(`the header ${name} is missing.`);
    if (isHead) return;
    if (!described.content) return body === "" ? undefined : fail("no body is described.");
    const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
    if (!(type in described.content)) fail(`the type ${type} is not described.`);
    if (type !== "application/json") return;
    const location = isReference
      ? ["components", "responses", nameOf(responseOrReference)]
      : ["paths", path, method.toLowerCase(), "responses", String(response.status)];
    const isValid = validator(ajv, pointer([...location, "content", type, "schema"]));
    if (!isValid(JSON.parse(body))) fail(reasonsOf(isValid));
  };
}

/** Returns the path of an error that doesn't exist in the body that was sent. */
function misplacedError(sent: unknown, answer: string): string | undefined {
  if (typeof sent !== "string" || !answer.startsWith("{")) return undefined;
  const body = parse(sent);
  if (typeof body !== "object" || body === null) return undefined;
  const { errors = [] }: ErrorResponse = JSON.parse(answer);
  return errors.map(({ path = "" }) => path).find((path) => !pathExists(body, path));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the described path that matches. A path without parameters comes before one with them. */
function pathFinder({ paths }: OpenAPIDocument) {
  const patterns = Object.keys(paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/%]+")}$`),
  }));
  return (pathname: string, method: string): string | undefined => {
    if (paths[pathname]) return paths[pathname][method] && pathname;
    return patterns.find(({ path, pattern }) => paths[path]?.[method] && pattern.test(pathname))?.path;
  };
}

function nameOf({ $ref }: Reference): string {
  return $ref.split("/").at(-1) ?? "";
}

function pointer(keys: string[]): string {
  return `#/${keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}

function validator(ajv: Ajv2020, location: string): ValidateFunction {
  const validate = ajv.getSchema(`description${location}`);
  if (!validate) throw new Error(`The description has nothing at ${location}.`);
  return validate;
}

/** Allows only described fields. The published schemas allow more, because later versions can add fields. */
function withClosedSchemas(description: OpenAPIDocument): object {
  return JSON.parse(JSON.stringify(description), (_, value: JSONSchema | Operation) =>
    value !== null && typeof value === "object" && "properties" in value && !("additionalProperties" in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}

function reasonsOf({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`)
    .join("; ");
}
