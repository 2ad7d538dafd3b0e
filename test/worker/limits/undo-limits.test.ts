import { afterAll, beforeAll, expect, test } from "vitest";
import { makeIncident } from "../../support/factories/factories.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test("an incident with too much text to store it twice can be deleted, but not undone", async () => {
  const { incidentID } = await makeIncident(daymark);
  async function send(method: "DELETE" | "PATCH", change?: object) {
    const headers = { Authorization: await daymark.token(), Prefer: "undo" };
    const body = change && { body: JSON.stringify(change) };
    const response = await daymark.fetch(`/api/incidents/${incidentID}`, { method, headers, ...body });
    return { status: response.status, canUndo: response.headers.has("Undo") };
  }
  for (let update = 0; update < 15; update += 1)
    expect(await send("PATCH", { message: "x".repeat(20_000) })).toMatchObject({ status: 200 });
  expect(await send("PATCH", { message: "Fits." })).toEqual({ status: 200, canUndo: true });
  expect(await send("DELETE")).toEqual({ status: 204, canUndo: false });
});
