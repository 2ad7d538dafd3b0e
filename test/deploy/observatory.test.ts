import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../tools/build/build.ts";
import { root } from "../../tools/paths.ts";
import { migrate } from "../../tools/start/migrations.ts";
import { adminPages, daymarkWorker, statusPages } from "../../tools/start/workers.ts";
import { observatoryScore, type Scanned } from "../support/observatory.ts";

// The three origins as they are deployed, at addresses that begin with https://: workerd takes an address as it is told.

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

type Ask = (url: string, headers?: Record<string, string>) => Promise<Scanned & { status: number }>;

/** The origins by what answers there: the Worker, too, which has no address of its own, as if it had one. */
const origins: Record<string, { url: string; ask: Ask }> = {
  "the status page": { url: statusPage, ask: asking(async () => status.dispatchFetch) },
  "the Worker": { url: statusPage, ask: asking(async () => (await status.getWorker("daymark")).fetch) },
  "the console": { url: console, ask: asking(async () => admin.dispatchFetch) },
};

/** What Miniflare's own functions have in common. */
type Fetch = (
  url: string,
  init: { headers: Record<string, string>; redirect: "manual" },
) => Promise<{ status: number; headers: Iterable<[string, string]>; text(): Promise<string> }>;

function asking(fetching: () => Promise<Fetch>): Ask {
  return async (url, headers = {}) => {
    const fetch = await fetching();
    const answer = await fetch(url, { headers, redirect: "manual" });
    const { status } = answer;
    return { url, status, headers: new Headers([...answer.headers]), text: await answer.text() };
  };
}

test.for(Object.keys(origins))("%s scores A+", async (name) => {
  const { url, ask } = origins[name] ?? expect.unreachable();
  const page = await ask(`${url}/`);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^text\/html/),
  ]);
  const origin = "https://other.example.com";
  const crossOrigin = { ...(await ask(`${url}/`, { Origin: origin })), origin };
  // Cloudflare's, before anything here is asked: pages.dev redirects by itself, a zone once it is told to.
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

test("the README says to switch on what the zone has to do for the score", async () => {
  expect(await readFile(join(root, "README.md"), "utf8")).toContain("Always Use HTTPS");
});

test("the console's page may load its own files, and of other hosts the API and the user pool alone", async () => {
  const { ask } = origins["the console"] ?? expect.unreachable();
  for (const path of ["/", "/signin", "/incidents", "/metrics/abc/scripts/python", "/settings.js"]) {
    const { headers } = await ask(console + path);
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

test("a page of the console that the browser has is as safe as a new one", async () => {
  const { ask } = origins["the console"] ?? expect.unreachable();
  const first = await ask(`${console}/`);
  const again = await ask(`${console}/`, { "If-None-Match": first.headers.get("ETag") ?? "" });
  expect(again.status).toBe(304);
  expect(again.headers.get("Content-Security-Policy")).toBe(first.headers.get("Content-Security-Policy"));
});

test("the status project's Function hands the Worker's headers on", async () => {
  const { ask } = origins["the status page"] ?? expect.unreachable();
  const answers = [
    await ask(`${statusPage}/`, { Accept: "text/markdown" }),
    await ask(`${statusPage}/%68istory.rss`),
    await ask(`${statusPage}/api/nowhere`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 301, 404]);
  for (const { headers } of answers)
    expect(safe.map((name) => headers.get(name))).toEqual([
      "max-age=63072000",
      "nosniff",
      "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin",
      "no-referrer",
    ]);
});

test("static files say what they are, and only the status page's are for other sites", async () => {
  const { ask: askConsole } = origins["the console"] ?? expect.unreachable();
  const { ask: askStatusPage } = origins["the status page"] ?? expect.unreachable();
  const { text } = await askConsole(`${console}/`);
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(assets.length).toBeGreaterThan(1);
  const own = await Promise.all([...assets, "/favicon.svg"].map((path) => askConsole(console + path)));
  const files = ["embed.js", "enhance.js", "favicon.svg", "state-red.png"];
  const shared = await Promise.all(files.map((file) => askStatusPage(`${statusPage}/static/${file}`)));
  for (const { headers, status, url } of [...own, ...shared])
    expect([url, status, safe.map((name) => headers.get(name))]).toEqual([
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
const safe = [
  "Strict-Transport-Security",
  "X-Content-Type-Options",
  "Content-Security-Policy",
  "Cross-Origin-Resource-Policy",
  "Referrer-Policy",
];
