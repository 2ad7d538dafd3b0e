import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance, makeMetric } from "../support/factories.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { reads } from "../support/reads.ts";
import { tokenOf } from "../support/subscription-links.ts";
import { subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
let made: Record<string, string>;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const { maintenanceID } = await makeMaintenance(daymark);
  const { metricID } = await makeMetric(daymark, { status: "Visible" });
  const logo = { json: { data: dataURL(onePixelPNG) } };
  const { id } = await answer(daymark.administrator.settings.logos.$post(logo));
  await daymark.db.exec("UPDATE settings SET email_enabled = 1, source_email_address = 'status@example.com'");
  const subscriber = await subscribers(() => daymark).confirmed();
  const { subscriber_id: subscriberID } = subscriber;
  const token = tokenOf(subscriber);
  made = { subscriberID, token, componentID, incidentID, maintenanceID, metricID, logo: id };
});
afterAll(() => daymark.stop());

const sandboxed = "default-src 'none'; frame-ancestors 'none'; sandbox";
const hash = "'sha256-[A-Za-z0-9+/]{43}='";
const pagePolicy = new RegExp(
  `^default-src 'none'; script-src 'self' ${hash}; style-src ${hash}; img-src 'self' data:; connect-src 'self'; ` +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'$",
);

/** The headers that every answer has to have, by what it is; null for those that it must not have. */
function expected(path: string, { status, headers, url }: Response): Record<string, unknown> {
  const always = {
    "x-content-type-options": "nosniff",
    "strict-transport-security": url.startsWith("http:") ? null : "max-age=63072000",
    "access-control-allow-credentials": null,
    "set-cookie": null,
  };
  // The stored answer keeps its own.
  const policies = ["content-security-policy", "cross-origin-resource-policy", "cross-origin-opener-policy"];
  if (status === 304) return { ...always, ...Object.fromEntries(policies.map((name) => [name, null])) };
  if (headers.get("Content-Type")?.startsWith("text/html"))
    return {
      ...always,
      "content-security-policy": expect.stringMatching(pagePolicy),
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": expect.stringMatching(/^([a-z-]+=\(\)(, |$)){20,}$/),
      "referrer-policy": path.startsWith("/subscriptions/") ? "no-referrer" : "same-origin",
    };
  const isGraph = /^\/metrics\/.*\.svg/.test(path) && status === 200;
  return {
    ...always,
    "content-security-policy": isGraph ? sandboxed.replace(";", "; style-src 'unsafe-inline';") : sandboxed,
    "cross-origin-resource-policy": "cross-origin",
    // A browser refuses to open a sandboxed document that has one.
    "cross-origin-opener-policy": null,
    "referrer-policy": "no-referrer",
  };
}

/** @returns its status */
async function expectSafe(path: string, init?: RequestInit): Promise<number> {
  return checkHeaders(path, await daymark.fetchSecurely(path, init), init);
}

async function checkHeaders(path: string, response: Response, init?: RequestInit): Promise<number> {
  await response.arrayBuffer();
  const wanted = expected(path, response);
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, response.headers.get(name)]));
  expect([init?.method ?? "GET", path, response.status, found]).toEqual([
    init?.method ?? "GET",
    path,
    response.status,
    wanted,
  ]);
  return response.status;
}

const addressOf = (example: string) => example.replace(/:(\w+)/g, (_, name: string) => made[name] ?? name);

test.for(Object.values(reads).flat())("%s has its headers, however it is asked for", async ([example]) => {
  const path = addressOf(example);
  await expectSafe(path); // as it is made
  const status = await expectSafe(path); // as it stands in memory
  expect(await expectSafe(path, { method: "HEAD" })).toBe(status);
  await expectSafe(path, { headers: { "If-None-Match": "*" } });
  await expectSafe(path, { method: "OPTIONS", headers: { "Access-Control-Request-Method": "GET" } });
  await expectSafe(path, { method: "PUT" });
  await expectSafe(path, { headers: { "x-test-break-d1": "all" } });
  await expectSafe(path, { headers: { "x-test-break-d1": "all", "x-test-break-r2": "all" } });
  await expectSafe(path.replace(/[a-zA-Z0-9]{12}/, "nobody"));
});

test("a redirect has them", async () => {
  expect(await expectSafe("/%61pi/components")).toBe(301);
  expect(await expectSafe("/%68istory")).toBe(301);
  const body = new URLSearchParams({ emailAddress: "visitor@example.com" });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await expectSafe("/subscribe", { method: "POST", headers, body: `${body}` })).toBe(303);
});

test("every other route has them, whatever it refuses", async () => {
  const all: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const writes = all.filter((route) => !route.startsWith("GET "));
  expect(writes.length).toBeGreaterThan(20);
  const seen = new Set<number>();
  for (const route of writes) {
    const [method = "", path = ""] = route.split(" ");
    const address = path.replace(/:\w+/g, "nobody");
    const Authorization = await daymark.token();
    const json = { "Content-Type": "application/json" };
    for (const init of [
      { method },
      { method, headers: { Authorization } },
      { method, headers: { Authorization, ...json }, body: "{" },
      { method, headers: { Authorization, "Content-Type": "text/html" }, body: "<p>" },
      { method, headers: { Authorization, "x-test-break-d1": "all", ...json }, body: "{}" },
    ])
      seen.add(await expectSafe(address, init));
  }
  for (const status of [204, 400, 401, 404, 415, 503]) expect([...seen]).toContain(status);
});

test.for([
  ["/nowhere", 404],
  ["/nowhere.md", 404],
  ["/api/nowhere", 404],
  ["/api/v0/nowhere", 404],
  ["/logos/nobody", 404],
] as const)("%s, which is nothing, has them", async ([path, status]) => {
  expect(await expectSafe(path)).toBe(status);
});

test("a body that is too large is refused with them", async () => {
  const headers = { Authorization: await daymark.token() };
  const init = { method: "POST", headers, body: "x".repeat(1024 * 1024 + 1) };
  expect(await checkHeaders("/api/components", await daymark.fetch("/api/components", init), init)).toBe(413);
});

test("over http nothing is said of https", async () => {
  for (const path of ["/", "/", "/api/components", "/logos/nobody"]) {
    await expectSafe(path);
    await checkHeaders(path, await daymark.fetch(path));
  }
});
