import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const now = "2030-03-15T12:00:00.000Z";
async function readPage(path: string) {
  const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
  const page = parseHTML(await response.text());
  const links = [...page.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
  return {
    status: response.status,
    main: textOf(page.querySelector("main")),
    months: links.filter((href) => href?.startsWith("/history?month=")),
  };
}

test("a month's page shows incidents opened and maintenances started in it, and links to adjacent months", async () => {
  await makeIncident(daymark, { name: "Last of January", createdAt: "2024-01-31T23:59:59.999Z" });
  await makeIncident(daymark, { name: "First of February", createdAt: "2024-02-01T00:00:00.000Z" });
  await makeIncident(daymark, { name: "Last of February", createdAt: "2024-02-29T23:59:59.999Z" });
  await makeIncident(daymark, { name: "First of March", createdAt: "2024-03-01T00:00:00.000Z" });
  const window = { startAt: "2024-02-10T10:00:00Z", endAt: "2024-03-02T10:00:00Z" };
  await makeMaintenance(daymark, { name: "Moving house", status: "Completed", ...window });
  const february = await readPage("/history?month=2024-02");
  for (const name of ["First of February", "Last of February", "Moving house"])
    expect(february.main).toContain(name);
  expect(february.main).not.toMatch(/Last of January|First of March/);
  expect(february.months).toEqual(["/history?month=2024-01", "/history?month=2024-03"]);
  expect((await readPage("/history?month=2024-01")).months).toEqual(["/history?month=2024-02"]);
  expect((await readPage("/history?month=2024-03")).main).not.toContain("Moving house");
});

test("the history without a month shows the current month", async () => {
  const [plain, named] = [await readPage("/history"), await readPage("/history?month=2030-03")];
  expect([plain.status, plain.months]).toEqual([200, ["/history?month=2030-02"]]);
  expect(named.main).toBe(plain.main);
});

test("what is planned isn't in the history before it starts", async () => {
  const window = { startAt: "2030-03-15T12:30:00Z", endAt: "2030-03-15T13:00:00Z" };
  await makeMaintenance(daymark, { name: "Moving soon", ...window });
  await makeMaintenance(daymark, { name: "Moving now", ...window, status: "In Progress" });
  const { main } = await readPage("/history");
  expect(main).toContain("Moving now");
  expect(main).not.toContain("Moving soon");
});

const NOT_FOUND =
  "404 page not found There is nothing at this address. It may have been deleted. Go to the status page History";

test.for([
  "2030-04",
  "9999-12",
  "2023-12",
  "0000-01",
  "2024-13",
  "2024-00",
  "2024-2",
  "2024-02-01",
  "all",
  "%00",
  "２０２４-02",
])("?month=%s gets the 404 page", async (month) => {
  await makeIncident(daymark, { createdAt: "2024-01-31T23:59:59.999Z" });
  const { status, main } = await readPage(`/history?month=${month}`);
  expect([status, main]).toEqual([404, NOT_FOUND]);
});

test("a month with over 50 notices is split into pages with links, newest first", async () => {
  await Promise.all(
    Array.from({ length: 102 }, (_, index) => {
      const createdAt = new Date(Date.UTC(2026, 4, 1, 0, 100 + index)).toISOString();
      return makeIncident(daymark, { name: `Many ${100 + index}`, createdAt });
    }),
  );
  // The maintenance is the 51st notice by its start time. It would be the first by its creation time.
  const window = { startAt: "2026-05-01T02:31:30Z", endAt: "2026-05-01T03:00:00Z" };
  await makeMaintenance(daymark, { name: "Many 151.5", status: "Completed", ...window });
  const labelOf = (element: Element) => element.getAttribute("aria-label") ?? "";
  const readListPage = async (path: string) => {
    const response = await daymark.fetch(path, { headers: { "x-test-now": now } });
    const page = parseHTML(await response.text());
    const nav = [...page.querySelectorAll("nav")].find((each) => / of /.test(labelOf(each)));
    return {
      names: [...page.querySelectorAll(".notice h2")].map((name) => textOf(name).replace("Many ", "")),
      position: nav && labelOf(nav),
      links: [...(nav?.querySelectorAll("a") ?? [])].map((link) => [textOf(link), link.getAttribute("href")]),
    };
  };
  const month = "/history?month=2026-05";
  const first = await readListPage(month);
  expect(first.names).toEqual(Array.from({ length: 50 }, (_, index) => `${201 - index}`));
  expect([first.position, first.links]).toEqual(["Page 1 of 3", [["Older", `${month}&page=2`]]]);
  const second = await readListPage(`${month}&page=2`);
  expect([second.names.length, second.names[0], second.names.at(-1)]).toEqual([50, "151.5", "103"]);
  expect(second.links).toEqual([
    ["Older", `${month}&page=3`],
    ["Newer", month],
  ]);
  expect(await readListPage(`${month}&page=3`)).toEqual({
    names: ["102", "101", "100"],
    position: "Page 3 of 3",
    links: [["Newer", `${month}&page=2`]],
  });
  expect(await readListPage(`${month}&page=1`)).toEqual(first);
  expect((await readListPage("/history?month=2026-06")).position).toBeUndefined();

  const inGerman = await daymark.fetch(`${month}&page=2&lang=de`, { headers: { "x-test-now": now } });
  expect(await inGerman.text()).toContain(`href="${month}&amp;page=3&amp;lang=de"`);
  const markdown = await (await daymark.fetch("/history.md?month=2026-05&page=2")).text();
  expect(markdown).toContain("Many 110");
  expect(markdown).toContain("/history.md?month=2026-05&page=3)");
  expect(markdown).toContain("[Newer in 2026-05](http://localhost:8787/history.md?month=2026-05)");
});

test.for(["0", "2", "-1", "1.5", "01", "", "two", "1e1", "9999999", "２"])(
  "?page=%s of a month with one page gets the 404 page",
  async (number) => {
    const { status, main } = await readPage(`/history?month=2030-03&page=${encodeURIComponent(number)}`);
    expect([status, main]).toEqual([404, NOT_FOUND]);
  },
);

test("a component's page shows its newest 50 incidents and maintenances only", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database", description: "Holds it all" });
  const components = [{ componentID, status: "Partial Outage" as const }];
  for (let n = 10; n < 61; n += 1)
    await makeIncident(daymark, {
      name: `Number ${n}`,
      components,
      createdAt: `2025-01-01T00:00:${n - 10}Z`.replace(/:(\d)Z/, ":0$1Z"),
    });
  await makeMaintenance(daymark, { name: "New disks", components });
  await makeIncident(daymark, { name: "Of something else" });
  const { status, main } = await readPage(`/components/${componentID}`);
  expect(status).toBe(200);
  for (const name of ["Database", "Holds it all", "New disks", "Number 60", "Number 12"])
    expect(main).toContain(name);
  expect(main).not.toMatch(/Number 11|Number 10|Of something else/);
});
