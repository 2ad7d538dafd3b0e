import { nanoid } from "nanoid";
import * as z from "zod";
import { app } from "../../../worker/api.ts";
import { type CallDescription, descriptionOf } from "../../../worker/http/call.ts";
import { examples } from "../../../worker/openapi/examples.ts";
import type { Daymark } from "../starters/daymark.ts";

/** What the middlewares of each route describe, by method and path, such as `GET /api/components`. */
export const describedCalls: ReadonlyMap<string, CallDescription> = new Map(
  [...Map.groupBy(app.routes, ({ method, path }) => `${method} ${path}`)].flatMap(([route, handlers]) => {
    const merged: CallDescription = Object.assign(
      {},
      ...handlers.map(({ handler }) => descriptionOf(handler)),
    );
    return merged.text ? [[route, merged]] : [];
  }),
);

/** The request's example in the API's description, with a name of its own, and without components, which must exist first. */
export function exampleBody(route: string): object {
  const call = describedCalls.get(route);
  const schema = call?.describedBody ?? call?.body;
  const example = examples()[(schema && z.globalRegistry.get(schema)?.id) ?? ""];
  if (typeof example !== "object" || example === null)
    throw new Error(`The request of ${route} has no example: add one to \`examples\` of its entity.ts.`);
  const { components: _, ...rest } = example as { components?: unknown }; // an object
  return "name" in rest ? { ...rest, name: nanoid() } : rest;
}

/** Creates an item of a list with the request's example. @returns its ID */
export async function makeFromExample(daymark: Daymark, listPath: string): Promise<string> {
  const response = await daymark.fetch(listPath, {
    method: "POST",
    headers: { Authorization: await daymark.token() },
    body: JSON.stringify(exampleBody(`POST ${listPath}`)),
  });
  if (response.status !== 201) throw new Error(`POST ${listPath} got ${await response.text()}`);
  return response.headers.get("Location")?.split("/").at(-1) ?? "";
}
