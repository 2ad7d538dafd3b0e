import { afterAll, beforeAll, expect, test } from "vitest";
import type { Summary } from "../../../../worker/public/v2/schema.ts";
import { makeComponent, makeMaintenance } from "../../../support/factories/factories.ts";
import { addSubscribers } from "../../../support/factories/insert-subscribers.ts";
import { parseHTML, textOf } from "../../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

// Naming a maintenance's components later is an update without a message. It must not hide the announcement.

const announcement = "Writes are paused while we move.";

let mail: RecordedMail;
let daymark: Daymark;
let address: { maintenance: string; component: string };
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example" } });
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(daymark, [{ emailAddress: "reader@example.org" }]);
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const { maintenanceID } = await makeMaintenance(daymark, { message: announcement });
  address = { maintenance: `/maintenances/${maintenanceID}`, component: `/components/${componentID}` };
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

async function nameComponents(notifySubscribers = false) {
  const [componentID = ""] = address.component.split("/").slice(-1);
  const [maintenanceID = ""] = address.maintenance.split("/").slice(-1);
  const components = [{ componentID, status: "Under Maintenance" as const }];
  const json = { components, notifySubscribers };
  await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
  );
}

/** Adds no update, but raises the content version. */
async function renameMaintenance() {
  const [maintenanceID = ""] = address.maintenance.split("/").slice(-1);
  const json = { name: `Moving house ${Math.random()}` };
  await answer(
    daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }),
  );
}

const read = async (path: string) => (await daymark.fetch(path)).text();
const page = async (path: string) => parseHTML(await read(path));

/** Reads the texts of a card that are visible before anything is opened. */
const onCard = async (path: string) => textOf((await page(path)).querySelector(".notice > .updates"));

const v2 = async (path: string) => {
  const { scheduled_maintenances } = JSON.parse(await read(path)) as Summary;
  return scheduled_maintenances[0]?.incident_updates[0]?.body;
};

const readers: Record<string, () => Promise<string | null | undefined>> = {
  "the status page": () => onCard("/"),
  "the component's page": () => onCard(address.component),
  "the maintenance's page": () => onCard(address.maintenance),
  "the description for search engines": async () =>
    (await page(address.maintenance)).querySelector("meta[name=description]")?.getAttribute("content"),
  "the facts for programs": async () =>
    (await page(address.maintenance)).querySelector("script[type='application/ld+json']")?.textContent,
  "the status page in Markdown": () => read("/index.md"),
  "the maintenance's page in Markdown": () => read(`${address.maintenance}.md`),
  "the RSS feed": () => read("/history.rss"),
  "the Atom feed": () => read("/history.atom"),
  "the JSON feed": () => read("/history.json"),
  "the component's feed": () => read(`${address.component}/history.rss`),
  "the calendar": async () => (await read("/maintenances.ics")).replace(/\r\n /g, ""),
  "the newest update in v2's summary": () => v2("/api/v2/summary.json"),
  "the newest update in v2's maintenances": () => v2("/api/v2/scheduled-maintenances.json"),
};

async function expectAnnouncement() {
  for (const [reader, text] of Object.entries(readers))
    expect([reader, await text()]).toEqual([reader, expect.stringContaining(announcement)]);
}

test("naming components later hides the announcement from no reader", async () => {
  await nameComponents(true);
  await expectAnnouncement();
});

// Cards and feeds have 25 updates, and a maintenance's page has 50.
test.each([30, 60, 1100])(
  "%i updates without a message hide the announcement from no reader",
  async (count) => {
    await daymark.db
      .prepare(
        `INSERT INTO notice_updates (notice_update_id, notice_id, status, message, created_at, updated_at)
        WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ?)
        SELECT hex(randomblob(16)), notice_id, status, '', updated_at, updated_at FROM notices, count`,
      )
      .bind(count)
      .run();
    await renameMaintenance();
    await expectAnnouncement();
  },
);

test("the email about components that are named later repeats the announcement", async () => {
  const [, ...mails] = await mail.waitForMails(3); // the first one tests the settings
  expect(mails.map(({ subject, text }) => [subject, text?.includes(announcement)])).toEqual([
    ["[Service] Scheduled: Moving house", true],
    ["[Service] Scheduled: Moving house (Database)", true],
  ]);
});
