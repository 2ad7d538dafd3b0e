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
const troubled = (shown: Document) => [...shown.querySelectorAll(".strip li")].map(text);
/** Returns the name of a strip, and how many days its path of each color draws. */
function drawingOf(strip: Element | null) {
  const drawing = strip?.querySelector("svg[role=img]");
  const paths = [...(drawing?.querySelectorAll("path") ?? [])].map((path) => {
    const widths = [...`${path.getAttribute("d")}`.matchAll(/h(\d+)/g)].map(([, width]) => Number(width));
    return [path.getAttribute("class") ?? "", widths.reduce((sum, width) => sum + width, 0)] as const;
  });
  return {
    label: drawing?.getAttribute("aria-label"),
    viewBox: drawing?.getAttribute("viewBox"),
    days: Object.fromEntries(paths),
  };
}

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

test("a day with trouble says its date, its worst status first, and how long each status lasted", async () => {
  await component("2020-01-01T00:00:00.000Z", outage);
  const shown = await page("/");
  expect(troubled(shown)).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
  expect(drawingOf(shown.querySelector(".strip"))).toEqual({
    label: "API, Last 90 days: not fully operational on 1 day",
    viewBox: "0 0 90 16",
    days: { green: 89, red: 1 },
  });
  expect(text(shown.querySelector(".axis"))).toBe("Dec 16, 2029 99.96% uptime Today");
});

test("only days with trouble are elements, and each of them can be reached by keyboard without script", async () => {
  await component("2020-01-01T00:00:00.000Z", outage);
  const strip = (await page("/")).querySelector(".strip");
  const elements = [...(strip?.querySelectorAll("*") ?? [])].map(({ tagName }) => tagName.toLowerCase());
  expect(elements).toEqual(["svg", "path", "path", "ol", "li"]);
  expect([...(strip?.querySelectorAll("[tabindex='0']") ?? [])].map(text)).toEqual([
    expect.stringContaining("Mar 10"),
  ]);
});

test("the worse a day was, the higher its bar", async () => {
  const bad: [string, string][] = [
    ["Under Maintenance", "2030-03-10"],
    ["Degraded Performance", "2030-03-11"],
    ["Partial Outage", "2030-03-12"],
    ["Major Outage", "2030-03-13"],
  ];
  await component(
    "2020-01-01T00:00:00.000Z",
    bad.flatMap(([status, date]): [string, string][] => [
      [`${date}T10:00:00.000Z`, status],
      [`${date}T11:00:00.000Z`, "Operational"],
    ]),
  );
  const paths = [...(await page("/")).querySelectorAll(".strip path")];
  expect(paths.map((path) => path.getAttribute("class"))).toEqual([
    ...["green", "blue", "yellow", "orange", "red"],
  ]);
  const heights = paths.map((path) => Number(/v-([\d.]+)/.exec(`${path.getAttribute("d")}`)?.[1]));
  expect(heights).toEqual([10, 11.5, 13, 14.5, 16]);
});

test.for([
  ["/", 90],
  ["/?days=60", 60],
  ["/?days=30", 30],
  ["/?days=31", 90],
] as const)("%s shows %i days, and links to the others", async ([path, days]) => {
  await component("2020-01-01T00:00:00.000Z");
  const shown = await page(path);
  expect(drawingOf(shown.querySelector(".strip"))).toMatchObject({
    viewBox: `0 0 ${days} 16`,
    days: { green: days },
  });
  const choices = [...shown.querySelectorAll("[aria-label='Days shown'] a")];
  expect(choices.map((link) => [text(link), link.getAttribute("href")])).toEqual([
    ["30 days", "/?days=30#components"],
    ["60 days", "/?days=60#components"],
    ["90 days", "/#components"],
  ]);
  expect(text(choices.find((link) => link.hasAttribute("aria-current")))).toBe(`${days} days`);
});

test("days before a component existed are not counted, and drawn as a line at the bottom", async () => {
  await component("2030-03-13T18:00:00.000Z");
  const shown = await page("/");
  expect(drawingOf(shown.querySelector(".strip"))).toMatchObject({
    label: "API, Last 90 days: Operational on each day, Not counted before Mar 13, 2030",
    days: { none: 87, green: 3 },
  });
  expect(troubled(shown)).toEqual([]);
  // The page's script says it, with the words that the page has for it.
  expect(shown.querySelector(".strip")?.getAttribute("data-since")).toBe("2030-03-13T18:00:00.000Z");
  const words = shown.querySelector(".how");
  expect(words?.getAttribute("data-uncounted")).toBe("Not counted before {date}");
  expect(words?.getAttribute("data-fine")).toBe("{date}: Operational");
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
  const strips = months.map((month) => drawingOf(month.querySelector(".strip")));
  const lengths = strips.map(({ days }) => Object.values(days).reduce((sum, count) => sum + count, 0));
  expect(lengths).toEqual([15, 28, 31, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  expect(strips.map(({ label }) => label).slice(0, 2)).toEqual([
    "API, March 2030: not fully operational on 1 day",
    "API, February 2030: Operational on each day",
  ]);
  // The same days of all months stand below each other.
  expect(new Set(strips.map(({ viewBox }) => viewBox))).toEqual(new Set(["0 0 31 16"]));
  expect(troubled(shown)).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
});

test("the page says how uptime is counted", async () => {
  await component("2020-01-01T00:00:00.000Z");
  expect(text((await page("/")).querySelector(".how p"))).toContain(
    "a Major Outage counts in full, a Partial Outage at 30%; Degraded Performance and Under Maintenance don't count",
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
    [{ name: "Website" }, /^Website \S+ (\w{3} )?\d/],
    [{ description: "What it does" }, /^Website \S+ What it does/],
    // Of its days, too.
    [{ status: "Partial Outage" }, /^Website (.+) What it does.* 15.* \1 \(/],
    [{ description: "" }, /^Website (Partial Outage|\S+ partielle) .*(Mar 15|15 mars)/],
  ] as const) {
    await answer(change.$patch({ param: { componentID }, json }));
    for (const path of paths) expect(await row(path, componentID)).toMatch(shown);
  }
  expect(await Promise.all(paths.map((path) => row(path, others)))).toEqual(before);
});
