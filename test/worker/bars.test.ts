import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());
beforeEach(() => daymark.db.prepare("DELETE FROM components").run());

const now = "2030-03-15T12:00:00.000Z";
const page = async (path: string) => {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  return document(await response.text());
};
const bars = (shown: Document) => [...shown.querySelectorAll(".bars > li:not([aria-hidden])")].map(text);

/** Operational since `created`, and after that as told: each status from its time on. */
async function component(created: string, changes: [at: string, status: string][] = []) {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { db } = daymark;
  const last = changes.at(-1)?.[1] ?? "Operational";
  await db.batch([
    db
      .prepare("UPDATE components SET created_at = ?, status = ? WHERE component_id = ?")
      .bind(created, last, componentID),
    db.prepare("UPDATE status_changes SET at = ? WHERE component_id = ?").bind(created, componentID),
    ...changes.map(([at, status]) =>
      db
        .prepare("INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'incident')")
        .bind(componentID, status, at),
    ),
    db.prepare("UPDATE content_version SET version = version + 1"),
  ]);
  return componentID;
}

const outage: [string, string][] = [
  ["2030-03-10T10:00:00.000Z", "Major Outage"],
  ["2030-03-10T10:42:00.000Z", "Degraded Performance"],
  ["2030-03-10T12:47:00.000Z", "Operational"],
];

test("each day's bar says its date, its worst status first, and how long each status lasted", async () => {
  await component("2020-01-01T00:00:00.000Z", outage);
  const shown = await page("/");
  const told = bars(shown);
  expect(told).toHaveLength(90);
  expect([told[0], told[89]]).toEqual(["Dec 16, 2029: Operational", "Mar 15, 2030: Operational"]);
  expect(told.filter((day) => !day.endsWith(": Operational"))).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
  const strip = shown.querySelector(".bars");
  expect(strip?.getAttribute("aria-label")).toBe("API, Last 90 days: not fully operational on 1 day");
  // The day with trouble can be reached by keyboard without any script.
  expect([...shown.querySelectorAll(".bars [tabindex]")].map((day) => day.className)).toEqual(["red"]);
  expect(text(shown.querySelector(".axis"))).toBe("Dec 16, 2029 99.96% uptime Today");
});

test.for([
  ["/", 90],
  ["/?days=60", 60],
  ["/?days=30", 30],
  ["/?days=31", 90],
] as const)("%s shows %i days, and links to the others", async ([path, days]) => {
  await component("2020-01-01T00:00:00.000Z");
  const shown = await page(path);
  expect(bars(shown)).toHaveLength(days);
  const choices = [...shown.querySelectorAll("[aria-label='Days shown'] a")];
  expect(choices.map((link) => [text(link), link.getAttribute("href")])).toEqual([
    ["30 days", "/?days=30#components"],
    ["60 days", "/?days=60#components"],
    ["90 days", "/#components"],
  ]);
  expect(text(choices.find((link) => link.hasAttribute("aria-current")))).toBe(`${days} days`);
});

test("days before a component existed are not counted, and say so", async () => {
  await component("2030-03-13T18:00:00.000Z");
  const shown = await page("/");
  expect(bars(shown)).toEqual([
    "Not counted before Mar 13, 2030",
    "Mar 13, 2030: Operational",
    "Mar 14, 2030: Operational",
    "Mar 15, 2030: Operational",
  ]);
  expect(shown.querySelectorAll(".bars > li")).toHaveLength(90);
});

test("a component's page shows a year, a row for each month with the newest on top", async () => {
  const componentID = await component("2020-01-01T00:00:00.000Z", outage);
  const shown = await page(`/components/${componentID}`);
  const months = [...shown.querySelectorAll(".year > li")];
  expect(months.map((month) => text(month.querySelector("h3"))).slice(0, 3)).toEqual([
    "March 2030",
    "February 2030",
    "January 2030",
  ]);
  expect(months).toHaveLength(13);
  expect(months.map((month) => month.querySelectorAll("li").length)).toEqual([
    ...[15, 28, 31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
  ]);
  expect(months.map((month) => month.querySelector(".bars")?.getAttribute("aria-label")).slice(0, 2)).toEqual(
    ["API, March 2030: not fully operational on 1 day", "API, February 2030: Operational on each day"],
  );
  expect(months.flatMap((month) => [...month.querySelectorAll(".red")].map(text))).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
});

test("the page says how uptime is counted", async () => {
  await component("2020-01-01T00:00:00.000Z");
  expect(text((await page("/")).querySelector(".how p"))).toContain(
    "a Major Outage counts in full, a Partial Outage at 30%; Degraded Performance and Under Maintenance do not count",
  );
});

test("whatever changes of a component is shown in its row, in every language, and in no other row", async () => {
  const others = await component("2020-01-01T00:00:00.000Z", outage);
  const componentID = await component("2030-03-01T00:00:00.000Z");
  const row = async (path: string, id: string) => text((await page(path)).getElementById(id));
  const paths = ["/", "/?days=30", "/?lang=fr"];
  const before = await Promise.all(paths.map((path) => row(path, others)));
  const change = daymark.administrator.components[":componentID"];
  for (const [json, shown] of [
    [{ name: "Website" }, /^Website \S+ Not|^Website \S+ Non/],
    [{ description: "What it does" }, /^Website \S+ What it does/],
    // Of its days, too.
    [{ status: "Partial Outage" }, /^Website (.+) What it does.* 15.* \1 \(/],
    [{ description: "" }, /^Website (Partial Outage|\S+ partielle) No/],
  ] as const) {
    await answer(change.$patch({ param: { componentID }, json }));
    for (const path of paths) expect(await row(path, componentID)).toMatch(shown);
  }
  expect(await Promise.all(paths.map((path) => row(path, others)))).toEqual(before);
});
