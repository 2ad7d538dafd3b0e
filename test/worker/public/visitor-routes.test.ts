import { expect, test } from "vitest";
import { app } from "../../../worker/api.ts";
import { isForVisitors, visitors } from "../../../worker/visitors.ts";

// The visitors' routes respond to GET and HEAD of pages, known or not, and of what visitors read below /api. The whole API has the rest.

type Router = (typeof app)["router"];

/** @returns the path of the route that responds, such as /incidents/:incidentID */
function routeFor(router: Router, path: string): string | undefined {
  const [matched] = router.match("GET", path);
  return matched.map(([[, route]]) => route).find(({ method }) => method === "GET")?.path;
}

const addresses = app.routes
  .filter(({ method }) => method === "GET")
  .map(({ path }) =>
    path.replace(/:file\{\\b\\w\+\\\.md\}/, "Zp4Lr7TnB1sD.md").replace(/:\w+/g, "Zp4Lr7TnB1sD"),
  )
  // Routers differ in where a pattern ends.
  .flatMap((path) => [path, `${path}x`, `${path}/x`, path.replace(/[^/]*$/, "x$&")]);

test.for([...new Set(addresses)])("GET %s has one answer", (path) => {
  expect(path, "A new pattern needs an example above.").not.toContain("{");
  const ofVisitors = routeFor(visitors.router, path);
  const isForThem = isForVisitors(new Request(`https://example.com${path}`));
  expect([isForThem, ofVisitors]).toEqual(
    isForThem ? [true, routeFor(app.router, path)] : [false, undefined],
  );
});

test("only reads of visitors are answered without the whole API", () => {
  const isAnswered = (path: string, method = "GET") =>
    isForVisitors(new Request(`https://example.com${path}`, { method }));
  expect(isAnswered("/")).toBe(true);
  expect(isAnswered("/", "HEAD")).toBe(true);
  expect(isAnswered("/api/incidents?limit=1")).toBe(true);
  expect(isAnswered("/api/incidents", "POST")).toBe(false);
  expect(isAnswered("/", "OPTIONS")).toBe(false);
  expect(isAnswered("/subscribe", "POST")).toBe(false);
  expect(isAnswered("/api/settings")).toBe(false);
  expect(isAnswered("/api/v0/incidents")).toBe(false);
  expect(isAnswered("/api/nothing-here")).toBe(false);
  // Scanners try many of these, and each may wake an isolate.
  expect(isAnswered("/nothing-here")).toBe(true);
});

test("every page that takes a form can also be opened, so that none is refused as an unknown address", () => {
  const forms = app.routes.filter(
    ({ method, path }) => method === "POST" && !/^\/(api|beat|subscriptions)\//.test(path),
  );
  expect([...new Set(forms.map(({ path }) => path))]).toEqual(["/subscribe"]);
  expect(routeFor(visitors.router, "/subscribe")).toBe("/subscribe");
});

const LONG_CHARACTERS = 50_000;
const MAX_MATCH_MS = 300;

test("no long address keeps a router busy, because its length is checked only after it was matched", () => {
  const beginnings = new Set(app.routes.map(({ path }) => path.replace(/[:*].*/, "")));
  const parts = ["a", "-", "/", "a-", "a/", ".md"];
  const addresses = [...beginnings].flatMap((beginning) => parts.map((part) => ({ beginning, part })));
  const isSlow = ({ beginning, part }: (typeof addresses)[number]) => {
    const path = beginning + part.repeat(LONG_CHARACTERS / part.length);
    // Unlike the time that passes, it is the same on a busy machine.
    const start = process.cpuUsage();
    for (const { router } of [visitors, app]) router.match("GET", path);
    return process.cpuUsage(start).user / 1000 > MAX_MATCH_MS;
  };
  // The garbage of other tests may be collected meanwhile, but not each time.
  expect(addresses.filter(isSlow).filter(isSlow)).toEqual([]);
});

test("no address that only takes other methods is taken for one that a visitor reads", () => {
  const methods = Map.groupBy(app.routes, ({ path }) => path);
  const paths = [...methods].filter(
    ([path, routes]) =>
      /^\/api\/[^:]*$/.test(path) && routes.every(({ method }) => method !== "GET" && method !== "ALL"),
  );
  expect(paths).not.toEqual([]);
  expect(paths.filter(([path]) => isForVisitors(new Request(`https://example.com${path}`)))).toEqual([]);
});
