import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
} from "../../../support/factories/factories.ts";
import { dataURL, onePixelPNG } from "../../../support/factories/images.ts";
import { subscribers } from "../../../support/factories/make-subscribers.ts";
import { tokenOf } from "../../../support/factories/subscription-links.ts";
import { reads } from "../../../support/readers/all-reads.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
/** The IDs of the items that the paths name. */
let ids: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark();
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const logo = { json: { data: dataURL(onePixelPNG) } };
  const { id } = await answer(daymark.administrator.settings.logos.$post(logo));
  await daymark.db.exec(
    "UPDATE settings SET email_enabled = 1, endpoints_enabled = 1, source_email_address = 'status@example.com'",
  );
  const subscriber = await subscribers(() => daymark).makeConfirmed();
  const { subscriber_id: subscriberID } = subscriber;
  const token = tokenOf(subscriber);
  ids = { subscriberID, token, componentID, incidentID, maintenanceID, metricID, logo: id };
});
afterAll(() => daymark.stop());

const sandboxPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";
const hash = "'sha256-[A-Za-z0-9+/]{43}='";
const pagePolicy = (styles: string) =>
  new RegExp(
    `^default-src 'none'; script-src 'self' ${hash}; style-src ${styles}; img-src 'self' data:; connect-src 'self'; ` +
      "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$",
  );

/** Returns the headers that the response must have, or null for those that it must not have. */
function expectedHeaders(path: string, { status, headers, url }: Response): Record<string, unknown> {
  const commonHeaders = {
    "x-content-type-options": "nosniff",
    "strict-transport-security": url.startsWith("http:") ? null : "max-age=63072000",
    "access-control-allow-credentials": null,
    "set-cookie": null,
  };
  // The client keeps the policies of the response that it has cached.
  const policies = ["content-security-policy", "cross-origin-resource-policy", "cross-origin-opener-policy"];
  if (status === 304)
    return { ...commonHeaders, ...Object.fromEntries(policies.map((name) => [name, null])) };
  if (headers.get("Content-Type")?.startsWith("text/html"))
    return {
      ...commonHeaders,
      "content-security-policy": expect.stringMatching(pagePolicy(path === "/api/docs" ? "'self'" : hash)),
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringMatching(/^([a-z-]+=\(\)(, |$)){20,}$/),
      "referrer-policy": path.startsWith("/subscriptions/") ? "no-referrer" : "same-origin",
    };
  // The policy of a service worker is the one that it came with, and a sandbox would take its origin.
  const isWorker = path === "/service-worker.js";
  const isGraph = /^\/metrics\/.*\.svg/.test(path) && status === 200;
  return {
    ...commonHeaders,
    "content-security-policy": isGraph
      ? sandboxPolicy.replace(";", "; style-src 'unsafe-inline';")
      : isWorker
        ? "default-src 'none'; connect-src 'self'; img-src 'self'"
        : sandboxPolicy,
    "cross-origin-resource-policy": "cross-origin",
    // A browser refuses to open a sandboxed document that has this header.
    "cross-origin-opener-policy": null,
    "referrer-policy": "no-referrer",
  };
}

/** Checks the response's headers and returns its status. */
async function expectSafe(path: string, init?: RequestInit): Promise<number> {
  return checkHeaders(path, await daymark.fetchSecurely(path, init), init);
}

async function checkHeaders(path: string, response: Response, init?: RequestInit): Promise<number> {
  await response.arrayBuffer();
  const expected = expectedHeaders(path, response);
  const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, response.headers.get(name)]));
  expect([init?.method ?? "GET", path, response.status, actual]).toEqual([
    init?.method ?? "GET",
    path,
    response.status,
    expected,
  ]);
  return response.status;
}

const pathOf = (example: string) => example.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name);

const examples = Object.values(reads).flatMap((each) =>
  each.map(([example], n) => [example, n === 0] as const),
);

test.for(examples)(
  "%s has the security headers with every method, precondition and outage",
  async ([example, isFirstOfRoute]) => {
    const path = pathOf(example);
    await expectSafe(path); // Renders the response.
    const status = await expectSafe(path); // Reads it from memory.
    if (!isFirstOfRoute) return; // Only what a GET returns depends on the example.
    expect(await expectSafe(path, { method: "HEAD" })).toBe(status);
    await expectSafe(path, { headers: { "If-None-Match": "*" } });
    await expectSafe(path, { method: "OPTIONS", headers: { "Access-Control-Request-Method": "GET" } });
    await expectSafe(path, { method: "PUT" });
    await expectSafe(path, { headers: { "x-test-break-d1": "all" } });
    await expectSafe(path, { headers: { "x-test-break-d1": "all", "x-test-break-r2": "all" } });
    await expectSafe(path.replace(/[a-zA-Z0-9]{12}/, "nobody"));
  },
);

test("a redirect has the security headers", async () => {
  expect(await expectSafe("/%61pi/components")).toBe(301);
  expect(await expectSafe("/%68istory")).toBe(301);
  const body = new URLSearchParams({ emailAddress: "visitor@example.com" });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await expectSafe("/subscribe", { method: "POST", headers, body: `${body}` })).toBe(303);
});

test("every route that writes has the security headers, also in error responses", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const writes = routes.filter((route) => !route.startsWith("GET "));
  expect(writes.length).toBeGreaterThan(20);
  const statuses = new Set<number>();
  for (const route of writes) {
    const [method = "", path = ""] = route.split(" ");
    const concretePath = path.replace(/:\w+/g, "nobody");
    const Authorization = await daymark.token();
    const json = { "Content-Type": "application/json" };
    for (const init of [
      { method },
      { method, headers: { Authorization } },
      { method, headers: { Authorization, ...json }, body: "{" },
      { method, headers: { Authorization, "Content-Type": "text/html" }, body: "<p>" },
      { method, headers: { Authorization, "x-test-break-d1": "all", ...json }, body: "{}" },
    ])
      statuses.add(await expectSafe(concretePath, init));
  }
  for (const status of [204, 400, 401, 404, 415, 503]) expect([...statuses]).toContain(status);
});

test.for([
  ["/nowhere", 404],
  ["/nowhere.md", 404],
  ["/api/nowhere", 404],
  ["/api/v0/nowhere", 404],
  ["/logos/nobody", 404],
] as const)("the 404 for %s has the security headers", async ([path, status]) => {
  expect(await expectSafe(path)).toBe(status);
});

test("a 413 has the security headers", async () => {
  const headers = { Authorization: await daymark.token() };
  const init = { method: "POST", headers, body: "x".repeat(1024 * 1024 + 1) };
  expect(await checkHeaders("/api/components", await daymark.fetch("/api/components", init), init)).toBe(413);
});

test("a response over HTTP has no Strict-Transport-Security", async () => {
  for (const path of ["/", "/", "/api/components", "/logos/nobody"]) {
    await expectSafe(path);
    await checkHeaders(path, await daymark.fetch(path));
  }
});
