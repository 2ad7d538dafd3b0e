import { afterAll, beforeAll, expect, test } from "vitest";
import { publicReads } from "../../../web/status/views/public-reads.ts";
import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let description: OpenAPIDocument;
beforeAll(async () => {
  daymark = await startDaymark();
  description = await (await daymark.fetch("/api/openapi.json")).json();
});
afterAll(() => daymark.stop());

test("the documentation allows only files of its own origin, and without JavaScript leads to the description", async () => {
  const response = await daymark.fetch("/api/docs");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/html; charset=UTF-8"]);
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  const page = parseHTML(await response.text());
  const files = [...page.querySelectorAll("[src], link[href]")].map(
    (element) => element.getAttribute("src") ?? element.getAttribute("href"),
  );
  expect(files).toEqual(["/static/favicon.svg", "/static/api-docs.css", "/static/api-docs.js"]);
  const withoutScript = page.querySelector("#reference > noscript");
  expect(textOf(withoutScript)).toContain("This page needs JavaScript.");
  expect(withoutScript?.innerHTML).toContain('href="/api/openapi.json"');
});

test("other pages don't load the documentation's script", async () => {
  for (const path of ["/", "/history", "/subscribe", "/nowhere"])
    expect(await (await daymark.fetch(path)).text()).not.toContain("api-docs");
});

test("visitors are shown the calls that read without credentials", async () => {
  const shown = Object.entries(publicReads(description).paths);
  expect(shown.length).toBeGreaterThan(20);
  for (const [path, methods] of shown) {
    expect([path, Object.keys(methods)]).toEqual([path, ["get"]]);
    const { status } = await daymark.fetch(path.replace(/\{\w+\}/g, "nobody"));
    expect([path, [200, 400, 404].includes(status)]).toEqual([path, true]);
  }
  const paths = shown.map(([path]) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["/api/components", "/api/public-metrics", "/api/v2/summary.json"]),
  );
  for (const path of ["/api/settings", "/api/v0/components", "/api/subscribers/subscribe"])
    expect([path, paths.includes(path)]).toEqual([path, false]);
});

test("the description of a call has its limits", () => {
  const submission = description.paths["/api/v0/metrics/data"]?.post;
  const text = `${submission?.description} ${submission?.requestBody?.description}`
    .replace(/[`*]|^- /gm, "")
    .replace(/\s+/g, " ");
  for (const limit of [
    "at most 3,000 points and 1 MiB per request",
    "at most 10 minutes in the future and 400 days in the past",
    "One point per minute: seconds are removed. If several points are in the same minute, in one request or across requests, the last one wins.",
    "All or nothing: if a metric is unknown or of another type, or a timestamp or value is invalid, the response is 400 with every reason, and nothing is stored.",
    "JSON in UTF-8, at most 1 MiB.",
  ])
    expect(text).toContain(limit);
  expect(description.components.securitySchemes.apiKey?.description).toContain(
    "600 calls a minute, of which 60 can create",
  );
});
