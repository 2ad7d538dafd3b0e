import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  publishPostmortem,
} from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function search(query: string) {
  const response = await daymark.fetch(`/history?${query}`);
  const page = parseHTML(await response.text());
  return {
    page,
    status: response.status,
    names: [...page.querySelectorAll(".notice h3")].map(textOf),
    note: textOf(page.querySelector("search + p")),
  };
}
const namesOf = async (query: string) => (await search(query)).names;

const NOTHING = "Nothing matches. Try fewer words, or all months and components.";

test("the history finds incidents and maintenances of any month by words of names and messages", async () => {
  const createdAt = "2024-02-10T10:00:00.000Z";
  await makeIncident(daymark, { name: "Kestrel is down", createdAt });
  await makeIncident(daymark, {
    name: "Slow answers",
    message: "The **kestrel** node is busy.",
    status: "Resolved",
  });
  await makeMaintenance(daymark, { name: "Moving the kestrel rack", status: "Scheduled" });
  await makeIncident(daymark, { name: "Something else" });
  const { names, note } = await search("q=KESTREL");
  expect(names).toEqual(["Moving the kestrel rack", "Slow answers", "Kestrel is down"]);
  expect(note).toBe("3 results");
  expect(await namesOf("q=kestrel+down")).toEqual(["Kestrel is down"]);
  expect(await namesOf("q=kestrel&month=2024-02")).toEqual(["Kestrel is down"]);
  expect(await search("q=heron")).toMatchObject({ status: 200, names: [], note: NOTHING });
  expect(await search("q=heron&lang=de")).toMatchObject({
    note: expect.stringMatching(/^Nichts gefunden\./),
  });
});

test("the history finds words of published write-ups, never those of drafts", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "Written up", status: "Resolved" });
  const param = { incidentID };
  const patch = (json: { state?: "Draft"; body?: string }) =>
    answer(daymark.administrator.incidents[":incidentID"].postmortem.$patch({ param, json }));
  await patch({ body: "The cause was pelican feed. ペリ" });
  for (const query of ["q=pelican", "q=%E3%83%9A%E3%83%AA", "q=feed+ca"])
    expect(await namesOf(query)).toEqual([]);
  await publishPostmortem(daymark, incidentID, "The cause was pelican feed. ペリ");
  for (const query of ["q=pelican", "q=%E3%83%9A%E3%83%AA", "q=feed+ca"])
    expect(await namesOf(query)).toEqual(["Written up"]);
  await patch({ state: "Draft" });
  for (const query of ["q=pelican", "q=%E3%83%9A%E3%83%AA", "q=feed+ca"])
    expect(await namesOf(query)).toEqual([]);
});

test("the form has the month that the page shows, and results have the one that was chosen", async () => {
  const monthIn = async (query: string) => {
    const { page } = await search(query);
    return [textOf(page.querySelector("h1")), textOf(page.querySelector("[name=month] [selected]"))];
  };
  const [title, chosen] = await monthIn("");
  expect(title).toMatch(/^\w+ \d{4}$/);
  expect(chosen).toBe(title);
  expect(await monthIn("month=2024-05")).toEqual(["May 2024", "May 2024"]);
  expect(await monthIn("q=nothing")).toEqual(["Search results", "All months"]);
});

test("results stand below the names of their months, newest first", async () => {
  for (const [name, createdAt] of [
    ["Curlew lost", "2024-07-31T23:59:00.000Z"],
    ["Curlew found", "2024-08-01T00:00:00.000Z"],
    ["Curlew again", "2024-08-03T10:00:00.000Z"],
  ] as const)
    await makeIncident(daymark, { name, createdAt });
  const { page } = await search("q=curlew");
  const sections = [...page.querySelectorAll("section:has(.lines)")].map((section) =>
    [...section.querySelectorAll("h2, h3")].map(textOf),
  );
  expect(sections).toEqual([
    ["August 2024", "Curlew again", "Curlew found"],
    ["July 2024", "Curlew lost"],
  ]);
});

test("a notice of a month is one line with its duration, first component and start, and opens to its newest update", async () => {
  const ids = [await makeComponent(daymark, { name: "Nest" }), await makeComponent(daymark)];
  const components = ids.map(({ componentID }) => ({ componentID, status: "Partial Outage" as const }));
  const window = { startAt: "2023-03-02T10:00:00.000Z", endAt: "2023-03-02T11:30:00.000Z" };
  await makeMaintenance(daymark, { name: "Egrets", components, status: "Completed", ...window });
  await makeIncident(daymark, {
    name: "Egrets are late",
    message: "We look for them.",
    createdAt: "2023-03-01T09:05:00.000Z",
    components,
  });
  const { page } = await search("month=2023-03");
  expect([...page.querySelectorAll(".lines summary")].map(textOf)).toEqual([
    "Egrets Completed 1 hour, 30 minutes · Nest +1 Mar 02, 10:00",
    "Egrets are late Investigating ongoing · Nest +1 Mar 01, 09:05",
  ]);
  const line = page.querySelectorAll<HTMLDetailsElement>(".lines details")[1];
  expect([line?.open, textOf(line?.querySelector(".updates"))]).toEqual([
    false,
    expect.stringContaining("We look for them."),
  ]);
  expect([...page.querySelectorAll(".lines .more a")].map(textOf)).toEqual([
    "Go to the maintenance and its updates",
    "Go to the incident and its updates",
  ]);
});

test("the history shows what affected a component, in all months or in one", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Birds" });
  const { componentID } = await makeComponent(daymark, { name: "Aviary", groupID });
  const components = [{ componentID, status: "Partial Outage" as const }];
  await makeIncident(daymark, { name: "In May", components, createdAt: "2024-05-31T23:00:00.000Z" });
  await makeIncident(daymark, { name: "In June", components, createdAt: "2024-06-01T00:00:00.000Z" });
  const window = { startAt: "2024-05-02T10:00:00.000Z", endAt: "2024-05-02T11:00:00.000Z" };
  await makeMaintenance(daymark, { name: "New nests", components, status: "Completed", ...window });
  expect(await namesOf(`componentID=${componentID}`)).toEqual(["In June", "In May", "New nests"]);
  expect(await namesOf(`month=2024-05&componentID=${componentID}`)).toEqual(["In May", "New nests"]);
  expect(await namesOf(`month=2024-05&componentID=${componentID}&q=nests`)).toEqual(["New nests"]);
  expect(await namesOf(`month=2024-04&componentID=${componentID}`)).toEqual([]);

  const { page } = await search(`month=2024-05&componentID=${componentID}&q=nests&lang=fr`);
  const form = page.querySelector("search form");
  const value = (name: string) =>
    form?.querySelector(`[name=${name}] [selected], input[name=${name}]`)?.getAttribute("value");
  expect(["month", "componentID", "q", "lang"].map(value)).toEqual(["2024-05", componentID, "nests", "fr"]);
  expect(form?.querySelector("optgroup")?.getAttribute("label")).toBe("Birds");
  expect([form?.getAttribute("action"), form?.hasAttribute("method")]).toEqual(["/history", false]);
});

test("fields that are left empty and unknown parameters change nothing, and share a cached response", async () => {
  const read = async (path: string) => (await daymark.fetch(path)).text();
  const [whole, month] = [await read("/history"), await read("/history?month=2024-05")];
  expect(await read("/history?month=&componentID=&q=&page=1&utm=x")).toBe(whole);
  expect(await read("/history?q=+++&month=2024-05&componentID=")).toBe(month);
  const words = `${"a".repeat(98)} b`;
  const cut = await search(`q=${encodeURIComponent(`  ${words.replace(" ", "   ")}cdef`)}`);
  expect(cut.page.querySelector("[name=q]")?.getAttribute("value")).toBe(words);
});

test.for([
  "componentID=unknown",
  "q=x&month=2024-13",
  "q=x&month=9999-01",
  "q=x&page=2",
  "componentID=a&month=all",
])("/history?%s gets the 404 page", async (query) => {
  const { status, page } = await search(query);
  expect([status, textOf(page.querySelector("h1"))]).toEqual([404, "404 page not found"]);
});

test("words with quotation marks, operators and markup are text", async () => {
  await makeIncident(daymark, { name: 'Gulls "AND" <b>terns</b>' });
  for (const q of ['"AND"', "<b>terns", "gulls terns", 'gulls "'])
    expect(await namesOf(`q=${encodeURIComponent(q)}`)).toEqual(['Gulls "AND" <b>terns</b>']);
  for (const q of ["gulls NOT terns", "gull*", "text:gulls", "gulls OR heron", "'; DROP TABLE notices"])
    expect((await search(`q=${encodeURIComponent(q)}`)).status).toBe(200);
});

test("a search shows the newest 50 results, and search engines don't list it", async () => {
  await Promise.all(
    Array.from({ length: 51 }, (_, index) =>
      makeIncident(daymark, {
        name: `Sparrow ${100 + index}`,
        createdAt: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
      }),
    ),
  );
  const { names, note, page } = await search("q=sparrow");
  expect(names).toEqual(Array.from({ length: 50 }, (_, index) => `Sparrow ${150 - index}`));
  expect(note).toBe("The newest 50 results. Choose a month or add a word to see fewer.");
  expect(page.querySelector("link[rel=canonical], meta[name=description]")).toBeNull();
});

test("searches leave no snapshots", async () => {
  await search("q=swift");
  await search(`componentID=${(await makeComponent(daymark)).componentID}`);
  await daymark.fetch("/history");
  const keys = async () =>
    (await daymark.files.list({ prefix: "snapshots/history" })).objects.map(({ key }) => key);
  await expect.poll(keys).toContain("snapshots/history");
  expect((await keys()).filter((key) => /[?&](q|componentID)=/.test(key))).toEqual([]);
});

test.for([
  ["q=db", "Enter a word of at least three letters."],
  ["q=a bc", "Enter a word of at least three letters."],
  ["q=one two three four five six", "Enter five words at most."],
])("the history says why it doesn't search for %s", async ([query = "", reason]) => {
  const { status, names, page } = await search(query);
  expect([status, names, textOf(page.querySelector(".empty"))]).toEqual([400, [], reason]);
});

test("the history finds Japanese, Chinese and Korean words of one and two characters", async () => {
  await makeIncident(daymark, { name: "東京で障害", message: "장애" });
  for (const q of ["障害", "東", "東京 障害", "장애"])
    expect([q, await namesOf(`q=${encodeURIComponent(q)}`)]).toEqual([q, ["東京で障害"]]);
});

test("while the index is dropped for an export, a search says that it's unavailable", async () => {
  const { db } = daymark;
  const run = async (file: string) =>
    db.exec((await readFile(join(root, file), "utf8")).replace(/--.*/g, "").replaceAll("\n", " "));
  await run("docs/drop-search-index.sql");
  expect((await search("q=swallow")).status).toBe(503);
  expect((await search("month=2024-05")).status).toBe(200);
  await run("docs/create-search-index.sql");
  expect((await search("q=swallow")).status).toBe(200);
});
