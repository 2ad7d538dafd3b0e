import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import { DAY_MS, HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(() => daymark.reset());

const readPage = async (path = "/") => parseHTML(await (await daymark.fetch(path)).text());
const namesIn = (list: Element | null | undefined) =>
  [...(list?.querySelectorAll(":scope > .component > h4") ?? [])].map(textOf);

async function makeGroup(...statuses: ComponentStatus[]): Promise<string> {
  const { groupID } = await answer(daymark.administrator.groups.$post({ json: { name: "Data" } }));
  for (const [index, status] of statuses.entries())
    await makeComponent(daymark, { name: `Component ${index}`, status, groupID });
  return groupID;
}

test("an open group shows what is affected, and the others behind their count", async () => {
  const groupID = await makeGroup("Operational", "Major Outage", "Operational", "Under Maintenance");
  const group = (await readPage()).getElementById(groupID);
  expect(group?.querySelector("details")?.open).toBe(true);
  expect(namesIn(group?.querySelector(":scope > details > .rows"))).toEqual(["Component 1", "Component 3"]);
  const others = group?.querySelector<HTMLDetailsElement>("details.others");
  expect(others?.open).toBe(false);
  expect(textOf(others?.querySelector("summary") ?? null)).toBe("2 others operational");
  expect(namesIn(others?.querySelector(".rows"))).toEqual(["Component 0", "Component 2"]);
  const translated = await Promise.all(
    ["es", "fr", "de", "ja", "pt-BR", "ar"].map(async (code) =>
      textOf((await readPage(`/?lang=${code}`)).querySelector(".others > summary")),
    ),
  );
  expect(translated).toEqual([
    ...["2 más operativos", "2 autres opérationnels", "2 weitere in Betrieb", "ほか 2 個は正常稼働中"],
    ...["mais 2 operacionais", "مكوّنان آخران يعملان"],
  ]);
});

test("a group that is operational, or affected as a whole, has one list", async () => {
  for (const status of ["Operational", "Major Outage"] as const) {
    await daymark.reset();
    const groupID = await makeGroup(status, status);
    const group = (await readPage()).getElementById(groupID);
    expect(group?.querySelector("details")?.open).toBe(status !== "Operational");
    expect(namesIn(group?.querySelector(".rows"))).toEqual(["Component 0", "Component 1"]);
    expect(group?.querySelector(".others")).toBeNull();
  }
});

test("while something is broken, the banner says how many components work", async () => {
  const facts = async (path = "/") => [...(await readPage(path)).querySelectorAll(".banner li")].map(textOf);
  await makeComponent(daymark, { name: "Web" });
  await makeComponent(daymark, { name: "Mail", status: "Under Maintenance" });
  // Maintenance breaks nothing.
  expect(await facts()).toEqual(["Affects Mail"]);
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Degraded Performance" });
  expect(await facts()).toEqual(["1 of 3 components works", "Affects Mail, API"]);
  await makeComponent(daymark, { name: "Search" });
  const translated = await Promise.all(["en", "de", "ar"].map((code) => facts(`/?lang=${code}`)));
  expect(translated.map(([first]) => first)).toEqual([
    "2 of 4 components work",
    "2 von 4 Komponenten funktionieren",
    "يعمل مكوّنان من أصل 4",
  ]);
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { status: "Operational" },
  });
  expect(await facts()).toEqual(["Affects Mail"]);
});

test("an open incident names the component first that is worst off", async () => {
  const ids: string[] = [];
  for (const name of ["A", "B", "C"]) ids.push((await makeComponent(daymark, { name })).componentID);
  const [a = "", b = "", c = ""] = ids;
  await makeIncident(daymark, {
    components: [
      { componentID: a, status: "Degraded Performance" },
      { componentID: b, status: "Partial Outage" },
      { componentID: c, status: "Major Outage" },
    ],
  });
  const names = [...(await readPage()).querySelectorAll(".notice .affected a")].map(textOf);
  expect(names).toEqual(["C", "B", "A"]);
});

test("a past incident is one line with its duration and first component, and opens to its newest update", async () => {
  const [api, web] = [
    await makeComponent(daymark, { name: "API" }),
    await makeComponent(daymark, { name: "Web" }),
  ];
  const began = Date.now() - 2 * DAY_MS;
  const { incidentID } = await makeIncident(daymark, {
    name: "Errors",
    message: "Looking.",
    createdAt: new Date(began).toISOString(),
    components: [api, web].map(({ componentID }) => ({ componentID, status: "Partial Outage" as const })),
  });
  const param = { incidentID };
  const json = { status: "Resolved", message: "All is well." } as const;
  const { incidentUpdates } = await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param, json }),
  );
  await daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
    param: { incidentID, incidentUpdateID: incidentUpdates[0]?.incidentUpdateID ?? "" },
    json: { createdAt: new Date(began + 2 * HOUR_MS).toISOString() },
  });
  const past = (await readPage()).querySelector<HTMLDetailsElement>("details.past");
  expect(past?.open).toBe(false);
  expect(textOf(past?.querySelector("summary") ?? null)).toBe("Errors Resolved 2 hours · API +1");
  const updates = [...(past?.querySelectorAll(".updates > li") ?? [])].map(textOf);
  expect(updates).toEqual([expect.stringMatching(/^\w{3} \d\d, .* All is well\.$/)]);
  expect(past?.querySelector(`a[href='/incidents/${incidentID}']`)).not.toBeNull();
});
