import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../../tools/build/build.ts";
import { root } from "../../../tools/paths.ts";
import { migrate } from "../../../tools/start/migrations.ts";
import { Miniflare } from "../../../tools/start/miniflare.ts";
import { adminPages, daymarkWorker, statusPages } from "../../../tools/start/workers.ts";
import { observatoryScore, type Scanned } from "../../support/deploy/observatory.ts";

// Tests the deployed origins at https:// URLs, which Miniflare dispatches without TLS.

const statusPage = "https://status.example.com";
const console = "https://console.example.com";
const vars = { STATUS_PAGE_URL: statusPage, ADMIN_PAGE_URL: console };
const adminVars = {
  API_URL: statusPage,
  USER_POOL_ID: "eu-west-1_Ab3",
  USER_POOL_CLIENT_ID: "c1ient",
  USER_POOL_ENDPOINT: "",
  AUTHENTICATION_FLOW: "",
};

let status: Miniflare;
let admin: Miniflare;
beforeAll(async () => {
  await build(["worker"]);
  status = new Miniflare({ cf: false, workers: [await statusPages(0), await daymarkWorker(vars)] });
  admin = new Miniflare({ cf: false, workers: [await adminPages(0, adminVars)] });
  await migrate(await status.getD1Database("DB", "daymark"));
});
afterAll(() => Promise.all([status.dispose(), admin.dispose()]));

type SendRequest = (url: string, headers?: Record<string, string>) => Promise<Scanned & { status: number }>;

/** The Worker is called directly, too, although it has no URL of its own. */
const origins: Record<string, { url: string; request: SendRequest }> = {
  "the status page": { url: statusPage, request: requestWith(async () => status.dispatchFetch) },
  "the Worker": {
    url: statusPage,
    request: requestWith(async () => (await status.getWorker("daymark")).fetch),
  },
  "the console": { url: console, request: requestWith(async () => admin.dispatchFetch) },
};

/** The common part of the types of Miniflare's functions. */
type Fetch = (
  url: string,
  init: { headers: Record<string, string>; redirect: "manual" },
) => Promise<{ status: number; headers: Iterable<[string, string]>; text(): Promise<string> }>;

function requestWith(getFetch: () => Promise<Fetch>): SendRequest {
  return async (url, headers = {}) => {
    const fetch = await getFetch();
    const response = await fetch(url, { headers, redirect: "manual" });
    const { status } = response;
    return { url, status, headers: new Headers([...response.headers]), text: await response.text() };
  };
}

test.for(Object.keys(origins))("%s scores A+ in Mozilla's HTTP Observatory", async (name) => {
  const { url, request } = origins[name] ?? expect.unreachable();
  const page = await request(`${url}/`);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^text\/html/),
  ]);
  const origin = "https://other.example.com";
  const crossOrigin = { ...(await request(`${url}/`, { Origin: origin })), origin };
  // Cloudflare redirects http:// before a request arrives: always on pages.dev, and by a setting in other zones.
  const redirect = `${url}/`;
  const { score, modifiers } = observatoryScore({ page, crossOrigin, redirect });
  expect(modifiers).toEqual({
    "content-security-policy": 10,
    cookies: 0,
    "cross-origin-resource-sharing": 0,
    redirection: 0,
    "referrer-policy": 5,
    "strict-transport-security": 0,
    "subresource-integrity": 0,
    "x-content-type-options": 0,
    "x-frame-options": 5,
    "cross-origin-resource-policy": 10,
  });
  expect(score).toBeGreaterThanOrEqual(120);
});

test("the documentation says to turn on Always Use HTTPS, which the score needs", async () => {
  expect(await readFile(join(root, "docs/deploy.md"), "utf8")).toContain("Always Use HTTPS");
});

test("the console's Content-Security-Policy allows its own files, the API and the user pool only", async () => {
  const { request } = origins["the console"] ?? expect.unreachable();
  for (const path of ["/", "/signin", "/incidents", "/metrics/abc/scripts/python", "/settings.js"]) {
    const { headers } = await request(console + path);
    expect(headers.get("Content-Security-Policy")?.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' ${statusPage}`,
      `connect-src ${statusPage} https://cognito-idp.eu-west-1.amazonaws.com`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Permissions-Policy")).toMatch(/^([a-z-]+=\(\)(, |$)){20,}$/);
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
  }
});

test("a 304 for a console page has the same Content-Security-Policy as the page", async () => {
  const { request } = origins["the console"] ?? expect.unreachable();
  const first = await request(`${console}/`);
  const notModified = await request(`${console}/`, { "If-None-Match": first.headers.get("ETag") ?? "" });
  expect(notModified.status).toBe(304);
  expect(notModified.headers.get("Content-Security-Policy")).toBe(
    first.headers.get("Content-Security-Policy"),
  );
});

test("the status project's Function passes on the Worker's headers", async () => {
  const { request } = origins["the status page"] ?? expect.unreachable();
  const responses = [
    await request(`${statusPage}/`, { Accept: "text/markdown" }),
    await request(`${statusPage}/%68istory.rss`),
    await request(`${statusPage}/api/nowhere`),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 301, 404]);
  for (const { headers } of responses)
    expect(securityHeaders.map((name) => headers.get(name))).toEqual([
      "max-age=63072000",
      "nosniff",
      "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin",
      "no-referrer",
    ]);
});

test("static files have security headers, and only the status page's can be loaded by other sites", async () => {
  const { request: requestConsole } = origins["the console"] ?? expect.unreachable();
  const { request: requestStatusPage } = origins["the status page"] ?? expect.unreachable();
  const { text } = await requestConsole(`${console}/`);
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(assets.length).toBeGreaterThan(1);
  const consoleFiles = await Promise.all(
    [...assets, "/favicon.svg"].map((path) => requestConsole(console + path)),
  );
  const files = ["embed.js", "enhance.js", "favicon.svg", "state-red.png"];
  const statusPageFiles = await Promise.all(
    files.map((file) => requestStatusPage(`${statusPage}/static/${file}`)),
  );
  for (const { headers, status, url } of [...consoleFiles, ...statusPageFiles])
    expect([url, status, securityHeaders.map((name) => headers.get(name))]).toEqual([
      url,
      200,
      [
        "max-age=63072000",
        "nosniff",
        "default-src 'none'; frame-ancestors 'none'; sandbox",
        url.startsWith(console) ? "same-origin" : "cross-origin",
        "no-referrer",
      ],
    ]);
});
const securityHeaders = [
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Content-Security-Policy",
  "Cross-Origin-Resource-Policy",
  "Referrer-Policy",
];
