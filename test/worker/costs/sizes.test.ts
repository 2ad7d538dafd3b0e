import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../../tools/build/build.ts";
import { firstPaintBytes, screenParts } from "../../../tools/build/first-paint.ts";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { routes } from "../../../web/admin/app/screens.tsx";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMetric } from "../../support/factories/factories.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Measures gzipped sizes for a service with some months of history.

let daymark: Daymark;
let page: string;
beforeAll(async () => {
  await build(["status", "admin"]);
  daymark = await startDaymark();
  await createHistory();
  page = await (await daymark.fetch("/")).text();
});
afterAll(() => daymark?.stop());

const words =
  "a about after again all an and answer are as at been before being but by cache calls card cause change checkout cluster connections customers data database deployed disk elevated errors fail fix for found from full has have in increased investigating is it its latency longer may mail monitoring network new no not now of on one or our out over page payments provider queue rate region replica requests restored retry rolled routing seconds see servers service slow some sorry started still storage than that the these they this time timeouts to traffic up usual users was we were while will with within work writes you".split(
    " ",
  );
let seed = 1;
/** The random numbers are seeded, so that every run measures the same page. */
function randomBelow(max: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % max;
}
const prose = (count: number) =>
  `${Array.from({ length: count }, () => words[randomBelow(words.length)]).join(" ")}.`;

async function createHistory() {
  const components = [];
  for (const name of "API,Website,Payments,Search,Mail,Webhooks,Sign-in,Downloads,Reports,Mobile app".split(
    ",",
  ))
    components.push(await makeComponent(daymark, { name, description: prose(8) }));
  // Times are relative to noon, so that at every hour of the day the same number of outages lasts past midnight.
  const noon = Math.floor((Date.now() + 12 * HOUR_MS) / DAY_MS) * DAY_MS - 12 * HOUR_MS;
  const timeAgo = (days: number, minutes = 0) =>
    new Date(noon - days * DAY_MS + minutes * MINUTE_MS).toISOString();
  const { db } = daymark;
  await db.batch([
    db.prepare("UPDATE components SET created_at = ?").bind(timeAgo(200)),
    db.prepare("UPDATE status_changes SET at = ?").bind(timeAgo(200)),
    ...components.flatMap(({ componentID }) =>
      Array.from({ length: 6 }, () => [10 + randomBelow(75), 5 + randomBelow(300)] as const).flatMap(
        ([days, minutes]) => [
          db
            .prepare(
              "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'administrator')",
            )
            .bind(componentID, randomBelow(2) ? "Partial Outage" : "Degraded Performance", timeAgo(days)),
          db
            .prepare(
              "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, 'Operational', ?, 'administrator')",
            )
            .bind(componentID, timeAgo(days, minutes)),
        ],
      ),
    ),
  ]);
  const { incidents } = daymark.administrator;
  for (let at = 0; at < 20; at++) {
    const { componentID = "" } = components[randomBelow(components.length)] ?? {};
    const { incidentID } = await makeIncident(daymark, {
      name: prose(5),
      message: prose(18),
      createdAt: timeAgo(at * 0.65),
      components: [{ componentID, status: "Degraded Performance" }],
    });
    const param = { incidentID };
    const operational = { componentID, status: "Operational" as const };
    for (const json of [
      { status: "Identified" as const, message: prose(20) },
      {
        status: at < 2 ? ("Monitoring" as const) : ("Resolved" as const),
        message: prose(12),
        components: [operational],
      },
    ])
      await answer(incidents[":incidentID"].$patch({ param, json }));
  }
  for (const title of ["Response time", "Requests", "Errors"])
    await makeMetric(daymark, { title, description: prose(6), status: "Visible" });
}

const gzippedBytes = (text: string | Buffer) => gzipSync(text).length;
const readScript = (name: string) => readFile(join(buildFolderPath("status"), "static", name));

test("a page of 10 components with their days, 20 incidents and 3 graphs is at most 15.0 kB", async () => {
  const parsed = parseHTML(page);
  expect(parsed.querySelectorAll(".strip > svg[viewBox='0 0 90 16']")).toHaveLength(10);
  expect(parsed.querySelectorAll(".strip [tabindex]").length).toBeGreaterThan(40);
  expect(parsed.querySelectorAll(".notice")).toHaveLength(20);
  expect(parsed.querySelectorAll(".metric")).toHaveLength(3);

  expect(gzippedBytes(page)).toBeLessThanOrEqual(15_000);
});

test("a page's scripts are at most 6 kB before it changes or a visitor uses a graph, a strip, a filter or the bell, and its inline script 1.5 kB", async () => {
  const inlineScript = page.match(/<script>(.*?)<\/script>/s)?.[1] ?? "";
  expect(inlineScript).toContain("MutationObserver");
  expect(gzippedBytes(inlineScript)).toBeLessThanOrEqual(1500);
  const enhance = await readScript("enhance.js");
  // These imports are loaded later: for "Get updates", the bell, a strip of days, the filter, a graph and a changed page.
  expect(enhance.toString().match(/\bfrom\s*["'`]|import\(["'`][^"'`]+/g)).toEqual([
    expect.stringContaining("follow-panel.js"),
    expect.stringContaining("push-panel.js"),
    expect.stringContaining("day-reader.js"),
    expect.stringContaining("component-filter.js"),
    expect.stringContaining("interactive-graph.js"),
    expect.stringContaining("morph.js"),
  ]);
  expect(gzippedBytes(enhance) + gzippedBytes(inlineScript)).toBeLessThanOrEqual(6000);
});

test.each(Object.keys(screenParts))("the console's first paint at %s is at most 110 kB", async (path) => {
  expect(await firstPaintBytes(path)).toBeLessThanOrEqual(110_000);
});

test("the table of first paints has every screen of the console", () => {
  const paths = Object.keys(screenParts).map((path) => path.replace(/\?.*/, ""));
  expect([...new Set(paths)].sort()).toEqual(routes.map(({ path }) => path).sort());
});
