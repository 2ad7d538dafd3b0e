import type { RouterRoute } from "hono/types";
import { type CallDescription, descriptionOf } from "../http/call.ts";
import { sharedErrorResponses } from "./error-responses.ts";
import { namedSchemas } from "./json-schema.ts";
import { buildOperation } from "./operation.ts";
import type { OperationText } from "./operation-text.ts";
import type { OpenAPIDocument } from "./schema.ts";
import { tags } from "./tags.ts";

const about = `Do from a script whatever the console does, and read whatever the status page shows.

Calls under \`/api\` are for visitors, who read without credentials, and for administrators. Scripts use the same calls \
under \`/api/v0\` with an API key. An administrator creates API keys under Settings.

**Requests** have a JSON body in UTF-8. Unknown fields and parameters are ignored. Strings are trimmed. Times are \
ISO 8601; without a time zone they mean UTC. To retry a POST safely, send it with an \`Idempotency-Key\`.

**Responses** are JSON, with times in UTC. Later versions can add fields. An error has a sentence in \`errorMessage\` \
and, if the body was invalid, every reason in \`errors\`. A refused request has changed nothing. Every response has an \
\`X-Request-Id\` that is also in the logs, and allows any origin (CORS) without credentials.`;

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "An administrator's token from the user pool, the OpenID Connect provider or Cloudflare Access, after `Bearer` and a space.",
  },
  rawToken: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The same token without `Bearer` before it.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description:
      "An API key that an administrator created under Settings, with one of the scopes that the call lists. Each key can make 600 calls a minute, of which 60 can create something.",
  },
};

/** Builds the description from the middlewares of all routes. Throws if a route under /api has none. */
export async function buildDocument(routes: RouterRoute[]): Promise<OpenAPIDocument> {
  const paths: OpenAPIDocument["paths"] = {};
  const operationIds = new Set<string>();
  const calls = Map.groupBy(routes, ({ method, path }) => `${method} ${path}`);
  for (const [call, handlers] of calls) {
    const [method = "", route = ""] = call.split(" ");
    const parts = await Promise.all(handlers.map(({ handler }) => loadDescription(handler)));
    // Who may call comes first, also where the handler itself decides it.
    const sorted = parts.toSorted((one, other) => Number(!one.access) - Number(!other.access));
    const text = sorted.find(({ text }) => text !== undefined)?.text;
    if (text === undefined) {
      if (method === "ALL" || !route.startsWith("/api/")) continue;
      throw new Error(`${call} has no description. Add a call() to the route.`);
    }
    const unique = uniqueText(text, route, operationIds);
    operationIds.add(unique.operationId);
    const path = route.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(path, unique, sorted) };
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap((each) => each.tags));
  return {
    openapi: "3.1.1",
    info: {
      title: "Status page API",
      version: "v0",
      description: about,
      contact: { name: "Whoever runs this status page" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This status page." }],
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    components: { schemas: namedSchemas(), responses: sharedErrorResponses(), securitySchemes },
  };
}

async function loadDescription(handler: object): Promise<CallDescription> {
  const { loadResponses, ...description } = descriptionOf(handler);
  return loadResponses ? { ...description, responses: await loadResponses() } : description;
}

/** A route that is mounted under /api and /api/v0 needs a different operation ID in each. */
function uniqueText(text: OperationText, route: string, taken: Set<string>): OperationText {
  if (!taken.has(text.operationId)) return text;
  const operationId = `${text.operationId}WithApiKey`;
  if (!route.startsWith("/api/v0/") || taken.has(operationId))
    throw new Error(`Two calls are named ${text.operationId}.`);
  return { ...text, operationId, summary: `${text.summary} with an API key` };
}
