import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";

let daymark: Daymark;
let ids: string[];
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  ids = [componentID, incidentID, ...incidentUpdates.map(({ incidentUpdateID }) => incidentUpdateID)];
});
afterAll(() => daymark.stop());

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.constant(""));
const anyID = fc.oneof(
  fc.nat(2).map((at) => ids[at] ?? ""),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    "%",
    "%00",
    "%e0%a4%a",
    "..",
    "%2e%2e%2f",
    "'; DROP TABLE incidents; --".replaceAll(" ", "%20"),
  ),
);
const anyPath = fc
  .tuple(
    fc.constantFrom(
      "/",
      "/api/components",
      "/api/components/:id",
      "/api/incidents",
      "/api/incidents/:id",
      "/api/incidents/:id/incidentupdates/:id",
      "/api/settings",
      "/api/public-settings",
      "/api/health",
      "/api/:id",
      "/:id",
    ),
    fc.array(anyID, { minLength: 2, maxLength: 2 }),
    fc.option(fc.tuple(fc.constantFrom("limit", "before", "fresh", "x"), anyText)),
  )
  .map(([route, given, query]) => {
    const path = given.reduce((at, id) => at.replace(":id", id), route);
    return query ? `${path}?${query[0]}=${encodeURIComponent(query[1].toWellFormed())}` : path;
  });

const anyStatus = fc.constantFrom(
  "Operational",
  "Major Outage",
  "Investigating",
  "Resolved",
  "",
  "x",
  null,
  5,
);
const nearlyRight = fc.record(
  {
    name: fc.oneof(anyText, fc.anything()),
    status: fc.oneof(anyStatus, fc.anything()),
    description: fc.oneof(anyText, fc.anything()),
    message: fc.oneof(anyText, fc.anything()),
    order: fc.oneof(fc.integer(), fc.double(), fc.anything()),
    createdAt: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      anyText,
      fc.anything(),
    ),
    incidentStatus: anyStatus,
    serviceName: anyText,
    backgroundColor: anyText,
    components: fc.oneof(
      fc.array(
        fc.record({
          componentID: fc.oneof(
            fc.nat(2).map((at) => ids[at]),
            anyText,
          ),
          status: anyStatus,
        }),
      ),
      fc.anything(),
    ),
  },
  { requiredKeys: [] },
);
const anyBody = fc.oneof(
  nearlyRight.map((body) =>
    JSON.stringify(body, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
  ),
  fc.json(),
  anyText,
  fc.uint8Array({ maxLength: 300 }),
  fc.constant("[".repeat(100_000)),
  fc.constant('{"__proto__":{"name":"A"},"constructor":5}'),
);
// What fetch lets through as a header's value: visible Latin-1.
const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]*$/);
const anyHeaders = fc.record(
  {
    "Content-Type": fc.oneof(
      fc.constantFrom("application/json", "text/plain", "text/html", ";", "application/json;"),
      headerText,
    ),
    Authorization: fc.oneof(fc.constantFrom("good", "Bearer good"), headerText),
    "If-None-Match": fc.oneof(fc.constantFrom("*", '""', "W/", ","), headerText),
    Origin: headerText,
    "X-Request-Id": headerText,
    "Access-Control-Request-Headers": headerText,
  },
  { requiredKeys: ["Authorization"] },
);

test("whatever is sent, no answer is a server error, and none under /api is anything but JSON", async () => {
  const token = await daymark.token();
  const request = fc.record({
    method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "HEAD"),
    path: anyPath,
    headers: anyHeaders,
    body: anyBody,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, headers, body }) => {
      const response = await daymark.fetch(path, {
        method,
        headers: { ...headers, Authorization: headers.Authorization.replace("good", token) },
        ...(method !== "GET" && method !== "HEAD" && { body: body as BodyInit }),
      });
      const text = await response.text();
      expect(response.status, `${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
      if (new URL(response.url).pathname.startsWith("/api/") && text !== "")
        expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 1500 },
  );
}, 120_000);
