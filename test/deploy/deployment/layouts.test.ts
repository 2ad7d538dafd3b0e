import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LocalLayout, startPages, startRelease } from "../../support/starters/local-layouts.ts";

// Runs both layouts with wrangler, because `npm start` assembles its Workers itself.

const read = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe.for([
  ["as Pages projects", startPages],
  ["as the two Workers of a release", startRelease],
] as const)("%s", ([, start]) => {
  let folder: string;
  let status: LocalLayout["status"];
  let admin: LocalLayout["admin"];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "daymark-layout-"));
    ({ status, admin } = await start(folder));
  });
  afterAll(async () => {
    await admin?.stop();
    await status?.stop();
    await rm(folder, { recursive: true });
  });

  test("requests for pages and the API reach the Worker", async () => {
    const page = await read(`${status.url}/?utm_source=x`);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(page.text).toContain("No Components Yet");
    expect(page.headers.get("Cache-Tag")).toBe("public");
    expect(JSON.parse((await read(`${status.url}/api/components`)).text)).toEqual([]);
    expect((await read(`${status.url}/api/settings`)).status).toBe(401);
    expect((await read(`${status.url}/nothing`)).text).toContain("404 page not found");
  });

  test("only a request that accepts Markdown gets Markdown", async () => {
    const headers = { Accept: "text/markdown" };
    for (let time = 0; time < 2; time++) {
      const page = await read(`${status.url}/`);
      const precondition = { "If-None-Match": page.headers.get("ETag") ?? "" };
      const markdown = await fetch(`${status.url}/`, { headers: { ...headers, ...precondition } });
      expect([markdown.status, markdown.headers.get("Content-Type")]).toEqual([
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect([markdown.headers.get("Vary"), markdown.headers.get("ETag")]).toEqual(["Accept", null]);
      expect(await markdown.text()).toMatch(/^# Service Status\n/);
      expect(page.text).toMatch(/^<!doctype html>/);
    }
  });

  test("static files are served without the Worker", async () => {
    const script = await read(`${status.url}/static/enhance.js`);
    expect([script.status, script.headers.get("x-request-id")]).toEqual([200, null]);
    expect(script.headers.get("Content-Type")).toMatch(/^(text|application)\/javascript/);
  });

  test.for(["/", "/signin", "/incidents", "/metrics/abc/scripts/python"])(
    "the console's page is at %s, with its security headers",
    async (path) => {
      const { status, headers, text } = await read(admin.url + path);
      expect([status, text]).toEqual([
        200,
        expect.stringMatching(/<script type="module"[^>]* src="\/assets\//),
      ]);
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    },
  );

  test("the console's scripts are cached for a year, and a missing one is a 404 that isn't cached", async () => {
    const { text } = await read(`${admin.url}/`);
    const [, script = ""] = /src="(\/assets\/[^"]+)"/.exec(text) ?? [];
    const [existing, missing] = await Promise.all([
      read(admin.url + script),
      read(`${admin.url}/assets/index-AAAAAAAA.js`),
    ]);
    expect([existing.status, existing.headers.get("Cache-Control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect([missing.status, missing.headers.get("Cache-Control"), missing.text]).toEqual([
      404,
      "no-store",
      "404 page not found",
    ]);
  });

  test("the console gets its settings from the project's variables", async () => {
    const { headers, text } = await read(`${admin.url}/settings.js`);
    expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toMatch(/^window\.settings = \{"apiURL":"http.*","userPoolID":".+","clientID":".+"/);
  });

  test("the page is healthy, and a static file that isn't there is a 404", async () => {
    const health = await read(`${status.url}/api/health`);
    expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
    expect((await read(`${status.url}/static/nothing.js`)).status).toBe(404);
  });
});
