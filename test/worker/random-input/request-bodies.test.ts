import { afterAll, beforeAll, expect, test } from "vitest";
import { makeReadFixtures } from "../../support/factories/read-fixtures.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { rawRequest } from "../../support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let pathOf: (example: string) => string;
beforeAll(async () => {
  daymark = await startDaymark();
  pathOf = await makeReadFixtures(daymark);
});
afterAll(() => daymark.stop());

test("a chunked body doesn't change the status of a GET or HEAD", async () => {
  const Authorization = await daymark.token();
  // Further examples of a route differ in their query.
  for (const [[example = ""] = []] of Object.values(reads)) {
    const path = pathOf(example);
    for (const method of ["GET", "HEAD"]) {
      const send = (body?: string) =>
        rawRequest(daymark.url, { path, method, headers: { Authorization }, ...(body && { body }) });
      const expected = (await send()).status;
      for (const body of ["{}", "x".repeat(5000)]) {
        const { status } = await send(body);
        expect([method, path, status]).toEqual([method, path, expected]);
      }
    }
  }
});

test("an unexpected chunked body causes no server error, with any method on any route", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const pathIn = (route: string) => route.split(" ")[1]?.replace(/\{.*\}/, "") ?? "/";
  const paths = new Set(routes.map((route) => pathOf(pathIn(route))));
  const bodies = ["{", "x".repeat(100_000)];
  for (const [index, path] of [...paths].entries())
    for (const [n, method] of [
      "POST",
      "PUT",
      "PATCH",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
      "PURGE",
    ].entries()) {
      const isHandled = routes.some(
        (route) => route.startsWith(`${method} `) && pathOf(pathIn(route)) === path,
      );
      // No route handles the other methods, so each gets one of the bodies.
      for (const body of isHandled ? bodies : bodies.slice((index + n) % 2).slice(0, 1)) {
        const { status } = await rawRequest(daymark.url, { path, method, body });
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
    }
});
