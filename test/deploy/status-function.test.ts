import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildFolderPath } from "../../tools/build/stamps.ts";
import { Miniflare } from "../../tools/start/miniflare.ts";
import { statusPages } from "../../tools/start/workers.ts";
import { rawRequest } from "../support/readers/raw-request.ts";
import { reads } from "../support/readers/reads.ts";

// Responds with the URL that the Function requests from the Worker, which is the cache key.
const script = `export default { fetch: ({ url }) => new Response(url.slice(new URL(url).origin.length)) };`;

let mf: Miniflare;
let url: string;
beforeAll(async () => {
  const worker = { name: "daymark", modules: true, script, compatibilityDate: "2026-07-30" };
  mf = new Miniflare({ cf: false, workers: [await statusPages(0), worker] });
  url = (await mf.unsafeGetDirectURL("status")).origin;
});
afterAll(() => mf.dispose());

test.for([
  ["/", "/"],
  ["/?utm_source=x&fbclid=y", "/"],
  ["/?days=90", "/"],
  ["/?days=7&limit=5&month=2026-01&fresh=1", "/"],
  ["/?lang=en", "/"],
  ["/?lang=xx", "/"],
  ["/?lang=pt-br", "/?lang=pt-BR"],
  ["/?lang=de-AT", "/?lang=de"],
  ["/?lang=fr&days=30&x=1", "/?days=30&lang=fr"],
  ["/?days=30&lang=fr", "/?days=30&lang=fr"],
  ["/history?days=30&month=2026-01", "/history?month=2026-01"],
  ["/history?lang=fr&page=2&month=2026-01", "/history?month=2026-01&page=2&lang=fr"],
  ["/history?page=1", "/history"],
  ["/?page=2", "/"],
  ["/incidents/4fR?ref=mail&lang=de", "/incidents/4fR?lang=de"],
  ["/incidents/4fR?lang=PT", "/incidents/4fR?lang=pt-BR"],
  ["/incidents/4fR?lang=toString", "/incidents/4fR"],
  [
    "/api/incidents?limit=5&x=1&before=2026-01-01T00:00:00Z",
    "/api/incidents?before=2026-01-01T00%3A00%3A00Z&limit=5",
  ],
  [
    "/api/maintenances?utm_source=x&status=In%20Progress&since=2026-01-01T00:00:00Z",
    "/api/maintenances?since=2026-01-01T00%3A00%3A00Z&status=In%20Progress",
  ],
  ["/api/components?limit=5&status=Operational&x=1", "/api/components?status=Operational"],
  ["/api/components/4fR?status=Operational&fresh=1", "/api/components/4fR?fresh=1"],
  ["/api/components/4fR/uptime?days=30&utm_source=x", "/api/components/4fR/uptime?days=30"],
  ["/api/components?fresh=1", "/api/components?fresh=1"],
  ["/api/v2/summary.json?before=x&days=7&lang=fr", "/api/v2/summary.json"],
  ["/components/4fR?days=7&lang=fr", "/components/4fR?lang=fr"],
  ["/badge.svg?limit=9&lang=fr", "/badge.svg"],
  ["/api/public-metrics/4fR/series?timeframe=week&days=7", "/api/public-metrics/4fR/series?timeframe=week"],
  ["/api/mail/recipients?components=a,b&notice=c", "/api/mail/recipients?components=a,b&notice=c"],
  ["/subscriptions/4fR/token?lang=fr", "/subscriptions/4fR/token?lang=fr"],
] as const)("%s is normalized to %s", async ([path, normalized]) => {
  expect(await (await fetch(url + path)).text()).toBe(normalized);
});

// The Worker redirects these paths or responds with 404.
test.for([
  "/%68istory?lang=ar",
  "/api/%69ncidents?before=1970-01-01T00:00:00Z",
  "/history%2F%2Fx?x=1",
  "/x/%2e%2e/history?days=30",
  "/incidents/4fR%2Fx?ref=mail",
  "/%zz",
  ...["/api//x", "//api/components", "/api/components//", "/incidents//x", "//"],
])("%s isn't normalized, because its path isn't canonical", async (path) => {
  for (const Accept of ["text/html", "text/markdown"])
    expect((await rawRequest(url, { path, headers: { Accept } })).text).toBe(path);
});

test("no static file runs the Function, which would forward it", async () => {
  const folder = buildFolderPath("status");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name).slice(folder.length) : [],
  );
  const outside = paths.filter((path) => !path.startsWith("/static/"));
  expect(outside.sort()).toEqual(["/_headers", "/_routes.json"]); // Pages serves neither.
  const script = await (await fetch(`${url}/static/enhance.js`)).text();
  expect(script).toBe(await readFile(join(folder, "static/enhance.js"), "utf8"));
  expect((await fetch(`${url}/static/missing.js`)).status).toBe(404);
});

test("a GET with a body doesn't fail", async () => {
  for (const path of ["/", "/history?x=1", "/api/components", "/%68istory"])
    for (const Accept of ["text/html", "text/markdown"])
      expect((await rawRequest(url, { path, headers: { Accept }, body: "{}" })).status).toBe(200);
});

const cachedPaths = Object.values(reads)
  .flat()
  .flatMap(([example, kind]) =>
    kind === "noStore" || example.includes("?") ? [] : example.replaceAll(":", ""),
  );

test.for(cachedPaths)("%s is cached without the query parameters that it doesn't support", async (path) => {
  const names = ["cursor", "filters", "month", "page", "since", "status", "type", "utm_source"].filter(
    (name) => !parametersOf[path]?.includes(name),
  );
  const query = names.map((name) => `${name}=x`).join("&");
  expect(await (await fetch(`${url}${path}?${query}`)).text()).toBe(path);
});
const parametersOf: Record<string, string[]> = {
  "/api/components": ["since", "status"],
  "/api/groups": ["since", "status"],
  "/api/incidents": ["month", "since", "status"],
  "/api/maintenances": ["month", "since", "status"],
  "/api/public-metrics": ["since", "status"],
  "/history": ["month", "page"],
  "/history.md": ["month", "page"],
  "/incidents/incidentID": ["page"],
  "/incidents/incidentID.md": ["page"],
  "/maintenances/maintenanceID": ["page"],
  "/maintenances/maintenanceID.md": ["page"],
};

test.for([
  ["text/markdown", "/", "/index.md"],
  ["text/markdown, text/html;q=0.9, */*;q=0.1", "/?utm_source=x", "/index.md"],
  ["text/html;q=0.5, text/markdown;q=0.5", "/incidents/4fR", "/incidents/4fR.md"],
  ["TEXT/Markdown;charset=utf-8", "/maintenances/4fR?lang=de", "/maintenances/4fR.md"],
  ["text/markdown", "/history?x=1", "/history.md"],
  ["text/markdown", "/history?lang=de&month=2026-01", "/history.md?month=2026-01"],
  ["text/html, text/markdown;q=0.9", "/", "/"],
  ["text/html", "/history", "/history"],
  ["text/html", "/incidents/4fR", "/incidents/4fR"],
  ["text/markdown;q=0", "/", "/"],
  ["text/*, */*", "/", "/"],
  ["text/markdown", "/components/4fR", "/components/4fR"],
  ["text/markdown", "/api/components", "/api/components"],
  ["text/markdown", "/history.rss", "/history.rss"],
  ["text/markdown", "/index", "/index"],
  ["text/markdown;q=x, ;;,", "/", "/"],
] as const)("with Accept: %s, %s becomes %s", async ([Accept, path, target]) => {
  const response = await fetch(url + path, { headers: { Accept } });
  expect(await response.text()).toBe(target);
  const isNegotiated = /^\/((history|(incidents|maintenances)\/4fR)?(\?.*)?$)/.test(path);
  expect(response.headers.get("Vary")).toBe(isNegotiated ? "Accept" : null);
  expect(response.headers.get("Content-Location")).toBe(target.includes(".md") ? target : null);
});
