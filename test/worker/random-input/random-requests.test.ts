import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../support/factories/factories.ts";
import { type KnownAPI, randomRequest, withCredentials } from "../../support/factories/random-request.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let material: KnownAPI;
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const description = (await (await daymark.fetch("/api/openapi.json")).json()) as OpenAPIDocument; // openapi.test.ts checks its format.
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

test("no random request causes a server error, and every response under /api is JSON, except pages and CSV", async () => {
  const credentials = { token: await daymark.token(), key: await makeApiKey(daymark) };
  await fc.assert(
    fc.asyncProperty(randomRequest(material), async (request) => {
      const { method, path, headers = {}, body } = withCredentials(request, credentials);
      // The origin comes first, because a path that begins with two slashes would be another host.
      const response = await daymark.fetch(`${daymark.url}${path}`, {
        method,
        headers,
        ...(method !== "GET" && method !== "HEAD" && { body: body as BodyInit }),
      });
      const text = await response.text();
      expect(response.status, `${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
      const { pathname } = new URL(response.url);
      const isOtherFormat =
        /^\/api\/docs(\/|$)/.test(pathname) || (pathname === "/api/subscribers/export" && response.ok);
      if (pathname.startsWith("/api/") && !isOtherFormat && text !== "")
        expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 600 },
  );
}, 900_000);
