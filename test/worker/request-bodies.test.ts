import { afterAll, beforeAll, expect, test } from "vitest";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeReads } from "../support/made-reads.ts";
import { rawRequest } from "../support/raw-request.ts";
import { reads } from "../support/reads.ts";

let daymark: Daymark;
let addressIn: (example: string) => string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  addressIn = await makeReads(daymark);
});
afterAll(() => daymark.stop());

test("a body that comes in chunks changes nothing about a GET or HEAD", async () => {
  const Authorization = await daymark.token();
  for (const address of Object.values(reads).flatMap((examples) => examples.map(([one]) => addressIn(one)))) {
    for (const method of ["GET", "HEAD"]) {
      const ask = (body?: string) =>
        rawRequest(daymark.url, { path: address, method, headers: { Authorization }, ...(body && { body }) });
      const expected = (await ask()).status;
      for (const body of ["{}", "x".repeat(5000)]) {
        const given = await ask(body);
        expect([method, address, given.status]).toEqual([method, address, expected]);
      }
    }
  }
});

test("no method fails for a body in chunks that nobody expects, on any route", async () => {
  const routes: string[] = await (await fetch(`${daymark.url}/x-test-routes`)).json();
  const paths = new Set(routes.map((route) => addressIn(route.split(" ")[1]?.replace(/\{.*\}/, "") ?? "/")));
  for (const path of paths)
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"])
      for (const body of ["{", "x".repeat(100_000)]) {
        const given = await rawRequest(daymark.url, { path, method, body });
        expect(given.status, `${method} ${path}`).toBeLessThan(500);
      }
});
