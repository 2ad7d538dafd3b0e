import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorResponse } from "../../../../worker/http/schema.ts";
import { examples } from "../../../../worker/openapi/examples.ts";
import type { OpenAPIDocument } from "../../../../worker/openapi/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { enableMail, newClientHeaders } from "../../../support/factories/make-subscribers.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
});
afterAll(() => daymark.stop());

const unknownID = "nobody";
const lists = ["components", "groups", "notices"] as const;

test("in every call with a list of components, groups or notices, an unknown one is named by its place", async () => {
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const ids: Record<string, string> = { incidentID, maintenanceID };
  const description = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument; // openapi.test.ts checks it.
  const credentials = { Authorization: await daymark.token(), "x-api-key": await makeApiKey(daymark) };
  const found = [];
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const schemaName = requestBody?.content["application/json"]?.schema?.$ref?.split("/").at(-1) ?? "";
      const { properties = {} } = description.components.schemas[schemaName] ?? {};
      const { templateID: _, ...example } = { ...(examples()[schemaName] as object), templateID: "" }; // every schema has one
      for (const list of lists) {
        if (!properties[list]) continue;
        const entry =
          properties[list].items?.type === "string"
            ? unknownID
            : { componentID: unknownID, status: "Operational" };
        const others = Object.fromEntries(lists.map((each) => [each, undefined]));
        const body = JSON.stringify({ ...(method === "post" && example), ...others, [list]: [entry] });
        const response = await daymark.fetch(
          path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? unknownID),
          { method: method.toUpperCase(), headers: { ...newClientHeaders(), ...credentials }, body },
        );
        const { errors }: ErrorResponse = await response.json();
        if (response.status === 404) continue;
        found.push(`${method} ${path} ${list}`);
        expect([path, list, valueAt(JSON.parse(body), errors?.[0]?.path)]).toEqual([path, list, unknownID]);
      }
    }
  expect(found).toEqual(
    expect.arrayContaining([
      ...lists.map((list) => `post /api/subscribers/subscribe ${list}`),
      "post /api/subscribers/push components",
      "post /api/channels components",
      "patch /api/incidents/{incidentID} components",
    ]),
  );
});

function valueAt(body: unknown, path = ""): unknown {
  return path
    .split(".")
    .reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step], body); // JSON
}

test("an error about a repeated list names the entry that was sent", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [componentID, componentID, unknownID];
  for (const [path, body] of Object.entries({
    "/api/subscribers/subscribe": { emailAddress: "a@example.com", components },
    "/api/channels": { name: "Ops", address: "https://hooks.example.com/x", components },
  })) {
    const headers = { ...newClientHeaders(), Authorization: await daymark.token() };
    const response = await daymark.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    expect([path, response.status, await response.json()]).toMatchObject([
      path,
      400,
      { errors: [{ path: "components.2", message: `There is no component ${unknownID}.` }] },
    ]);
  }
});
