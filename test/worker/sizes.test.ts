import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, built } from "../../tools/build/build.ts";
import { DAY_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMetric } from "../support/factories.ts";
import { document } from "../support/html.ts";

// What the network carries, as gzip packs it, for a service as it is after some months.

let daymark: Daymark;
let page: string;
beforeAll(async () => {
  await build(["status", "admin"]);
  daymark = await startDaymark();
  await fill();
  page = await (await daymark.fetch("/")).text();
});
afterAll(() => daymark?.stop());

const words =
  "a about after again all an and answer are as at been before being but by cache calls card cause change checkout cluster connections customers data database deployed disk elevated errors fail fix for found from full has have in increased investigating is it its latency longer may mail monitoring network new no not now of on one or our out over page payments provider queue rate region replica requests restored retry rolled routing seconds see servers service slow some sorry started still storage than that the these they this time timeouts to traffic up usual users was we were while will with within work writes you".split(
    " ",
  );
let seed = 1;
/** The same at each run. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const prose = (count: number) =>
  `${Array.from({ length: count }, () => words[random(words.length)]).join(" ")}.`;

async function fill() {
  const components = [];
  for (const name of "API,Website,Payments,Search,Mail,Webhooks,Sign-in,Downloads,Reports,Mobile app".split(
    ",",
  ))
    components.push(await makeComponent(daymark, { name, description: prose(8) }));
  const ago = (days: number, minutes = 0) =>
    new Date(Date.now() - days * DAY_MS + minutes * 60_000).toISOString();
  const { db } = daymark;
  await db.batch([
    db.prepare("UPDATE components SET created_at = ?").bind(ago(200)),
    db.prepare("UPDATE status_changes SET at = ?").bind(ago(200)),
    ...components.flatMap(({ componentID }) =>
      Array.from({ length: 6 }, () => [10 + random(75), 5 + random(300)] as const).flatMap(
        ([days, minutes]) => [
          db
            .prepare(
              "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'administrator')",
            )
            .bind(componentID, random(2) ? "Partial Outage" : "Degraded Performance", ago(days)),
          db
            .prepare(
              "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, 'Operational', ?, 'administrator')",
            )
            .bind(componentID, ago(days, minutes)),
        ],
      ),
    ),
  ]);
  const { incidents } = daymark.administrator;
  for (let at = 0; at < 20; at++) {
    const { componentID = "" } = components[random(components.length)] ?? {};
    const { incidentID } = await makeIncident(daymark, {
      name: prose(5),
      message: prose(18),
      createdAt: ago(at * 0.65),
      components: [{ componentID, status: "Degraded Performance" }],
    });
    const param = { incidentID };
    const restored = { componentID, status: "Operational" as const };
    for (const json of [
      { status: "Identified" as const, message: prose(20) },
      {
        status: at < 2 ? ("Monitoring" as const) : ("Resolved" as const),
        message: prose(12),
        components: [restored],
      },
    ])
      await answer(incidents[":incidentID"].$patch({ param, json }));
  }
  for (const title of ["Response time", "Requests", "Errors"])
    await makeMetric(daymark, { title, description: prose(6), status: "Visible" });
}

const packed = (text: string | Buffer) => gzipSync(text).length;
const script = (name: string) => readFile(join(built("status"), "static", name));

test("a page of 10 components with their days, 20 incidents and 3 graphs is at most 15.0 kB", async () => {
  const shown = document(page);
  expect(shown.querySelectorAll(".strip > svg[viewBox='0 0 90 16']")).toHaveLength(10);
  expect(shown.querySelectorAll(".strip [tabindex]").length).toBeGreaterThan(40);
  expect(shown.querySelectorAll(".notice")).toHaveLength(20);
  expect(shown.querySelectorAll("figure")).toHaveLength(3);

  expect(packed(page)).toBeLessThanOrEqual(15_000);
});

test("the script of a page is at most 10 kB before a graph is touched, the part in the page itself 1.5 kB", async () => {
  const early = page.match(/<script>(.*?)<\/script>/s)?.[1] ?? "";
  expect(early).toContain("MutationObserver");
  expect(packed(early)).toBeLessThanOrEqual(1500);
  const enhance = await script("enhance.js");
  // Of what it imports, only graphs come later.
  expect(enhance.toString().match(/\bfrom\s*["'`]|import\(["'`][^"'`]+/g)).toEqual([
    expect.stringContaining("graph.js"),
  ]);
  expect(packed(enhance) + packed(early)).toBeLessThanOrEqual(10_000);
});

test("the console's scripts and styles are at most 160 kB", async () => {
  const files = await readdir(built("admin"), { recursive: true });
  const sizes = files
    .filter((file) => /\.(js|css)$/.test(file))
    .map(async (file) => packed(await readFile(join(built("admin"), file))));
  expect(sizes.length).toBeGreaterThanOrEqual(3);
  const sum = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sum).toBeLessThanOrEqual(160_000);
});
