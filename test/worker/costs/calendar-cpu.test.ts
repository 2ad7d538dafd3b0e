import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeMaintenance } from "../../support/factories/factories.ts";
import { medianCpuMs, workerdPID } from "../../support/run/cpu-time.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
let componentID: string;
beforeAll(async () => {
  daymark = await startDaymark({ build: "worker" });
  ({ componentID } = await makeComponent(daymark));
  const message = "We **move** the databases, see [the plan](https://a.example/plan). ".repeat(6);
  for (let n = 0; n < 50; n++) await makeMaintenance(daymark, { message: `${n}: ${message}` });
});
afterAll(() => daymark.stop());

/** Requests `path` after a change, so that the Worker renders it again. */
async function readAfterChange(path: string) {
  const param = { componentID };
  await daymark.administrator.components[":componentID"].$patch({ param, json: { name: "API" } });
  const response = await fetch(daymark.url + path);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

// CPU times come from /proc, which only Linux has.
test.runIf(process.platform === "linux")(
  "a calendar with 50 maintenances takes less than twice the CPU time of their feed",
  async () => {
    const { calendar, feed } = await medianCpuMs(
      await workerdPID(),
      { calendar: () => readAfterChange("/maintenances.ics"), feed: () => readAfterChange("/history.rss") },
      9,
    );
    expect(calendar).toBeLessThan(2 * feed);
  },
);
