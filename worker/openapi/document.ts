import type { RouterRoute } from "hono/types";
import { factsOf } from "./call.ts";
import { operation } from "./operation.ts";
import type { OpenAPIDocument } from "./schema.ts";
import { namedSchemas } from "./shapes.ts";

const about = `Everything that the console does, and reading the page without credentials.

A refusal is answered with a sentence in \`errorMessage\`, and where it is about a body, with every reason in \`errors\`. \
Times are ISO 8601 in UTC. Unknown fields of a body are ignored.`;

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "An administrator: the user pool's id token after `Bearer` and a space.",
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
      "One of the API keys of the console's settings, with the scope that a call names, or with `all`. 600 calls a minute each.",
  },
};

/** Puts together what the middlewares of the app's routes state of themselves; fails where one under /api is silent. */
export function documentOf(routes: RouterRoute[]): OpenAPIDocument {
  const paths: OpenAPIDocument["paths"] = {};
  const calls = Map.groupBy(routes, ({ method, path }) => `${method} ${path}`);
  for (const [call, handlers] of calls) {
    const [method = "", route = ""] = call.split(" ");
    const facts = handlers.map(({ handler }) => factsOf(handler));
    if (facts.every(({ summary }) => summary === undefined)) {
      if (method === "ALL" || !route.startsWith("/api/")) continue;
      throw new Error(`${call} says nothing of itself: give it a call().`);
    }
    const path = route.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(method, path, facts) };
  }
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((m) => m.tags)),
  );
  return {
    openapi: "3.1.1",
    info: { title: "Status page API", version: "v0", description: about },
    servers: [{ url: "/" }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: { schemas: namedSchemas(), securitySchemes },
  };
}
