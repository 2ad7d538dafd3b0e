import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { PostmortemChange } from "../../../../worker/notices/postmortem/schema.ts";
import {
  makeApiKey,
  makeComponent,
  makeIncident,
  makeMaintenance,
} from "../../../support/factories/factories.ts";
import { fillHistory } from "../../../support/factories/fill-history.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
let apiKey: string;
beforeAll(async () => {
  daymark = await startDaymark({ countsRows: true });
  apiKey = await makeApiKey(daymark);
});
afterAll(() => daymark?.stop());

interface Found {
  name: string;
}

async function search(query: Record<string, string>, path = "/api/v0/incidents", searched = daymark) {
  const headers = { "x-api-key": searched === daymark ? apiKey : await makeApiKey(searched) };
  const response = await searched.fetch(`${path}?${new URLSearchParams(query)}`, { headers });
  return {
    status: response.status,
    link: response.headers.get("Link"),
    rowsRead: Number(response.headers.get("x-test-rows")),
    answer: await response.json(),
  };
}

async function namesFor(query: Record<string, string>, path?: string): Promise<string[]> {
  const { status, answer } = await search(query, path);
  expect(status, JSON.stringify(answer)).toBe(200);
  return (answer as Found[]).map(({ name }) => name);
}

const namesWith = (q: string) => namesFor({ q });
const report = (name: string, message = "") => makeIncident(daymark, { name, message });

test("words are found in names and in messages, whatever their order, case and accents", async () => {
  await report("Zürich is slow", "The Databáse waits for a lock.");
  await report("Login fails");
  for (const q of [
    "database",
    "DATABASE",
    "zurich",
    "Zürich",
    "lock zürich",
    "tabas",
    "is zurich",
    "zürich datab",
  ])
    expect(await namesWith(q), q).toEqual(["Zürich is slow"]);
  expect(await namesWith("zurich login")).toEqual([]);
});

test("Japanese is found by three characters of a sentence, and by two", async () => {
  await report("東京", "東京リージョンで障害が発生しています");
  for (const q of ["障害が発生", "リージョン", "障害", "東京 障害が"])
    expect(await namesWith(q), q).toEqual(["東京"]);
});

test("one and two characters are looked for in the newest entries, too", async () => {
  await report("The DB of 100% of customers");
  for (const q of ["db", "db customers", "0%"])
    expect(await namesWith(q), q).toEqual(["The DB of 100% of customers"]);
  expect(await namesWith("d_")).toEqual([]);
});

test.for([
  '"quoted"',
  'half "quote',
  "fail*",
  "login OR quoted",
  "NOT login",
  "NEAR(login fails, 2)",
  "text:login",
  "^login",
  "-login",
  "login AND",
  "(login",
  "{login}",
  "' OR 1=1 --",
  "\\",
  "_%",
])("the query %s is text without operators", async (q) => {
  expect(await namesWith(q)).toEqual([]);
  await report(`A name with ${q} in it`);
  expect(await namesWith(q)).toEqual([`A name with ${q} in it`]);
  await daymark.db.exec("DELETE FROM notices WHERE name LIKE 'A name with %'");
});

test("the index follows each change in the same write", async () => {
  const { incidentID } = await report("First words", "aardvark");
  const { incidents } = daymark.administrator;
  const param = { incidentID };
  const changed = await answer(incidents[":incidentID"].$patch({ param, json: { message: "butterfly" } }));
  for (const q of ["aardvark", "butterfly", "aardvark butterfly"])
    expect(await namesWith(q), q).toEqual(["First words"]);
  const updates = incidents[":incidentID"].incidentupdates[":incidentUpdateID"];
  const [newest, oldest] = changed.incidentUpdates.map(({ incidentUpdateID }) => ({
    incidentID,
    incidentUpdateID,
  }));
  if (!newest || !oldest) throw new Error("There must be two updates.");
  await answer(updates.$patch({ param: oldest, json: { message: "caterpillar" } }));
  expect([await namesWith("aardvark"), await namesWith("caterpillar")]).toEqual([[], ["First words"]]);
  await updates.$delete({ param: newest });
  expect(await namesWith("butterfly")).toEqual([]);
  await answer(incidents[":incidentID"].$patch({ param, json: { name: "Other words" } }));
  expect([await namesWith("first"), await namesWith("other words")]).toEqual([[], ["Other words"]]);
  await answer(incidents[":incidentID"].$patch({ param, json: { createdAt: "2026-01-01T00:00:00Z" } }));
  expect(await namesWith("other words")).toEqual(["Other words"]);
  await incidents[":incidentID"].$delete({ param });
  expect(await namesWith("other words")).toEqual([]);
  expect(await daymark.db.prepare("SELECT count(*) AS n FROM notice_search").first("n")).toBe(
    await daymark.db.prepare("SELECT count(*) AS n FROM notices").first("n"),
  );
});

const savePostmortem = (incidentID: string, json: PostmortemChange) =>
  answer(daymark.administrator.incidents[":incidentID"].postmortem.$patch({ param: { incidentID }, json }));

test("a write-up is found while it is published, along with its incident's words, and a draft never is", async () => {
  const { incidentID } = await makeIncident(daymark, {
    name: "Uploads fail",
    message: "walrus",
    status: "Resolved",
  });
  const found = async (q: string) => [
    await namesWith(q),
    ((await (await daymark.fetch(`/api/incidents?${new URLSearchParams({ q })}`)).json()) as Found[]).map(
      ({ name }) => name,
    ),
  ];
  const [one, none] = [
    [["Uploads fail"], ["Uploads fail"]],
    [[], []],
  ];
  await savePostmortem(incidentID, { body: "The ostrich ate a disk. Qx." });
  for (const q of ["ostrich", "walrus ostrich", "qx walrus"]) expect(await found(q), q).toEqual(none);
  expect(await found("walrus")).toEqual(one);

  await savePostmortem(incidentID, { state: "Published" });
  for (const q of ["ostrich", "walrus ostrich uploads", "qx walrus"]) expect(await found(q), q).toEqual(one);
  await savePostmortem(incidentID, { body: "A penguin." });
  expect([await found("ostrich"), await found("penguin walrus")]).toEqual([none, one]);
  // Another change of the incident indexes it again.
  const { incidents } = daymark.administrator;
  await answer(incidents[":incidentID"].$patch({ param: { incidentID }, json: { name: "Uploads fail" } }));
  await answer(incidents[":incidentID"].$patch({ param: { incidentID }, json: { message: "narwhal" } }));
  expect(await found("penguin narwhal")).toEqual(one);

  await savePostmortem(incidentID, { state: "Draft" });
  expect([await found("penguin"), await found("narwhal")]).toEqual([none, one]);
  await savePostmortem(incidentID, { state: "Published" });
  expect(await found("penguin")).toEqual(one);
  await incidents[":incidentID"].postmortem.$delete({ param: { incidentID } });
  expect([await found("penguin"), await found("narwhal")]).toEqual([none, one]);

  await savePostmortem(incidentID, { body: "A last penguin.", state: "Published" });
  await incidents[":incidentID"].$delete({ param: { incidentID } });
  expect(await daymark.db.prepare("SELECT count(*) AS n FROM notice_search").first("n")).toBe(
    await daymark.db.prepare("SELECT count(*) AS n FROM notices").first("n"),
  );
});

test("a search is combined with the component, the status, the month and the time", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Major Outage" as const }];
  await makeIncident(daymark, { name: "combined one", components, createdAt: "2026-03-31T23:59:59.999Z" });
  await makeIncident(daymark, { name: "combined two", components, createdAt: "2026-04-01T00:00:00Z" });
  await makeIncident(daymark, { name: "combined three", createdAt: "2026-04-30T23:59:59.999Z" });
  await makeIncident(daymark, {
    name: "combined four",
    status: "Resolved",
    createdAt: "2026-05-01T00:00:00Z",
  });
  const q = "combined";
  expect(await namesFor({ q })).toEqual(["combined four", "combined three", "combined two", "combined one"]);
  expect(await namesFor({ q, componentID })).toEqual(["combined two", "combined one"]);
  expect(await namesFor({ componentID })).toEqual(["combined two", "combined one"]);
  expect(await namesFor({ q, month: "2026-04" })).toEqual(["combined three", "combined two"]);
  expect(await namesFor({ month: "2026-04" })).toEqual(["combined three", "combined two"]);
  expect(await namesFor({ q, componentID, month: "2026-04" })).toEqual(["combined two"]);
  expect(await namesFor({ q, status: "Resolved" })).toEqual(["combined four"]);
  expect(await namesFor({ q, open: "true" })).toEqual(["combined three", "combined two", "combined one"]);
  expect(await namesFor({ q, since: "2026-04-30T00:00:00Z" })).toEqual(["combined four", "combined three"]);
  expect(await namesFor({ q, componentID: "nobody" })).toEqual([]);
  expect(await namesFor({ q }, "/api/v0/maintenances")).toEqual([]);
});

test("a maintenance is found, in the month in which it starts", async () => {
  const startAt = "2031-02-03T00:00:00Z";
  await makeMaintenance(daymark, { name: "Replace the rack", startAt, endAt: "2031-02-04T00:00:00Z" });
  expect(await namesFor({ q: "rack", month: "2031-02" }, "/api/v0/maintenances")).toEqual([
    "Replace the rack",
  ]);
  expect(await namesFor({ month: "2031-03" }, "/api/v0/maintenances")).toEqual([]);
});

test("the pages of a search have every match once, and keep all filters", async () => {
  const createdAt = "2026-02-02T02:02:02.002Z";
  for (let at = 0; at < 5; at += 1) await makeIncident(daymark, { name: `paged ${at}`, createdAt });
  const pages: string[] = [];
  let query: Record<string, string> = { q: "paged", limit: "2", month: "2026-02", open: "true" };
  for (let at = 0; at < 3; at += 1) {
    const { answer, link } = await search(query);
    pages.push(...(answer as Found[]).map(({ name }) => name));
    const next = /^<[^?]*\?(.*)>/.exec(link ?? "")?.[1];
    query = Object.fromEntries(new URLSearchParams(next));
    expect(query).toMatchObject(next === undefined ? {} : { q: "paged", month: "2026-02", open: "true" });
  }
  expect(pages.toSorted()).toEqual([0, 1, 2, 3, 4].map((at) => `paged ${at}`));
  expect(query).toEqual({});
});

test.for([
  [{ q: "" }, "q must be one or more words"],
  [{ q: "   " }, "q must be one or more words"],
  [{ q: "x".repeat(101) }, "q can be 100 characters at most."],
  [{ q: [..."abcdefghijklmnopqrstuvwxyz"].join(" ") }, "q can be 25 different words at most."],
  [{ month: "2026-13" }, "month must be a month such as 2026-11."],
  [{ month: "November" }, "month must be a month such as 2026-11."],
  [{ open: "false" }, "open must be true."],
] as const)("%o is refused with a sentence", async ([query, message]) => {
  const { status, answer } = await search(query);
  expect(status).toBe(400);
  expect((answer as { errorMessage: string }).errorMessage).toContain(message);
});

test.for([
  { title: "25 letters", q: [..."abcdefghijklmnopqrstuvwxy"].join(" ") },
  { title: "a word that is repeated", q: "db ".repeat(33) },
  { title: "a letter with many marks", q: `a${"\u0301".repeat(60)}` },
  { title: "a syllable with many marks", q: `\u0915${"\u0940".repeat(90)}` },
])("$title can be searched with all filters", async ({ q }) => {
  const filter = {
    q,
    componentID: "nobody",
    status: "Resolved",
    since: "2026-01-01T00:00:00Z",
    month: "2026-02",
    before: `2026-02-02T00:00:00.000Z_${"0".repeat(12)}`,
  };
  for (const query of [{ q }, filter]) expect((await search(query)).status).toBe(200);
});

test("a visitor and an administrator can search, too", async () => {
  await report("Searchable by all");
  const visitor = await daymark.fetch("/api/incidents?q=searchable");
  expect(await visitor.json()).toMatchObject([{ name: "Searchable by all" }]);
  const headers = { Authorization: await daymark.token() };
  const fresh = await daymark.fetch("/api/incidents?q=searchable&fresh=1", { headers });
  expect(await fresh.json()).toMatchObject([{ name: "Searchable by all" }]);
});

const FILLED = { components: 10, incidents: 10_000, days: 5 * 365, now: "2026-11-21T14:37:20.000Z" };

test("a search of 10,000 incidents reads few rows for a rare word, and for one that all of them have", async () => {
  const filled = await startDaymark();
  onTestFinished(() => filled.stop());
  await fillHistory(filled.db, FILLED);
  await makeIncident(filled, { name: "Xylophone" });
  const rowsFor = async (q: string) => {
    const { status, rowsRead, answer } = await search({ q, limit: "50" }, undefined, filled);
    expect(status).toBe(200);
    return [(answer as Found[]).length, rowsRead];
  };
  const [rare, frequent, rareShort, frequentShort] = [
    await rowsFor("xylophone"),
    await rowsFor("the"),
    await rowsFor("qz"),
    await rowsFor("of"),
  ];
  const open = await search({ q: "the", open: "true" }, undefined, filled);
  expect(open.answer).toEqual([]);
  for (const filter of [
    { componentID: "nobody" },
    { month: "2019-01" },
    { status: "Identified" },
    { since: "2030-01-01T00:00:00Z" },
  ]) {
    const { answer, rowsRead } = await search({ q: "the", ...filter }, undefined, filled);
    expect(answer, JSON.stringify(filter)).toEqual([]);
    expect(rowsRead, JSON.stringify(filter)).toBeLessThan(20);
  }
  const maintenances = await search({ q: "the" }, "/api/v0/maintenances", filled);
  expect(maintenances.rowsRead).toBeLessThan(20);
  expect([rare, frequent, rareShort, frequentShort].map((each) => each?.[0])).toEqual([1, 50, 0, 50]);
  // Loading a notice reads 20 rows with its updates and component.
  expect(rare?.[1]).toBeLessThan(25);
  expect(frequent?.[1]).toBeLessThan(1150);
  expect(open.rowsRead).toBeLessThan(20);
  // A short word is compared with the texts of 500 notices.
  expect(rareShort?.[1]).toBeLessThan(3200);
  expect(frequentShort?.[1]).toBeLessThan(3200);
});
