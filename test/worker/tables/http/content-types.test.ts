import { afterAll, beforeAll, expect, test } from "vitest";
import { makeReadFixtures } from "../../../support/factories/read-fixtures.ts";
import { reads } from "../../../support/readers/all-reads.ts";
import { rawRequest } from "../../../support/readers/raw-request.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

/** Content types by path. The first matching pattern counts. */
const types: [address: RegExp, type: string][] = [
  [/^\/api\/docs\/nowhere$/, "application/json"],
  [/^\/api\/docs/, "text/html; charset=UTF-8"],
  [/^\/api\/subscribers\/export$/, "text/csv; charset=utf-8"],
  [/^\/api(\/|$)/, "application/json"],
  [/^\/metrics\/[^/]+\/\w+\.svg$/, "image/svg+xml; charset=utf-8"],
  [/^\/metrics(\/|$)/, "application/json"],
  [/^\/subscriptions\/.*\/data$/, "application/json"],
  [/^\/beat\//, "application/json"],
  [/^\/logos\//, "image/png"],
  [/\.png$/, "image/png"],
  [/\.ico$/, "image/x-icon"],
  [/history\.rss$/, "application/rss+xml; charset=utf-8"],
  [/history\.atom$/, "application/atom+xml; charset=utf-8"],
  [/history\.json$/, "application/feed+json; charset=utf-8"],
  [/badge(-plain)?\.svg$/, "image/svg+xml; charset=utf-8"],
  [/(badge|notices)\.json$/, "application/json"],
  [/\.ics$/, "text/calendar; charset=utf-8"],
  [/\.js$/, "text/javascript; charset=utf-8"],
  [/\.webmanifest$/, "application/manifest+json; charset=utf-8"],
  [/\.md$/, "text/markdown; charset=utf-8"],
  [/\.txt$/, "text/plain; charset=UTF-8"],
  [/\.xml$/, "application/xml; charset=utf-8"],
  [/^[^.]*$/, "text/html; charset=UTF-8"],
];

let daymark: Daymark;
let addressIn: (example: string) => string;
beforeAll(async () => {
  daymark = await startDaymark();
  addressIn = await makeReadFixtures(daymark);
});
afterAll(() => daymark.stop());

test("every path has the content type of the table above, for errors too", async () => {
  const Authorization = await daymark.token();
  for (const address of Object.values(reads).flatMap((examples) => examples.map(([one]) => addressIn(one)))) {
    const { status, headers } = await rawRequest(daymark.url, { path: address, headers: { Authorization } });
    const path = address.replace(/\?.*/, "");
    const [, type] = types.find(([pattern]) => pattern.test(path)) ?? [];
    const errorType = path.startsWith("/metrics/") ? "application/json" : "text/html; charset=UTF-8";
    const expected = status >= 400 && /^\/(metrics|logos|share)\//.test(path) ? errorType : type;
    expect([address, headers["content-type"]?.toLowerCase()]).toEqual([address, expected?.toLowerCase()]);
  }
});
