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
  for (const path of Object.values(reads).flatMap((examples) =>
    examples.map(([example]) => pathOf(example)),
  )) {
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
  const paths = new Set(routes.map((route) => pathOf(route.split(" ")[1]?.replace(/\{.*\}/, "") ?? "/")));
  for (const path of paths)
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"])
      for (const body of ["{", "x".repeat(100_000)]) {
        const { status } = await rawRequest(daymark.url, { path, method, body });
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
});
