import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMaintenance } from "../../support/factories/factories.ts";
import { schedule, useNewDay } from "../../support/factories/maintenance-schedule.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const { read } = schedule(() => daymark);

async function startOf(at: (time: string) => string) {
  const { maintenanceID } = await makeMaintenance(daymark, { startAt: at("10:00"), endAt: at("12:00") });
  return async () => (await read(maintenanceID)).status;
}

test("what is due while D1 is down is done a minute after it is back", async () => {
  const at = useNewDay();
  const status = await startOf(at);
  await daymark.fetch("/api/health", { headers: { "x-test-broken": "d1" } });
  await expect(daymark.runCron(at("10:00"))).rejects.toThrow("exception");
  await daymark.fetch("/api/health", { headers: { "x-test-broken": "" } });
  expect(await status()).toBe("Scheduled");
  await daymark.runCron(at("10:01"));
  expect(await status()).toBe("In Progress");
});

test("if the read of what is due fails, each task looks for itself, and the run counts as failed", async () => {
  const at = useNewDay();
  const status = await startOf(at);
  // Only this read names the index.
  await daymark.db.exec("DROP INDEX deliveries_due");
  await expect(daymark.runCron(at("10:00"))).rejects.toThrow("exception");
  expect(await status()).toBe("In Progress");
});
