import { afterAll, beforeAll, expect, test } from "vitest";
import { cpuOf, workerdPID } from "../support/cpu.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeMaintenance } from "../support/factories.ts";

let daymark: Daymark;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  ({ componentID } = await makeComponent(daymark));
  const message = "We **move** the databases, see [the plan](https://a.example/plan). ".repeat(6);
  for (let n = 0; n < 50; n++) await makeMaintenance(daymark, { message: `${n}: ${message}` });
});
afterAll(() => daymark.stop());

/** Reads it after a change, so that it is made anew. */
async function readAnew(path: string) {
  const param = { componentID };
  await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "API" } });
  const response = await fetch(daymark.url + path);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

// The scheduler's books are Linux's.
test.runIf(process.platform === "linux")(
  "a calendar of 50 maintenances costs no more than twice the CPU time of their feed",
  async () => {
    const { calendar, feed } = await cpuOf(
      await workerdPID(),
      { calendar: () => readAnew("/maintenances.ics"), feed: () => readAnew("/history.rss") },
      9,
    );
    expect(calendar).toBeLessThan(2 * feed);
  },
);
