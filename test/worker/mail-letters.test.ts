import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Language, languageCodes, languages } from "../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../web/status/texts/mail/texts.ts";
import { textsOf } from "../../web/status/texts/texts.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../support/factories.ts";
import { document } from "../support/html.ts";
import { startWatchedMail, type WatchedMail } from "../support/mail.ts";
import { isolated } from "../support/special.ts";
import { addSubscribers } from "../support/subscribers.ts";
import { leaveLinkOf, linkOf } from "../support/subscription-links.ts";
import { turned, turningName } from "../support/turning-name.ts";

let mail: WatchedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startWatchedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org/" } });
});
beforeEach(async () => {
  await call("Acme Cloud");
  await mail.empty();
});
afterEach(() =>
  daymark.db.batch(
    ["subscribers", "mail_messages", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`)),
  ),
);
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

function call(serviceName: string) {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  return answer(daymark.administrator.settings.$patch({ json: { serviceName, emailNotification } }));
}

/** The mails that have come, once there are so many. */
async function mailsOnce(count: number) {
  await expect.poll(async () => (await mail.recipients()).length).toBe(count);
  return mail.mails();
}

async function onlyMail() {
  const [only] = await mailsOnce(1);
  if (!only) throw new Error("There is no mail.");
  return only;
}

const subscribe = (overrides: Partial<Parameters<typeof addSubscribers>[1][number]> = {}) =>
  addSubscribers(daymark, [{ emailAddress: "reader@example.org", ...overrides }]);

const reader = { subscriber_id: "to-reader@example.org", token_version: 1 };
const link = `https://status.example.org${linkOf(reader)}`;
const leaveLink = `https://status.example.org${leaveLinkOf(reader)}`;

test("each mail has one-click unsubscribe and says that it is generated", async () => {
  await subscribe();
  await makeIncident(daymark);
  const { header, html, text } = await onlyMail();
  expect(header("List-Unsubscribe")).toBe(`<${leaveLink}>`);
  expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(header("Auto-Submitted")).toBe("auto-generated");
  expect(text).toContain(`Change your subscription\n<${link}>\n\nUnsubscribe <${leaveLink}>`);
  const hrefs = [...document(html ?? "").querySelectorAll("a")].map((a) => a.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining([link, leaveLink]));
});

test("all mails about an incident are one thread, without mails about another", async () => {
  await subscribe();
  const { incidentID } = await makeIncident(daymark);
  const [first] = await mailsOnce(1);
  const param = { incidentID };
  await daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status: "Resolved" } });
  await mailsOnce(2);
  await makeIncident(daymark, { name: "Another" });
  const [, second, other] = await mailsOnce(3);
  const root = `<incident.${incidentID}@status.example.org>`;
  // As the service names a mail of that region in its Message-ID.
  const firstID = `<${first?.serviceID}@us-west-2.amazonses.com>`;
  expect([first?.references, first?.inReplyTo]).toEqual([root, root]);
  expect([second?.references, second?.inReplyTo]).toEqual([`${root} ${firstID}`, firstID]);
  expect(other?.references).not.toContain(incidentID);
});

const names = [
  { what: "line breaks", name: "Down\nBcc: all@example.org\n\n<b>" },
  { what: "an emoji", name: "Down 🔥 again 👩‍🚒" },
  { what: "writing from right to left", name: "تعطلت الخدمة \u202e gnp.exe" },
  {
    what: "what headers and HTML treat specially",
    name: `=?UTF-8?Q?x?= "quoted" <a@b.example>, & \\ ' $& $1`,
  },
  { what: "200 letters of another alphabet", name: "Ж".repeat(200) },
];
for (const { what, name } of names) {
  test(`a name with ${what} is one subject, one sender, and text in the mail`, async () => {
    await subscribe();
    const { componentID } = await makeComponent(daymark, { name });
    await call(name);
    await mail.empty();
    await makeIncident(daymark, {
      name,
      message: `${name}\n<script>alert(1)</script>`,
      components: [{ componentID, status: "Major Outage" }],
    });
    const parsed = await onlyMail();
    const oneLine = name.replace(/\s+/g, " ");
    // What turns the direction of text would turn the words behind it, too.
    const line = name.includes("\u202e") ? isolated(oneLine) : oneLine;
    expect(parsed.subject).toBe(`[${line}] Investigating: ${line} (${line})`);
    expect(parsed.from).toEqual({ name: line, address: "status@example.org" });
    expect([parsed.to, parsed.cc, parsed.bcc]).toEqual([
      [{ name: "", address: "reader@example.org" }],
      undefined,
      undefined,
    ]);
    const page = document(parsed.html ?? "");
    expect(page.querySelector("h1")?.textContent).toBe(name);
    expect(page.querySelector("script")).toBeNull();
    expect(page.querySelector(".message")?.textContent).toContain("<script>alert(1)</script>");
  });
}

test.for(["en", "ar"] as const)("a name turns nothing but itself in mails in %s", async (language) => {
  const { componentID } = await makeComponent(daymark, { name: turningName });
  const components = [{ componentID, status: "Major Outage" as const }];
  await call(turningName);
  await mail.empty();
  await subscribe({ language });
  const emailAddress = `another-${language}@example.org`;
  await answer(daymark.visitor.subscribers.subscribe.$post({ json: { emailAddress, language } }));
  await mailsOnce(1);
  await makeIncident(daymark, { name: turningName, message: turningName, components });
  const mails = await mailsOnce(2);
  for (const { subject, text, html } of mails)
    expect([subject, text, html].flatMap((part) => turned(part ?? ""))).toEqual([]);
});

test("times are in UTC and in the reader's zone, a maintenance's window too", async () => {
  await subscribe({ timeZone: "America/New_York" });
  await makeMaintenance(daymark, {
    startAt: "2030-01-01T23:00:00.000Z",
    endAt: "2030-01-02T01:00:00.000Z",
    createdAt: "2026-07-01T12:00:00.000Z",
  });
  const { text } = await onlyMail();
  expect(text).toContain("Jan 01, 23:00 - Jan 02, 01:00 (UTC)");
  expect(text).toContain("Jan 01, 18:00 - Jan 01, 20:00 (EST)");
  expect(text).toContain("Jul 01, 2026 - 12:00 (UTC)");
  expect(text).toContain("Jul 01, 2026 - 08:00 (EDT)");
});

test("Markdown looks like on the page in HTML and is readable in plain text", async () => {
  await subscribe();
  const message = "We **know** why:\n\n- a disk\n- [a log](https://example.org/log)\n\n`rm -rf` & <b>";
  const { incidentID } = await makeIncident(daymark, { message });
  const { html, text } = await onlyMail();
  const page = document(await (await daymark.fetch(`/incidents/${incidentID}`)).text());
  const inMail = document(html ?? "").querySelector(".message")?.innerHTML;
  expect(inMail).toBe(page.querySelector(".message")?.innerHTML);
  expect(text).toContain("We know why:");
  expect(text).toMatch(/ \* a disk\n \* a log <https:\/\/example\.org\/log>/);
  expect(text).toContain("rm -rf & <b>");
});

for (const language of languageCodes) {
  test(`somebody who subscribed in ${languages[language].name} gets the mail in it`, async () => {
    await subscribe({ language });
    const ids = [];
    for (const name of ["API", "Web", "Mail", "Files", "Search"])
      ids.push((await makeComponent(daymark, { name })).componentID);
    const components = ids.map((componentID) => ({ componentID, status: "Partial Outage" as const }));
    const { incidentID } = await makeIncident(daymark, { name: "As it was written", components });
    const { subject, html, text } = await onlyMail();
    const { Investigating, "Partial Outage": partly } = textsOf(language).states;
    const { manage, why, more } = mailTextsOf(language);
    expect(subject).toContain(`${Investigating}`);
    expect(subject).toMatch(/As it was written \(API.+Web.+Mail.+\)$/);
    expect(subject).toContain((more.two ?? more.other).replace("{count}", "2"));
    expect(text?.split("\n")[0]).toContain(`${Investigating}`);
    const page = document(html ?? "");
    expect(page.querySelector("p")?.textContent).toContain(partly);
    expect(page.documentElement.getAttribute("lang")).toBe(language);
    expect(page.documentElement.getAttribute("dir")).toBe(languages[language].dir);
    expect(page.body.textContent).toContain(why.replace("{service}", "Acme Cloud"));
    const query = language === "en" ? "" : `?lang=${language}`;
    const hrefs = [...page.querySelectorAll("a")].map((a) => [a.textContent, a.getAttribute("href")]);
    expect(hrefs).toContainEqual([manage, link + query]);
    expect(hrefs).toContainEqual([textsOf(language).subscribe.unsubscribe, leaveLink + query]);
    expect(hrefs.map(([, href]) => href)).toContain(
      `https://status.example.org/incidents/${incidentID}${query}`,
    );
  });
}

test("every language has every English mail text, with the same placeholders", () => {
  const shape = (language: Language) =>
    Object.entries(flat(mailTextsOf(language)))
      .map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort().join()])
      .filter(([key = ""]) => !/^more\.(?!other)/.test(key))
      .sort();
  for (const language of languageCodes) expect([language, shape(language)]).toEqual([language, shape("en")]);
});

function flat(texts: object, before = ""): Record<string, string> {
  const entries = Object.entries(texts).map(([key, value]) =>
    typeof value === "string" ? { [before + key]: value } : flat(value, `${before}${key}.`),
  );
  return Object.assign({}, ...entries);
}

test("a mail has no other subscriber's address or link", async () => {
  await addSubscribers(daymark, [{ emailAddress: "one@example.org" }, { emailAddress: "two@example.org" }]);
  await makeIncident(daymark);
  const [one, two] = await mailsOnce(2);
  const ofNobodyElse = (emailAddress: string) => {
    const other = { subscriber_id: `to-${emailAddress}`, token_version: 1 };
    return new RegExp([emailAddress, linkOf(other), leaveLinkOf(other)].join("|"));
  };
  expect(JSON.stringify(one)).not.toMatch(ofNobodyElse("two@example.org"));
  expect(JSON.stringify(two)).not.toMatch(ofNobodyElse("one@example.org"));
});
