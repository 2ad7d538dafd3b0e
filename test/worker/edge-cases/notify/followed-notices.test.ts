import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../../../worker/shared/time/domain.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../../support/factories/factories.ts";
import {
  enableMail,
  type StoredSubscriber,
  subscribers,
} from "../../../support/factories/make-subscribers.ts";
import { sendJSON } from "../../../support/factories/send-json.ts";
import { formFields, formRequest, pagesOf } from "../../../support/factories/subscription-forms.ts";
import { linkOf, unsubscribeLinkOf } from "../../../support/factories/subscription-links.ts";
import { textOf } from "../../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: mail.vars });
  await enableMail(daymark);
});
beforeEach(async () => {
  await daymark.db.exec("DELETE FROM subscribers");
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});
const { requestSubscription, makeUnconfirmed, makeConfirmed, findSubscribers, findByID } = subscribers(
  () => daymark,
);
const { openPage, readHeading } = pagesOf(() => daymark);

/** Each followed notice, and whether it is confirmed. */
async function followsOf({ subscriber_id }: StoredSubscriber): Promise<Record<string, boolean>> {
  const { results } = await daymark.db
    .prepare("SELECT notice_id, is_confirmed FROM subscriber_notices WHERE subscriber_id = ?")
    .bind(subscriber_id)
    .all<{ notice_id: string; is_confirmed: number }>();
  return Object.fromEntries(results.map((row) => [row.notice_id, row.is_confirmed === 1]));
}

/** The names of the notices in all mail about notices that was queued for the subscriber. */
async function noticesSentTo({ email_address: emailAddress }: StoredSubscriber): Promise<string[]> {
  const { subscriber } = await answer(
    daymark.administrator.subscribers.find.$post({ json: { emailAddress } }),
  );
  const deliveries = subscriber?.deliveries ?? [];
  return deliveries.filter(({ kind }) => kind !== "confirmation").map(({ name }) => name);
}

const post = (incidentID: string, body: object) =>
  sendJSON(daymark, { method: "PATCH", path: `/api/incidents/${incidentID}`, body });
const confirm = (subscriber: StoredSubscriber) =>
  openPage(`${linkOf(subscriber)}/confirm`, { method: "POST" });
/** Requests again after the time for which an address has to wait. */
async function askAgain(subscriber: StoredSubscriber, choice: object) {
  await daymark.db.exec("UPDATE subscribers SET confirmation_sent_at = '2001-01-01'");
  await daymark.db.exec("DELETE FROM confirmation_limits");
  const response = await requestSubscription({ emailAddress: subscriber.email_address, ...choice });
  expect(response.status).toBe(200);
}
async function newestMailTo({ email_address }: StoredSubscriber, count: number) {
  await expect
    .poll(async () => (await mail.recipients()).filter((to) => to === email_address))
    .toHaveLength(count);
  return (await mail.mails()).filter(({ to }) => to?.[0]?.address === email_address).at(-1);
}

test("who follows an incident from its page hears of that one only", async () => {
  const { componentID } = await makeComponent(daymark);
  const components = [{ componentID, status: "Partial Outage" as const }];
  const { incidentID } = await makeIncident(daymark, { name: "Slow", components });
  const { page } = await openPage(`/incidents/${incidentID}`);
  expect(textOf(page.querySelector("label[for=email]"))).toBe("Get updates on this incident");
  const form = formFields(page, ".follow form");
  expect(form).toMatchObject({ about: ["chosen"], notices: [incidentID] });
  const { response } = await openPage("/subscribe", {
    ...formRequest({ ...form, emailAddress: "follower@example.com" }),
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  const [subscriber] = await findSubscribers("");
  if (!subscriber) throw new Error("The form stored no subscriber.");
  expect(subscriber).toMatchObject({ state: "unconfirmed", everything: 0, components: [] });
  await post(incidentID, { message: "Before the confirmation" });
  expect(await noticesSentTo(subscriber)).toEqual([]);

  const confirmPage = await openPage(`${linkOf(subscriber)}/confirm`);
  expect(textOf(confirmPage.page.querySelector("main li"))).toBe("Incident: Slow");
  expect(textOf((await confirm(subscriber)).page.querySelector("h1"))).toBe("You're subscribed");
  await makeIncident(daymark, { name: "Other", components });
  await post(incidentID, { status: "Resolved", message: "Fixed." });
  expect(await noticesSentTo(subscriber)).toEqual(["Slow"]);
});

test("a maintenance has the same form, and nothing that is over has one", async () => {
  const { maintenanceID } = await makeMaintenance(daymark);
  const { page } = await openPage(`/maintenances/${maintenanceID}`);
  expect(textOf(page.querySelector("label[for=email]"))).toBe("Get updates on this maintenance");
  const { incidentID } = await makeIncident(daymark);
  await post(incidentID, { status: "Resolved" });
  expect((await openPage(`/incidents/${incidentID}`)).page.querySelector(".follow")).toBeNull();
});

test("a confirmed subscriber is asked before anything is added, and keeps what was chosen", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, { name: "One more" });
  const subscriber = await makeConfirmed({ components: [componentID] });
  await askAgain(subscriber, { notices: [incidentID] });
  expect(await followsOf(subscriber)).toEqual({ [incidentID]: false });
  const message = await newestMailTo(subscriber, 2);
  expect(message?.subject).toContain("Confirm your subscription");
  expect(message?.text).toContain(`${linkOf(subscriber)}/confirm`);
  expect(message?.text).not.toContain("delete this address");
  await post(incidentID, { message: "Not confirmed yet" });
  expect(await noticesSentTo(subscriber)).toEqual([]);

  const { page } = await openPage(`${linkOf(subscriber)}/confirm`);
  expect(textOf(page.querySelector("main li"))).toBe("Incident: One more");
  expect(textOf(page.querySelector("main"))).not.toContain("No, thank you");
  expect(textOf((await confirm(subscriber)).page.querySelector("h1"))).toBe("You're subscribed");
  expect(await findByID(subscriber)).toMatchObject({ everything: 0, components: [componentID] });
  await post(incidentID, { message: "Confirmed" });
  expect(await noticesSentTo(subscriber)).toEqual(["One more"]);
});

test("who hears of everything already gets nothing added, and an email that says so", async () => {
  const { incidentID } = await makeIncident(daymark);
  const subscriber = await makeConfirmed();
  await askAgain(subscriber, { notices: [incidentID] });
  expect(await followsOf(subscriber)).toEqual({});
  expect((await newestMailTo(subscriber, 2))?.subject).toContain("You're already subscribed");
});

test("a new request replaces what was not confirmed, and nothing that was", async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => makeIncident(daymark)));
  const subscriber = await makeConfirmed({ notices: [one?.incidentID] });
  await askAgain(subscriber, { notices: [two?.incidentID] });
  await askAgain(subscriber, { notices: [one?.incidentID, three?.incidentID] });
  expect(await followsOf(subscriber)).toEqual({
    [one?.incidentID ?? ""]: true,
    [three?.incidentID ?? ""]: false,
  });
});

test("the subscription's page lists what is followed, and stops following it", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark, { name: "Slow" });
  const subscriber = await makeConfirmed({ components: [componentID], notices: [incidentID] });
  const link = linkOf(subscriber);
  const { page } = await openPage(link);
  const fields = formFields(page);
  expect(fields).toMatchObject({ components: [componentID], notices: [incidentID] });
  expect(await (await daymark.fetch(`${link}/data`)).json()).toMatchObject({
    notices: [{ noticeID: incidentID, name: "Slow", isConfirmed: true }],
  });
  const { notices: _, ...others } = fields;
  await openPage(link, formRequest(others));
  expect(await followsOf(subscriber)).toEqual({});
  await openPage(link, formRequest({ ...others, notices: incidentID }));
  expect(await followsOf(subscriber)).toEqual({}); // only a confirmed request follows something
});

test("unsubscribing, by one click too, ends what was followed", async () => {
  const { incidentID } = await makeIncident(daymark);
  const subscriber = await makeConfirmed({ notices: [incidentID] });
  await openPage(unsubscribeLinkOf(subscriber), { method: "POST" });
  expect(await findByID(subscriber)).toMatchObject({ state: "ended", email_address: "" });
  expect(await followsOf(subscriber)).toEqual({});
});

test("unknown incidents, or none, are refused, and a form about a deleted one is not found", async () => {
  const request = async (choice: object) => {
    const response = await requestSubscription({ emailAddress: "reader@example.com", ...choice });
    return [response.status, await response.json()];
  };
  expect(await request({ notices: ["nothing"] })).toMatchObject([
    400,
    { errorMessage: "There is no incident or maintenance nothing.", errors: [{ path: "notices.0" }] },
  ]);
  expect(await request({ notices: [] })).toMatchObject([400, {}]);
  const many = Array.from({ length: 101 }, (_, index) => `notice${index}`);
  expect(await request({ notices: many })).toMatchObject([
    400,
    { errorMessage: "There can be at most 100 incidents and maintenances." },
  ]);
  const fields = { about: "chosen", notices: "nothing", emailAddress: "reader@example.com" };
  expect(await readHeading("/subscribe", formRequest(fields))).toEqual([404, expect.any(String)]);
  expect(await findSubscribers("")).toEqual([]);
});

test("undoing an incident's deletion keeps those who follow it", async () => {
  const { incidentID } = await makeIncident(daymark);
  const subscriber = await makeConfirmed({ notices: [incidentID] });
  const headers = { Authorization: await daymark.token(), Prefer: "undo" };
  const deleted = await daymark.fetch(`/api/incidents/${incidentID}`, { method: "DELETE", headers });
  await daymark.runCron(new Date().toISOString().replace(/T(..):.*/, "T$1:00:00.000Z"));
  const undo = await daymark.fetch(deleted.headers.get("Undo") ?? "", { method: "POST", headers });
  expect(undo.status).toBeLessThan(300);
  expect(await followsOf(subscriber)).toEqual({ [incidentID]: true });
});

/** Runs the hourly cleanup with the clock that many days ahead. */
const cleanUpAfter = (days: number) =>
  daymark.runCron(new Date(Date.now() + days * DAY_MS).toISOString().replace(/T.*/, "T00:00:00.000Z"));

test("30 days after its end an incident is forgotten, and an address with nothing else", async () => {
  const { componentID } = await makeComponent(daymark);
  const [over, open] = [await makeIncident(daymark), await makeIncident(daymark)];
  const alone = await makeConfirmed({ notices: [over.incidentID] });
  const other = await makeConfirmed({ notices: [over.incidentID, open.incidentID] });
  const chosen = await makeConfirmed({ notices: [over.incidentID], components: [componentID] });
  await post(over.incidentID, { status: "Resolved" });
  await cleanUpAfter(29);
  expect(await followsOf(alone)).toEqual({ [over.incidentID]: true });
  await cleanUpAfter(32);
  expect(await findByID(alone)).toMatchObject({ state: "ended", ended_reason: "left", email_address: "" });
  expect(await followsOf(other)).toEqual({ [open.incidentID]: true });
  expect(await followsOf(chosen)).toEqual({});
  for (const subscriber of [other, chosen])
    expect(await findByID(subscriber)).toMatchObject({ state: "confirmed" });
});

test("what was not confirmed is forgotten after a week", async () => {
  const { componentID } = await makeComponent(daymark);
  const { incidentID } = await makeIncident(daymark);
  const confirmed = await makeConfirmed({ components: [componentID] });
  await askAgain(confirmed, { notices: [incidentID] });
  const unconfirmed = await makeUnconfirmed({ notices: [incidentID] });
  await cleanUpAfter(9);
  expect(await followsOf(confirmed)).toEqual({});
  expect(await findByID(confirmed)).toMatchObject({ state: "confirmed" });
  expect(await findSubscribers("WHERE subscriber_id = ?", unconfirmed.subscriber_id)).toEqual([]);
});
