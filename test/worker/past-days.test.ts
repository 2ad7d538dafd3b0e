import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "../../worker/time/domain.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";
import { document, text } from "../support/html.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function days() {
  const shown = document(await (await daymark.fetch("/")).text());
  return [...shown.querySelectorAll(".day")].map((day) => ({
    date: day.querySelector("time")?.getAttribute("datetime"),
    names: [...day.querySelectorAll("h4")].map(text),
    text: text(day),
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

test("an incident older than two weeks stands under the day it was resolved, with when it began", async () => {
  const began = daysAgo(20);
  const { incidentID } = await makeIncident(daymark, { name: "A long one", createdAt: began });
  expect((await days()).flatMap(({ names }) => names)).toEqual([]);
  await resolve(incidentID, daysAgo(3));
  const shown = (await days()).filter(({ names }) => names.length > 0);
  expect(shown).toMatchObject([
    { date: daysAgo(3).slice(0, 10), names: [expect.stringContaining("A long one")] },
  ]);
  expect(shown[0]?.text).toContain("17");
});

test("one that was resolved before them, and only edited since, stays in the history alone", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "A past one", createdAt: daysAgo(40) });
  await resolve(incidentID, daysAgo(30));
  expect((await days()).flatMap(({ names }) => names).join()).not.toContain("A past one");
});
