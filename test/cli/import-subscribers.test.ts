import { expect, onTestFinished, test } from "vitest";
import { makeApiKey, makeIncident } from "../support/factories/factories.ts";
import { enableMail } from "../support/factories/make-subscribers.ts";
import { sourceComponent, sourceSubscriber, startStatuspage } from "../support/fakes/statuspage.ts";
import { openTerminal } from "../support/starters/command-line.ts";
import { startDaymark } from "../support/starters/daymark.ts";

// It has a file of its own, because those of a process share a mailbox.
test("an imported subscriber gets the first update after email is turned on, and can unsubscribe with its link", async () => {
  const [statuspage, daymark] = await Promise.all([
    startStatuspage({ key: "statuspage-key" }),
    startDaymark(),
  ]);
  onTestFinished(() => statuspage.stop());
  onTestFinished(() => daymark.stop());
  statuspage.serve({ components: [sourceComponent({ name: "Site" })], subscribers: [sourceSubscriber()] });
  const terminal = await openTerminal({
    DAYMARK_URL: daymark.url,
    DAYMARK_KEY: await makeApiKey(daymark, { scopes: ["archive"] }),
    STATUSPAGE_API_URL: statuspage.url,
    STATUSPAGE_API_KEY: "statuspage-key",
    DAYMARK_BACKOFF_SECONDS: "0.01",
  });
  onTestFinished(() => terminal.remove());
  expect((await terminal.run(["import", statuspage.url, "--all"])).code).toBe(0);
  expect(await daymark.mails()).toEqual([]);
  await enableMail(daymark);
  await makeIncident(daymark, { name: "Site is down" });
  const mailTo = async (address: string) =>
    (await daymark.mails()).find(({ to }) => to?.some((each) => each.address === address));
  await expect
    .poll(() => mailTo("ann@example.com"))
    .toMatchObject({ subject: expect.stringContaining("Site") });
  const link = (await mailTo("ann@example.com"))?.header("List-Unsubscribe")?.slice(1, -1) ?? "";
  const { pathname } = new URL(link);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const body = "List-Unsubscribe=One-Click";
  expect((await daymark.fetch(pathname, { method: "POST", headers, body })).status).toBe(200);
  const row = await daymark.db.prepare("SELECT subscriber_id, email_address, state FROM subscribers").first();
  expect(row).toEqual({ subscriber_id: "sub000000001", email_address: "", state: "ended" });
});
