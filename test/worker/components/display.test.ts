import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Component } from "../../../worker/components/schema.ts";
import { DAY_MS, utcDay } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeGroup, makeIncident } from "../../support/factories/factories.ts";
import { sendJSON } from "../../support/factories/send-json.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(() => daymark.reset());

const readText = async (path: string) => (await daymark.fetch(path)).text();
const readPage = async (path = "/") => parseHTML(await readText(path));
const change = (componentID: string, body: object) =>
  sendJSON(daymark, { method: "PATCH", path: `/api/components/${componentID}`, body });
const namesOn = (page: Document) =>
  [...page.querySelectorAll(".component > :is(h3, h4)")].map((heading) => textOf(heading));

test("a component is listed always, only while it isn't operational, or only in notices", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Data" });
  await makeComponent(daymark, { name: "Always", order: 0 });
  const affected = await makeComponent(daymark, { name: "Affected", shown: "affected", groupID });
  const hidden = await makeComponent(daymark, { name: "Hidden", shown: "notices", groupID });
  expect(namesOn(await readPage())).toEqual(["Always"]);
  expect((await readPage()).getElementById(groupID)).toBeNull();
  expect(await readText("/index.md")).not.toMatch(/Affected|Hidden|Data/);

  const components = [affected, hidden].map(({ componentID }) => ({
    componentID,
    status: "Major Outage" as const,
  }));
  const { incidentID } = await makeIncident(daymark, { components });
  const page = await readPage();
  expect(namesOn(page)).toEqual(["Always", "Affected"]);
  expect(textOf(page.querySelector("h1"))).toBe("Major System Outage");
  expect(textOf(page.querySelector(".banner ul"))).toContain("1 of 3 components work");
  expect(namesOn(await readPage(`/groups/${groupID}`))).toEqual(["Affected"]);
  expect(await readText(`/incidents/${incidentID}`)).toContain("Hidden");
  expect((await daymark.fetch(`/components/${hidden.componentID}`)).status).toBe(200);
  expect(await readText("/index.md")).toMatch(/Affected: Major Outage/);
});

test("a page that lists no component has no list, and without uptimes neither days nor a legend", async () => {
  const { componentID } = await makeComponent(daymark, { shown: "affected" });
  expect((await readPage()).getElementById("components")).toBeNull();
  await change(componentID, { shown: "always", showsUptime: false });
  const page = await readPage();
  expect(namesOn(page)).toEqual(["API"]);
  expect(page.querySelector(".uptime, .strip, .axis, .legend, [href^='/?days']")).toBeNull();
  expect((await readPage(`/components/${componentID}`)).getElementById("year")).toBeNull();
  expect(await readText("/index.md")).not.toContain("uptime");
  await makeComponent(daymark, { name: "Web" });
  expect((await readPage()).querySelectorAll("#components ~ * .uptime, .component .uptime")).toHaveLength(1);
});

test("a group's uptime leaves out the components that don't show theirs", async () => {
  const { groupID } = await makeGroup(daymark);
  const shown = await makeComponent(daymark, { groupID });
  const hidden = await makeComponent(daymark, { groupID, showsUptime: false });
  await backdate(20);
  await change(hidden.componentID, { status: "Major Outage" });
  const uptime = async () =>
    (await answer(daymark.visitor.groups[":groupID"].uptime.$get({ param: { groupID } }))).history;
  expect((await uptime()).at(-1)?.worst).toBe("Operational");
  await change(shown.componentID, { status: "Partial Outage" });
  expect((await uptime()).at(-1)?.worst).toBe("Partial Outage");
  await change(shown.componentID, { showsUptime: false });
  expect((await readPage()).querySelector(`[id="${groupID}"] summary .uptime`)).toBeNull();
  expect((await readPage(`/groups/${groupID}`)).getElementById("year")).toBeNull();
});

test("uptime counts from a day, also from one before the component was created", async () => {
  const { componentID } = await makeComponent(daymark);
  await backdate(20);
  const period = async (days: number) => {
    await change(componentID, { uptimeSince: utcDay(Date.now() - days * DAY_MS) });
    const param = { componentID };
    const { since, history } = await answer(
      daymark.visitor.components[":componentID"].uptime.$get({ param, query: { days: "30" } } as {
        param: typeof param;
      }),
    );
    return [since.slice(0, 10), history.length];
  };
  expect(await period(4)).toEqual([utcDay(Date.now() - 4 * DAY_MS), 5]);
  expect(await period(25)).toEqual([utcDay(Date.now() - 25 * DAY_MS), 26]);
  expect(await period(80)).toEqual([utcDay(Date.now() - 29 * DAY_MS), 30]);
  expect((await change(componentID, { uptimeSince: "" })).json).toMatchObject({ uptimeSince: "" });
});

test("the name of a component leads to its link, which its own page has, too", async () => {
  const link = "https://docs.example.com/api?a=1&b=2";
  const { componentID } = await makeComponent(daymark, { link });
  expect((await readPage()).querySelector(".component h3 a")?.getAttribute("href")).toBe(link);
  const own = (await readPage(`/components/${componentID}`)).querySelector(`main a[href="${link}"]`);
  expect(textOf(own)).toBe("docs.example.com/api?a=1&b=2");
  for (const refused of ["javascript:alert(1)", "https://user@example.com", "mailto:a@example.com", "/docs"])
    expect(await change(componentID, { link: refused })).toMatchObject({
      status: 400,
      json: { errorMessage: expect.stringContaining("https or http address") },
    });
  expect(await change(componentID, { uptimeSince: "2026-02-30" })).toMatchObject({ status: 400 });
  expect(await change(componentID, { shown: "never" })).toMatchObject({ status: 400 });
});

test("clients of the second version read showcase, only_show_if_degraded and start_date", async () => {
  await makeComponent(daymark, { showsUptime: false, shown: "affected", uptimeSince: "2024-02-29" });
  expect(JSON.parse(await readText("/api/v2/components.json")).components).toMatchObject([
    { showcase: false, only_show_if_degraded: true, start_date: "2024-02-29" },
  ]);
  await daymark.reset();
  const { createdAt }: Component = await makeComponent(daymark);
  expect(JSON.parse(await readText("/api/v2/components.json")).components).toMatchObject([
    { showcase: true, only_show_if_degraded: false, start_date: createdAt.slice(0, 10) },
  ]);
});

/** All components were created so many days ago. */
async function backdate(days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS).toISOString();
  await daymark.db.batch([
    daymark.db.prepare("UPDATE components SET created_at = ?").bind(at),
    daymark.db.prepare("UPDATE status_changes SET at = ?").bind(at),
  ]);
}
