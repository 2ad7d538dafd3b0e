import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(() => daymark.db.prepare("DELETE FROM components").run());

const now = "2030-03-15T12:00:00.000Z";
const readPage = async (path: string) => {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  return parseHTML(await response.text());
};
const dayTextsOf = (page: Document) => [...page.querySelectorAll(".strip li")].map(textOf);
/** Returns a strip's label and how many days each color's path draws. */
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

/** Creates a component that is Operational from `createdAt` on and then has each status from its time on. */
async function makeComponentWith(createdAt: string, changes: [at: string, status: string][] = []) {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { db } = daymark;
  const status = changes.at(-1)?.[1] ?? "Operational";
  await db.batch([
    db
      .prepare("UPDATE components SET created_at = ?, status = ? WHERE component_id = ?")
      .bind(createdAt, status, componentID),
    db.prepare("UPDATE status_changes SET at = ? WHERE component_id = ?").bind(createdAt, componentID),
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

test("a day with an outage lists its statuses, worst first, with their durations", async () => {
  await makeComponentWith("2020-01-01T00:00:00.000Z", outage);
  const page = await readPage("/");
  expect(dayTextsOf(page)).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
  expect(drawingOf(page.querySelector(".strip"))).toEqual({
    label: "API, Last 90 days: not fully operational on 1 day",
    viewBox: "0 0 90 16",
    days: { green: 89, red: 1 },
  });
  expect(textOf(page.querySelector(".component .uptime"))).toBe("99.96% uptime");
});

test("only days with an outage are elements, and they are tab stops without script", async () => {
  await makeComponentWith("2020-01-01T00:00:00.000Z", outage);
  const strip = (await readPage("/")).querySelector(".strip");
  const elements = [...(strip?.querySelectorAll("*") ?? [])].map(({ tagName }) => tagName.toLowerCase());
  expect(elements).toEqual(["svg", "path", "path", "ol", "li"]);
  expect([...(strip?.querySelectorAll("[tabindex='0']") ?? [])].map(textOf)).toEqual([
    expect.stringContaining("Mar 10"),
  ]);
});

test("a worse status has a higher bar", async () => {
  const statusesByDate: [string, string][] = [
    ["Under Maintenance", "2030-03-10"],
    ["Degraded Performance", "2030-03-11"],
    ["Partial Outage", "2030-03-12"],
    ["Major Outage", "2030-03-13"],
  ];
  await makeComponentWith(
    "2020-01-01T00:00:00.000Z",
    statusesByDate.flatMap(([status, date]): [string, string][] => [
      [`${date}T10:00:00.000Z`, status],
      [`${date}T11:00:00.000Z`, "Operational"],
    ]),
  );
  const paths = [...(await readPage("/")).querySelectorAll(".strip path")];
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
  await makeComponentWith("2020-01-01T00:00:00.000Z");
  const page = await readPage(path);
  expect(drawingOf(page.querySelector(".strip"))).toMatchObject({
    viewBox: `0 0 ${days} 16`,
    days: { green: days },
  });
  const choices = [...page.querySelectorAll("[aria-label='Days shown'] a")];
  expect(choices.map((link) => [textOf(link), link.getAttribute("href")])).toEqual([
    ["30 days", "/?days=30#components"],
    ["60 days", "/?days=60#components"],
    ["90 days", "/#components"],
  ]);
  expect(textOf(choices.find((link) => link.hasAttribute("aria-current")))).toBe(`${days} days`);
});

test("days before a component existed aren't counted and are drawn as a thin line", async () => {
  await makeComponentWith("2030-03-13T18:00:00.000Z");
  const page = await readPage("/");
  expect(drawingOf(page.querySelector(".strip"))).toMatchObject({
    label: "API, Last 90 days: Operational on each day, Not counted before Mar 13, 2030",
    days: { none: 87, green: 3 },
  });
  expect(dayTextsOf(page)).toEqual([]);
  // The page's script shows this text from the page's data attributes.
  expect(page.querySelector(".strip")?.getAttribute("data-since")).toBe("2030-03-13T18:00:00.000Z");
  const explanation = page.querySelector(".uptime-legend");
  expect(explanation?.getAttribute("data-not-counted")).toBe("Not counted before {date}");
  expect(explanation?.getAttribute("data-operational")).toBe("{date}: Operational");
});

test("below the list, once, are the dates of the first and the last day, whenever components were added", async () => {
  await makeComponentWith("2030-03-13T18:00:00.000Z");
  await makeComponentWith("2030-03-14T18:00:00.000Z");
  for (const [path, dates] of [
    ["/", "Dec 16, 2029 Today"],
    ["/?days=30", "Feb 14, 2030 Today"],
  ] as const)
    expect([...(await readPage(path)).querySelectorAll(".axis")].map(textOf), path).toEqual([dates]);
});

test("a component's page shows a year with one row a month, newest first", async () => {
  const componentID = await makeComponentWith("2020-01-01T00:00:00.000Z", outage);
  const page = await readPage(`/components/${componentID}`);
  const months = [...page.querySelectorAll(".year > li")];
  expect(months.map((month) => textOf(month.querySelector("h3"))).slice(0, 3)).toEqual([
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
  // Equal widths align the days of all months.
  expect(new Set(strips.map(({ viewBox }) => viewBox))).toEqual(new Set(["0 0 31 16"]));
  expect(dayTextsOf(page)).toEqual([
    "Mar 10, 2030: Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)",
  ]);
});

test("a component's page has its numbers as text: the uptime of each month, and a table of days with trouble", async () => {
  const componentID = await makeComponentWith("2030-02-20T12:00:00.000Z", [
    ...outage,
    ["2030-03-11T10:00:00.000Z", "Partial Outage"],
    ["2030-03-11T10:00:30.000Z", "Operational"],
    ["2030-03-12T10:00:00.000Z", "Under Maintenance"],
    ["2030-03-12T11:00:00.000Z", "Operational"],
    // Today is not over, so its uptime is not shown yet.
    ["2030-03-15T11:00:00.000Z", "Degraded Performance"],
    ["2030-03-15T11:01:00.000Z", "Operational"],
  ]);
  const page = await readPage(`/components/${componentID}`);
  expect([...page.querySelectorAll(".year > li > .uptime")].map(textOf)).toEqual(["99.79%", "100%"]);
  const table = page.querySelector(".day-table table");
  const rows = [...(table?.querySelectorAll("tr") ?? [])].map((row) => [...row.children].map(textOf));
  expect(rows).toEqual([
    ["Day (UTC)", "Uptime", "Time in each status"],
    ["Mar 15, 2030", "–", "Degraded Performance (1 minute)"],
    ["Mar 12, 2030", "100%", "Under Maintenance (1 hour)"],
    ["Mar 11, 2030", "99.97%", "Partial Outage (less than a minute)"],
    ["Mar 10, 2030", "97.08%", "Major Outage (42 minutes), Degraded Performance (2 hours, 5 minutes)"],
  ]);
  expect(
    [...(table?.querySelectorAll("th[scope=row] time") ?? [])].map((time) => time.getAttribute("datetime")),
  ).toEqual(["2030-03-15", "2030-03-12", "2030-03-11", "2030-03-10"]);
});

test("a component without trouble has no table of days", async () => {
  const componentID = await makeComponentWith("2030-03-01T00:00:00.000Z");
  const page = await readPage(`/components/${componentID}`);
  expect([page.querySelector(".day-table"), textOf(page.querySelector(".year .uptime"))]).toEqual([
    null,
    "100%",
  ]);
});

test("the page explains in a folded note how uptime is calculated, that of groups too where there are some", async () => {
  const componentID = await makeComponentWith("2020-01-01T00:00:00.000Z");
  const explanation = async () => {
    const details = (await readPage("/")).querySelector<HTMLDetailsElement>(".uptime-legend > details");
    expect(details?.open).toBe(false);
    return [textOf(details?.querySelector("summary") ?? null), textOf(details?.querySelector("p") ?? null)];
  };
  const counted =
    "a Major Outage counts in full, a Partial Outage at 30%; Degraded Performance and Under Maintenance don't count";
  const [title, text] = await explanation();
  expect(title).toBe("How uptime is calculated");
  expect(text).toContain(counted);
  expect(text).not.toContain("group");
  const { groupID } = await answer(daymark.administrator.groups.$post({ json: { name: "Data" } }));
  await answer(
    daymark.administrator.components[":componentID"].$patch({ param: { componentID }, json: { groupID } }),
  );
  expect((await explanation())[1]).toContain("A group has the worst status of its components.");
});

test("a change of a component appears in its row in every language and in no other row", async () => {
  const otherID = await makeComponentWith("2020-01-01T00:00:00.000Z", outage);
  const componentID = await makeComponentWith("2030-03-01T00:00:00.000Z");
  const rowText = async (path: string, id: string) => textOf((await readPage(path)).getElementById(id));
  const paths = ["/", "/?days=30", "/?lang=fr"];
  const before = await Promise.all(paths.map((path) => rowText(path, otherID)));
  const change = daymark.administrator.components[":componentID"];
  for (const [json, expectedText] of [
    [{ name: "Website" }, /^Website \S+ (\w{3} )?\d/],
    [{ description: "What it does" }, /^Website \S+ What it does/],
    // The day's text has the new status, too.
    [{ status: "Partial Outage" }, /^Website (.+) What it does.* 15.* \1 \(/],
    [{ description: "" }, /^Website (Partial Outage|\S+ partielle) .*(Mar 15|15 mars)/],
  ] as const) {
    await answer(change.$patch({ param: { componentID }, json }));
    for (const path of paths) expect(await rowText(path, componentID)).toMatch(expectedText);
  }
  expect(await Promise.all(paths.map((path) => rowText(path, otherID)))).toEqual(before);
});
