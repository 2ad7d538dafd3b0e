import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { anyRequest, type Material, signed } from "../support/any-request.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
let material: Material;
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const description = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument; // a test of its own says so
  material = {
    description,
    ids: {
      componentID: [componentID],
      incidentID: [incidentID],
      incidentUpdateID: incidentUpdates.map(({ incidentUpdateID }) => incidentUpdateID),
      maintenanceID: [maintenanceID],
    },
  };
});
afterAll(() => daymark.stop());

test("whatever is sent, no answer is a server error, and none under /api is anything but JSON", async () => {
  const credentials = { token: await daymark.token(), key: await makeApiKey(daymark) };
  await fc.assert(
    fc.asyncProperty(anyRequest(material), async (request) => {
      const { method, path, headers = {}, body } = signed(request, credentials);
      // A path that begins with two slashes is one of this host all the same.
      const response = await daymark.fetch(`${daymark.url}${path}`, {
        method,
        headers,
        ...(method !== "GET" && method !== "HEAD" && { body: body as BodyInit }),
      });
      const text = await response.text();
      expect(response.status, `${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
      const { pathname } = new URL(response.url);
      if (pathname.startsWith("/api/") && pathname !== "/api/docs" && text !== "")
        expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 1500 },
  );
});
