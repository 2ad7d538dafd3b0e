import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "../support/backup.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { makeIncident } from "../support/factories.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
});
afterAll(() => daymark.stop());

async function page(headers: Record<string, string> = {}) {
  const response = await daymark.fetch("/", { headers });
  return { status: response.status, etag: response.headers.get("ETag") ?? "", text: await response.text() };
}

test("after a restore no ETag names other content than before, for clients as for the snapshot in R2", async () => {
  await makeIncident(daymark, { name: "Before the backup" });
  const restore = await backUp(daymark.db);
  await makeIncident(daymark, { name: "Lost by the restore" });
  const lost = await page();
  expect(lost.text).toContain("Lost by the restore");
  const snapshot = async () => (await (await daymark.files.get("snapshots/"))?.text()) ?? "";
  await expect.poll(snapshot).toContain("Lost by the restore");

  await restore();
  await makeIncident(daymark, { name: "After the restore" });
  const next = await page({ "If-None-Match": lost.etag });
  expect(next.status).toBe(200);
  expect(next.etag).not.toBe(lost.etag);
  expect(next.text).toContain("After the restore");
  expect(next.text).not.toContain("Lost by the restore");
  await expect.poll(snapshot).toContain("After the restore");
  const outage = await page({ "x-test-break-d1": "all", "x-test-now": "2100-01-01T00:00:00Z" });
  expect(outage.text).toContain("After the restore");
  expect(outage.text).not.toContain("Lost by the restore");
});
