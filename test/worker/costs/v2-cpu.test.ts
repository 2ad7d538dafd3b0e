import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { medianCpuMs, workerdPID } from "../../support/run/cpu-time.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "worker" });
  ({ componentID } = await makeComponent(daymark));
  for (let n = 0; n < 50; n++) await makeIncident(daymark);
});
afterAll(() => daymark.stop());

/** Changes something before the read, so that the response is rendered and not cached. */
async function readUncached() {
  const param = { componentID };
  await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "API" } });
  const response = await fetch(`${daymark.url}/api/v2/incidents.json`);
  expect([response.status, (await response.arrayBuffer()).byteLength > 250_000]).toEqual([200, true]);
}

/** Measures the list's CPU time if every message repeats the text. */
async function measureCPU(text: string) {
  const message = text.repeat(5000).slice(0, 5000);
  await daymark.db.prepare("UPDATE notice_updates SET message = ?1 || rowid").bind(message).run();
  const { read } = await medianCpuMs(await workerdPID(), { read: readUncached }, 3);
  return read;
}

// CPU time is read from Linux's /proc.
describe.runIf(process.platform === "linux")(
  "a hostile message costs a list for clients less than 10 times as much CPU time",
  () => {
    test.for(["[", "![[", "[]("])("%s", async (text) => {
      const normal = await measureCPU("word ");
      expect(await measureCPU(text)).toBeLessThan(10 * normal);
    });
  },
);
