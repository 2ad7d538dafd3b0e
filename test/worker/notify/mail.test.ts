import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org" } });
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(
    daymark.administrator.settings.$patch({ json: { serviceName: "Acme Cloud", emailNotification } }),
  );
});
beforeEach(() => mail.empty());
afterEach(async () => {
  mail.restoreResponses();
  await daymark.db.batch([
    daymark.db.prepare("DELETE FROM subscribers"),
    daymark.db.prepare("DELETE FROM messages"),
  ]);
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

test("a new incident is emailed to subscribers of all components and of its components", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const site = await makeComponent(daymark, { name: "Website" });
  await addSubscribers(daymark, [
    { emailAddress: "everything@example.org" },
    { emailAddress: "api@example.org", components: [api.componentID] },
    { emailAddress: "both@example.org", components: [api.componentID, site.componentID] },
    { emailAddress: "site@example.org", components: [site.componentID] },
    { emailAddress: "unconfirmed@example.org", state: "unconfirmed" },
    { emailAddress: "ended@example.org", state: "ended" },
  ]);
  const { incidentID } = await makeIncident(daymark, {
    name: "API is down",
    message: "We **look** into it.",
    components: [{ componentID: api.componentID, status: "Major Outage" }],
  });
  const mails = await mail.waitForMails(3);
  expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
    "api@example.org",
    "both@example.org",
    "everything@example.org",
  ]);
  const [first] = mails;
  expect(first).toMatchObject({
    subject: "[Acme Cloud] Investigating: API is down (API)",
    from: { name: "Acme Cloud", address: "status@example.org" },
  });
  expect(first?.text).toMatch(/^API is down\n\nInvestigating\n[\s\S]+ \* API: Major Outage\n/);
  expect(first?.text).toContain("We look into it.");
  expect(first?.text).toContain(`https://status.example.org/incidents/${incidentID}`);
  expect(first?.html).toContain("We <strong>look</strong> into it.");
});

test("each update sends an email, even those made on schedule, but edits and silent updates send none", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Database" });
  await addSubscribers(daymark, [{ emailAddress: "reader@example.org", components: [componentID] }]);
  const { maintenanceID } = await makeMaintenance(daymark, {
    name: "Moving house",
    components: [{ componentID, status: "Under Maintenance" }],
  });
  // Waits after each update, because updates at the same time are emailed in any order.
  await mail.waitForMails(1);
  await daymark.runCron("2030-01-01T10:00:00.000Z");
  await mail.waitForMails(2);
  const param = { maintenanceID };
  const maintenance = daymark.administrator.maintenances[":maintenanceID"];
  const { maintenanceUpdates } = await answer(
    maintenance.$patch({ param, json: { status: "Verifying", message: "Nearly there" } }),
  );
  await mail.waitForMails(3);
  const [newest] = maintenanceUpdates;
  await maintenance.maintenanceupdates[":maintenanceUpdateID"].$patch({
    param: { ...param, maintenanceUpdateID: newest?.maintenanceUpdateID ?? "" },
    json: { message: "Nearly done" },
  });
  await maintenance.$patch({ param, json: { name: "Moving again" } });
  await maintenance.$patch({ param, json: { message: "Not worth an email", notifySubscribers: false } });
  await daymark.runCron("2030-01-01T12:00:00.000Z");
  const mails = await mail.waitForMails(4);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "[Acme Cloud] Scheduled: Moving house (Database)",
    "[Acme Cloud] In Progress: Moving house (Database)",
    "[Acme Cloud] Verifying: Moving house (Database)",
    "[Acme Cloud] Completed: Moving again (Database)",
  ]);
  expect(mails.map(({ text }) => /Affect\w+\n\n \* (.+)/.exec(text ?? "")?.[1])).toEqual([
    "Database",
    "Database: Under Maintenance",
    "Database: Under Maintenance",
    "Database: Operational",
  ]);
});

test("subscribers of a component added later get the announcement, and everyone gets the newest message", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Search" });
  await addSubscribers(daymark, [
    { emailAddress: "everything@example.org" },
    { emailAddress: "search@example.org", components: [componentID] },
  ]);
  const { maintenanceID } = await makeMaintenance(daymark, {
    name: "New disks",
    message: "We change *disks*.",
  });
  await mail.waitForMails(1);
  const param = { maintenanceID };
  const change = (json: object) =>
    answer(daymark.administrator.maintenances[":maintenanceID"].$patch({ param, json }));
  await change({ message: "It takes an hour." });
  await mail.waitForMails(2);
  await mail.empty();
  await change({ components: [{ componentID, status: "Under Maintenance" }] });
  const textByAddress = Object.fromEntries(
    (await mail.waitForMails(2)).map(({ to, text }) => [to?.[0]?.address, text ?? ""]),
  );
  expect(textByAddress["everything@example.org"]).toMatch(
    /Scheduled maintenance update[\s\S]*Scheduled \w+ \d+, \d{4}[\s\S]*It takes an hour\./,
  );
  expect(textByAddress["everything@example.org"]).not.toContain("disks.");
  expect(textByAddress["search@example.org"]).toMatch(
    /New scheduled maintenance[\s\S]*It takes an hour\.[\s\S]*Scheduled \w+ \d+, \d{4}[\s\S]*We change disks\./,
  );
  await mail.empty();
  await change({ message: "All is ready." });
  for (const { text } of await mail.waitForMails(2)) {
    expect(text).toContain("Scheduled maintenance update");
    expect(text).toContain("All is ready.");
    expect(text).not.toContain("disks.");
  }
});

test("a first email about a resolved incident has the announcement and doesn't call the incident new", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Login" });
  await addSubscribers(daymark, [{ emailAddress: "login@example.org", components: [componentID] }]);
  const { incidentID } = await makeIncident(daymark, { name: "Slow", message: "Logins take long." });
  await answer(
    daymark.administrator.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: { status: "Resolved", components: [{ componentID, status: "Operational" }] },
    }),
  );
  const [only] = await mail.waitForMails(1);
  expect(only?.text).toMatch(/Incident update[\s\S]*Investigating \w+ \d+, \d{4}[\s\S]*Logins take long\./);
  expect(only?.text?.match(/Logins take long/g)).toHaveLength(1);
});
