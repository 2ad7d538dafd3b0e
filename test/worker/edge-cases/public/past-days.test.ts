import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { makeIncident } from "../../../support/factories/factories.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function readDays() {
  const page = parseHTML(await (await daymark.fetch("/")).text());
  return [...page.querySelectorAll(".day")].map((day) => ({
    date: day.querySelector("h3")?.id.replace("day-", ""),
    names: [...day.querySelectorAll("h4")].map(textOf),
    text: textOf(day),
  }));
}

async function resolve(incidentID: string, createdAt: string): Promise<void> {
  const param = { incidentID };
  const json = { status: "Resolved", message: "All is well" } as const;
  const { incidentUpdates } = await answer(
    daymark.administrator.incidents[":incidentID"].$patch({ param, json }),
  );
  const [{ incidentUpdateID = "" } = {}] = incidentUpdates;
  const update = daymark.administrator.incidents[":incidentID"].incidentupdates[":incidentUpdateID"];
  await answer(update.$patch({ param: { incidentID, incidentUpdateID }, json: { createdAt } }));
}

test("an old incident is listed on the day it was resolved, with the date it began", async () => {
  const createdAt = daysAgo(20);
  const { incidentID } = await makeIncident(daymark, { name: "A long one", createdAt });
  expect((await readDays()).flatMap(({ names }) => names)).toEqual([]);
  await resolve(incidentID, daysAgo(3));
  const daysWithIncidents = (await readDays()).filter(({ names }) => names.length > 0);
  expect(daysWithIncidents).toMatchObject([
    { date: daysAgo(3).slice(0, 10), names: [expect.stringContaining("A long one")] },
  ]);
  expect(daysWithIncidents[0]?.text).toContain("17");
});

test("an incident that was resolved over two weeks ago isn't on the page, even if it was edited since", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "A past one", createdAt: daysAgo(40) });
  await resolve(incidentID, daysAgo(30));
  expect((await readDays()).flatMap(({ names }) => names).join()).not.toContain("A past one");
});
