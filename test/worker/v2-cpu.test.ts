import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cpuOf, workerdPID } from "../support/cpu.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident } from "../support/factories.ts";

let daymark: Daymark;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  ({ componentID } = await makeComponent(daymark));
  for (let n = 0; n < 50; n++) await makeIncident(daymark);
});
afterAll(() => daymark.stop());

/** Reads the newest incidents after a change, so that they are made anew. */
async function readAnew() {
  const param = { componentID };
  await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "API" } });
  const response = await fetch(`${daymark.url}/api/v2/incidents.json`);
  expect([response.status, (await response.arrayBuffer()).byteLength > 250_000]).toEqual([200, true]);
}

/** The CPU time that the list takes when every message is made of that text. */
async function cpuWith(text: string) {
  const message = text.repeat(5000).slice(0, 5000);
  await daymark.db.prepare("UPDATE notice_updates SET message = ?1 || rowid").bind(message).run();
  const { read } = await cpuOf(await workerdPID(), { read: readAnew }, 3);
  return read;
}

// The scheduler's books are Linux's.
describe.runIf(process.platform === "linux")(
  "no text of a message makes a list for clients cost 10 times as much",
  () => {
    test.for(["[", "![[", "[]("])("%s", async (text) => {
      const usual = await cpuWith("word ");
      expect(await cpuWith(text)).toBeLessThan(10 * usual);
    });
  },
);
