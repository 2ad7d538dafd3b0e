import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Language, languageCodes } from "../../../web/status/texts/languages.ts";
import type { MaintenanceChange } from "../../../worker/notices/maintenance/schema.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent, makeMaintenance } from "../../support/factories/factories.ts";
import { enableMail, type StoredSubscriber, subscribers } from "../../support/factories/make-subscribers.ts";
import { formFields, formRequest, pagesOf } from "../../support/factories/subscription-forms.ts";
import { linkOf } from "../../support/factories/subscription-links.ts";
import { textOf } from "../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org" } });
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
});
beforeEach(async () => {
  await enableMail(daymark);
  await mail.empty();
});
afterEach(async () => {
  for (const table of ["lanes", "messages", "notices", "subscribers"])
    await daymark.db.exec(`DELETE FROM ${table}`);
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});
const { makeConfirmed, findSubscribers, requestSubscription } = subscribers(() => daymark);
const { openPage } = pagesOf(() => daymark);

const start = Date.parse("2030-03-15T20:00:00.000Z");
const before = (ms: number) => isoTime(start - ms);
const runBefore = (ms: number) => daymark.runCron(before(ms));
const plan = (overrides: Parameters<typeof makeMaintenance>[1] = {}) =>
  makeMaintenance(daymark, { startAt: isoTime(start), endAt: isoTime(start + 2 * HOUR_MS), ...overrides });
const change = (maintenanceID: string, json: MaintenanceChange) =>
  answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json }));

/** A subscriber to everything, whose email with a link to confirm was sent. */
async function makeReader(choice: object) {
  const reader = await makeConfirmed(choice);
  await expect.poll(() => mail.recipients()).toContain(reader.email_address);
  return reader;
}
/** Which reminders were queued, for whom, in their order. */
async function queuedReminders(): Promise<string[]> {
  const { results } = await daymark.db
    .prepare("SELECT content ->> 'reminder' AS reminder FROM messages ORDER BY rowid")
    .all<{ reminder: string | null }>();
  return results.flatMap(({ reminder }) => reminder ?? []);
}
const mailsTo = async (address: string) =>
  (await mail.mails()).filter(({ to }) => to?.[0]?.address === address);
/** Waits for the mails to this address that follow the confirmation. */
async function waitForMailsTo({ email_address }: { email_address: string }, count: number) {
  await expect.poll(async () => (await mailsTo(email_address)).length).toBe(count + 1);
  return (await mailsTo(email_address)).slice(1);
}
/** Keeps mail from being delivered, until `resumeMail`. */
const pauseMail = () =>
  daymark.db.exec(
    "INSERT OR REPLACE INTO lanes (lane, paused_until) VALUES ('MAIL', '2999-01-01T00:00:00.000Z'), ('CONFIRMATIONS', '2999-01-01T00:00:00.000Z')",
  );
async function resumeMail() {
  await daymark.db.exec("DELETE FROM lanes");
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
}

test("a subscriber who chose both gets an email a day and an hour before a maintenance, and others get none", async () => {
  const reader = await makeReader({ reminders: ["hour", "day"], timeZone: "America/New_York" });
  const other = await makeReader({});
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  const { maintenanceID } = await plan({
    name: "New disks",
    message: "We change *disks*.",
    components: [{ componentID, status: "Under Maintenance" }],
  });
  await waitForMailsTo(other, 1);
  await runBefore(DAY_MS + MINUTE_MS);
  expect(await queuedReminders()).toEqual([]);
  await runBefore(DAY_MS);
  await waitForMailsTo(reader, 2);
  await runBefore(HOUR_MS + MINUTE_MS);
  expect(await queuedReminders()).toEqual(["day"]);
  await runBefore(HOUR_MS);
  const [announcement, dayBefore, hourBefore] = await waitForMailsTo(reader, 3);
  expect([dayBefore?.subject, hourBefore?.subject]).toEqual([
    "[Acme] Starts in 24 hours: New disks (Database)",
    "[Acme] Starts in 1 hour: New disks (Database)",
  ]);
  expect(dayBefore?.text).toMatch(
    /^New disks\n\nStarts in 24 hours\n\nReminder of a scheduled maintenance\n\nScheduled for Mar 15, 16:00 - Mar 15, 18:00 \(EDT\)\n\n/,
  );
  expect(dayBefore?.text).toContain(" * Database\n");
  expect(dayBefore?.text).toContain("We change disks.");
  expect(dayBefore?.text).not.toContain("Posted");
  expect(dayBefore?.text).toContain(`https://status.example.org/maintenances/${maintenanceID}`);
  const firstID = `<${announcement?.serviceID}@us-west-2.amazonses.com>`;
  for (const sent of [dayBefore, hourBefore])
    expect([sent?.inReplyTo, sent?.references]).toEqual([firstID, `${announcement?.references} ${firstID}`]);
  expect(await mailsTo(other.email_address)).toHaveLength(2);
});

test("each reminder goes only to those who chose it and whose components the maintenance affects", async () => {
  const [api, site] = [await makeComponent(daymark), await makeComponent(daymark)];
  const components = [api.componentID];
  const day = await makeReader({ components, reminders: ["day"] });
  const hour = await makeReader({ components, reminders: ["hour"] });
  await makeReader({ components: [site.componentID], reminders: ["day", "hour"] });
  await plan({ components: [{ componentID: api.componentID, status: "Under Maintenance" }] });
  await waitForMailsTo(day, 1);
  await waitForMailsTo(hour, 1);
  await mail.empty();
  await runBefore(DAY_MS);
  await mail.waitForMails(1);
  await runBefore(HOUR_MS);
  await mail.waitForMails(2);
  expect(await mail.recipients()).toEqual([day.email_address, hour.email_address]);
});

test("in each language the reminders say when the maintenance starts", async () => {
  const readers = [];
  for (const language of languageCodes)
    readers.push({ language, reader: await makeReader({ reminders: ["day", "hour"], language }) });
  await pauseMail();
  await plan({ name: "Disks" });
  await daymark.db.exec("DELETE FROM messages WHERE kind = 'maintenance'");
  await mail.empty();
  await runBefore(DAY_MS);
  await resumeMail();
  await mail.waitForMails(readers.length);
  await runBefore(HOUR_MS);
  await mail.waitForMails(2 * readers.length);
  const texts: Record<Language, [day: string, hour: string]> = {
    en: ["Starts in 24 hours", "Starts in 1 hour"],
    es: ["Empieza dentro de 24 horas", "Empieza dentro de 1 hora"],
    fr: ["Commence dans 24 heures", "Commence dans 1 heure"],
    de: ["Beginnt in 24 Stunden", "Beginnt in 1 Stunde"],
    ja: ["24 時間後に開始", "1 時間後に開始"],
    "pt-BR": ["Começa em 24 horas", "Começa em 1 hora"],
    ar: ["تبدأ خلال 24 ساعة", "تبدأ خلال ساعة واحدة"],
  };
  for (const { language, reader } of readers) {
    const [day, hour, ...others] = await mailsTo(reader.email_address);
    const [dayText, hourText] = texts[language];
    expect(others).toEqual([]);
    expect(day?.subject).toContain(dayText);
    expect(hour?.subject).toContain(hourText);
    expect(hour?.text).toContain(`\n${hourText}\n`);
  }
});

test("a reminder is queued once, however often the cron runs for the same minute", async () => {
  await makeReader({ reminders: ["day"] });
  await plan();
  await Promise.all([runBefore(DAY_MS), runBefore(DAY_MS), runBefore(DAY_MS)]);
  await runBefore(DAY_MS);
  await runBefore(DAY_MS - MINUTE_MS);
  expect(await queuedReminders()).toEqual(["day"]);
});

test("more maintenances than one run takes follow in the next minutes", async () => {
  await makeReader({ reminders: ["hour"] });
  for (let count = 0; count < 6; count += 1) await plan();
  for (const minutes of [60, 59, 58]) await runBefore(minutes * MINUTE_MS);
  expect(await queuedReminders()).toHaveLength(6);
});

test("a maintenance that is announced too late for a reminder gets only the later one, or none", async () => {
  await makeReader({ reminders: ["day", "hour"] });
  const announce = (ms: number) =>
    makeMaintenance(daymark, {
      startAt: isoTime(Date.now() + ms),
      endAt: isoTime(Date.now() + ms + HOUR_MS),
    });
  await announce(5 * HOUR_MS);
  await announce(30 * MINUTE_MS);
  await daymark.runCron(isoTime(Date.now() + MINUTE_MS));
  expect(await queuedReminders()).toEqual([]);
  await daymark.runCron(isoTime(Date.now() + 4 * HOUR_MS + MINUTE_MS));
  expect(await queuedReminders()).toEqual(["hour"]);
});

test("a late cron still sends the reminder and says how long is left, but not a day's after an hour's", async () => {
  const reader = await makeReader({ reminders: ["day", "hour"] });
  await plan();
  await waitForMailsTo(reader, 1);
  await runBefore(20 * HOUR_MS);
  expect((await waitForMailsTo(reader, 2)).at(-1)?.subject).toBe("[Acme] Starts in 20 hours: Moving house");
  await daymark.db.exec("DELETE FROM notices");
  await plan();
  await waitForMailsTo(reader, 3);
  await runBefore(40 * MINUTE_MS);
  expect((await waitForMailsTo(reader, 4)).at(-1)?.subject).toBe("[Acme] Starts in 40 minutes: Moving house");
  expect(await queuedReminders()).toEqual(["day", "hour"]);
  await daymark.db.exec("DELETE FROM notices");
  await plan();
  await daymark.runCron(isoTime(start));
  expect(await queuedReminders()).toEqual(["day", "hour"]);
});

test("a maintenance with a new time is reminded of again before that", async () => {
  await makeReader({ reminders: ["day", "hour"] });
  const { maintenanceID } = await plan();
  await runBefore(DAY_MS);
  await runBefore(HOUR_MS);
  const later = start + 2 * DAY_MS;
  await change(maintenanceID, { startAt: isoTime(later), endAt: isoTime(later + HOUR_MS) });
  await daymark.runCron(isoTime(later - DAY_MS - MINUTE_MS));
  expect(await queuedReminders()).toEqual(["day", "hour"]);
  await daymark.runCron(isoTime(later - DAY_MS));
  await daymark.runCron(isoTime(later - HOUR_MS));
  expect(await queuedReminders()).toEqual(["day", "hour", "day", "hour"]);
});

test("another end, name or message is no new start, and causes no second reminder", async () => {
  await makeReader({ reminders: ["day"] });
  const { maintenanceID } = await plan();
  await runBefore(DAY_MS);
  await change(maintenanceID, { startAt: isoTime(start), endAt: isoTime(start + HOUR_MS), name: "Other" });
  await change(maintenanceID, { message: "Soon" });
  await runBefore(DAY_MS - MINUTE_MS);
  expect(await queuedReminders()).toEqual(["day"]);
});

test("a maintenance that is moved closer than a day is reminded of only an hour before", async () => {
  await makeReader({ reminders: ["day", "hour"] });
  const { maintenanceID } = await plan();
  const soon = Date.now() + 5 * HOUR_MS;
  await change(maintenanceID, { startAt: isoTime(soon) });
  await daymark.runCron(isoTime(Date.now() + MINUTE_MS));
  expect(await queuedReminders()).toEqual([]);
  await daymark.runCron(isoTime(soon - HOUR_MS));
  expect(await queuedReminders()).toEqual(["hour"]);
});

const param = ({ maintenanceID }: { maintenanceID: string }) => ({ param: { maintenanceID } });
const gone = "The maintenance was moved or has started.";
test.for([
  ["moved", gone, (id: string) => change(id, { startAt: isoTime(start + HOUR_MS) })],
  ["started early", gone, (id: string) => change(id, { status: "In Progress" })],
  [
    "deleted",
    "The maintenance was deleted.",
    (maintenanceID: string) =>
      daymark.administrator.maintenances[":maintenanceID"].$delete(param({ maintenanceID })),
  ],
] as const)("a reminder is withdrawn if the maintenance was %s", async ([, error, act]) => {
  await makeReader({ reminders: ["day"] });
  const { maintenanceID } = await plan();
  await mail.waitForMails(2);
  await pauseMail();
  await runBefore(DAY_MS);
  expect(await queuedReminders()).toEqual(["day"]);
  await act(maintenanceID);
  await resumeMail();
  // A recipient without a delivery is withdrawn with the message.
  const withdrawn = daymark.db.prepare(
    `SELECT error FROM deliveries WHERE state = 'withdrawn' UNION ALL SELECT error FROM message_lanes WHERE state = 'withdrawn'`,
  );
  await expect.poll(async () => (await withdrawn.all()).results).toEqual([{ error }]);
  expect((await mail.mails()).filter(({ subject }) => subject?.includes("Starts"))).toEqual([]);
});

test("while email is off, nothing is queued, and nothing late follows when it is on again", async () => {
  await makeReader({ reminders: ["day"] });
  await plan();
  await mail.waitForMails(2);
  await enableMail(daymark, false);
  await runBefore(DAY_MS);
  await enableMail(daymark);
  await runBefore(DAY_MS - MINUTE_MS);
  expect(await queuedReminders()).toEqual([]);
});

test("a maintenance from before the upgrade is reminded of, too", async () => {
  await makeReader({ reminders: ["day", "hour"] });
  await plan();
  await daymark.db.exec("UPDATE notices SET next_reminder_at = ''");
  await runBefore(DAY_MS + MINUTE_MS);
  expect(await queuedReminders()).toEqual([]);
  await runBefore(DAY_MS);
  await runBefore(HOUR_MS);
  expect(await queuedReminders()).toEqual(["day", "hour"]);
});

test("undoing a deletion keeps what was queued, and what is still to come", async () => {
  await makeReader({ reminders: ["day", "hour"] });
  const { maintenanceID } = await plan();
  await runBefore(DAY_MS);
  const headers = { Authorization: await daymark.token(), Prefer: "undo" };
  const deleted = await daymark.fetch(`/api/maintenances/${maintenanceID}`, { method: "DELETE", headers });
  const undone = await daymark.fetch(deleted.headers.get("Undo") ?? "", { method: "POST", headers });
  expect(undone.status).toBe(200);
  await runBefore(DAY_MS - MINUTE_MS);
  expect(await queuedReminders()).toEqual(["day"]);
  await runBefore(HOUR_MS);
  expect(await queuedReminders()).toEqual(["day", "hour"]);
});

const remindersOf = async ({ email_address }: Pick<StoredSubscriber, "email_address">) => {
  const json = { emailAddress: email_address };
  return (await answer(daymark.administrator.subscribers.find.$post({ json }))).subscriber?.reminders;
};

test("the form offers both reminders, chosen neither before nor by the form of the main page", async () => {
  const { page } = await openPage("/subscribe");
  const field = [...page.querySelectorAll("fieldset")].at(-1);
  expect(textOf(field?.querySelector("legend"))).toBe("Remind me before maintenance");
  expect([...(field?.querySelectorAll("label") ?? [])].map((label) => textOf(label))).toEqual([
    "A day before a maintenance starts",
    "An hour before a maintenance starts",
  ]);
  const fields = formFields(page);
  expect(fields.reminders).toBeUndefined();
  expect(formFields((await openPage("/")).page, ".by-mail form").reminders).toBeUndefined();
  for (const [emailAddress, reminders] of [
    ["none@example.com", []],
    ["one@example.com", ["hour"]],
    ["both@example.com", ["day", "hour"]],
  ] as const) {
    const { response } = await openPage("/subscribe", {
      ...formRequest({ ...fields, emailAddress, reminders: [...reminders] }),
      redirect: "manual",
    });
    expect(response.status).toBe(303);
    expect(await remindersOf({ email_address: emailAddress })).toEqual(reminders);
  }
});

test("a refused form keeps the chosen reminders", async () => {
  const sent = { emailAddress: "nobody", reminders: "hour" };
  const { response, page } = await openPage("/subscribe", formRequest(sent));
  expect([response.status, formFields(page).reminders]).toEqual([400, ["hour"]]);
});

test("a subscriber changes the reminders on the page of the subscription", async () => {
  const reader = await makeReader({ reminders: ["day"] });
  const fields = formFields((await openPage(linkOf(reader))).page);
  expect(fields.reminders).toEqual(["day"]);
  await openPage(linkOf(reader), formRequest({ ...fields, reminders: ["day", "hour"] }));
  expect(formFields((await openPage(linkOf(reader))).page).reminders).toEqual(["day", "hour"]);
  const download = await daymark.fetch(`${linkOf(reader)}/data`);
  expect(await download.json()).toMatchObject({ reminders: ["day", "hour"] });
  await openPage(linkOf(reader), formRequest({ ...fields, reminders: [] }));
  expect(await remindersOf(reader)).toEqual([]);
});

test("a stranger's request doesn't change the reminders of a confirmed subscriber", async () => {
  const reader = await makeReader({ reminders: ["day"] });
  await requestSubscription({ emailAddress: reader.email_address, reminders: ["hour"] });
  expect(await remindersOf(reader)).toEqual(["day"]);
});

test("the choice is forgotten when the subscription ends", async () => {
  const reader = await makeReader({ reminders: ["day", "hour"] });
  await openPage(`${linkOf(reader)}/unsubscribe`, { method: "POST" });
  expect(await findSubscribers("WHERE subscriber_id = ?", reader.subscriber_id)).toMatchObject([
    { state: "ended", day_reminder: 0, hour_reminder: 0 },
  ]);
});

test.for([["week"], "day", [1], ["day", "hour", "day"]])("%j is refused as reminders", async (reminders) => {
  const response = await requestSubscription({ emailAddress: "refused@example.com", reminders });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errorMessage: "Reminders must be a list of day and hour." },
  ]);
});
