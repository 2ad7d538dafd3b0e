import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeApiKey, makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
let ids: string[];
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID, incidentUpdates } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  ids = [
    componentID,
    incidentID,
    maintenanceID,
    ...incidentUpdates.map(({ incidentUpdateID }) => incidentUpdateID),
  ];
});
afterAll(() => daymark.stop());

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.constant(""));
const anyID = fc.oneof(
  fc.nat(3).map((at) => ids[at] ?? ""),
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
      "/api/maintenances",
      "/api/maintenances/:id",
      "/api/maintenances/:id/maintenanceupdates/:id",
      "/api/settings",
      "/api/settings/apikeys/:id",
      "/api/settings/logos",
      "/api/settings/logos/:id",
      "/api/v0/incidents",
      "/api/v0/components/:id",
      "/logos/:id",
      "/incidents/:id",
      "/maintenances/:id",
      "/api/subscribers/subscribe",
      "/api/subscribers/find",
      "/api/subscribers/erase",
      "/api/hooks/ses",
      "/subscribe",
      "/subscriptions/:id/:id",
      "/subscriptions/:id/:id/data",
      "/subscriptions/:id/:id/confirm",
      "/subscriptions/:id/:id/unsubscribe",
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
const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom("2030-01-01T10:00:00Z", "2030-02-30T10:00:00Z", "9999-12-31T23:59:59-23:59"),
  fc.anything(),
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
    startAt: anyTime,
    endAt: anyTime,
    maintenanceStatus: anyStatus,
    emailNotification: fc.oneof(
      fc.record(
        { enable: fc.boolean(), sourceRegion: anyText, sourceEmailAddress: anyText },
        { requiredKeys: [] },
      ),
      fc.anything(),
    ),
    data: fc.oneof(
      anyText,
      fc.base64String().map((text) => `data:image/png;base64,${text}`),
    ),
    components: fc.oneof(
      fc.array(
        fc.record({
          componentID: fc.oneof(
            fc.nat(3).map((at) => ids[at]),
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
    "x-api-key": fc.oneof(fc.constant("good"), headerText),
    "If-Match": headerText,
    "Access-Control-Request-Headers": headerText,
  },
  { requiredKeys: ["Authorization"] },
);

test("whatever is sent, no answer is a server error, and none under /api is anything but JSON", async () => {
  const [token, key] = [await daymark.token(), await makeApiKey(daymark)];
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
        headers: {
          ...headers,
          Authorization: headers.Authorization.replace("good", token),
          ...(headers["x-api-key"] !== undefined && {
            "x-api-key": headers["x-api-key"].replace("good", key),
          }),
        },
        ...(method !== "GET" && method !== "HEAD" && { body: body as BodyInit }),
      });
      const text = await response.text();
      expect(response.status, `${method} ${path}: ${text.slice(0, 200)}`).toBeLessThan(500);
      if (new URL(response.url).pathname.startsWith("/api/") && text !== "")
        expect(() => JSON.parse(text)).not.toThrow();
    }),
    { numRuns: 1500 },
  );
});
