import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { type Language, languageCodes, languages } from "../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import { formatList } from "../../../web/status/views/strips/figures.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { isolateDirection } from "../../support/factories/special-name.ts";
import { linkOf, unsubscribeLinkOf } from "../../support/factories/subscription-links.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { directionChangingName, findUnisolatedTexts } from "../../support/readers/text-direction.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org/" } });
});
beforeEach(async () => {
  await setServiceName("Acme Cloud");
  await mail.empty();
});
afterEach(() =>
  daymark.db.batch(
    ["subscribers", "messages", "components"].map((table) => daymark.db.prepare(`DELETE FROM ${table}`)),
  ),
);
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

function setServiceName(serviceName: string) {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  return answer(daymark.administrator.settings.$patch({ json: { serviceName, emailNotification } }));
}

async function waitForOneMail() {
  const [first] = await mail.waitForMails(1);
  if (!first) throw new Error("There is no mail.");
  return first;
}

const subscribe = (overrides: Partial<Parameters<typeof addSubscribers>[1][number]> = {}) =>
  addSubscribers(daymark, [{ emailAddress: "reader@example.org", ...overrides }]);

const reader = { subscriber_id: "to-reader@example.org", token_version: 1 };
const link = `https://status.example.org${linkOf(reader)}`;
const leaveLink = `https://status.example.org${unsubscribeLinkOf(reader)}`;

test("each email has one-click unsubscribe and is marked as auto-generated", async () => {
  await subscribe();
  await makeIncident(daymark);
  const { header, html, text } = await waitForOneMail();
  expect(header("List-Unsubscribe")).toBe(`<${leaveLink}>`);
  expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  expect(header("Auto-Submitted")).toBe("auto-generated");
  expect(text).toContain(`Change your subscription\n<${link}>\n\nUnsubscribe <${leaveLink}>`);
  const hrefs = [...parseHTML(html ?? "").querySelectorAll("a")].map((a) => a.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining([link, leaveLink]));
});

test("all emails about an incident form one thread, and emails about others don't join it", async () => {
  await subscribe();
  const { incidentID } = await makeIncident(daymark);
  const [first] = await mail.waitForMails(1);
  const param = { incidentID };
  await daymark.administrator.incidents[":incidentID"].$patch({ param, json: { status: "Resolved" } });
  await mail.waitForMails(2);
  await makeIncident(daymark, { name: "Another" });
  const [, second, other] = await mail.waitForMails(3);
  const root = `<incident.${incidentID}@status.example.org>`;
  // Amazon SES adds the domain of its region to the Message-ID.
  const firstID = `<${first?.serviceID}@us-west-2.amazonses.com>`;
  expect([first?.references, first?.inReplyTo]).toEqual([root, root]);
  expect([second?.references, second?.inReplyTo]).toEqual([`${root} ${firstID}`, firstID]);
  expect(other?.references).not.toContain(incidentID);
});

test.each([
  { description: "line breaks", name: "Down\nBcc: all@example.org\n\n<b>" },
  { description: "an emoji", name: "Down 🔥 again 👩‍🚒" },
  { description: "writing from right to left", name: "تعطلت الخدمة \u202e gnp.exe" },
  {
    description: "what headers and HTML treat specially",
    name: `=?UTF-8?Q?x?= "quoted" <a@b.example>, & \\ ' $& $1`,
  },
  { description: "200 letters of another alphabet", name: "Ж".repeat(200) },
])(
  "a name with $description stays in one subject and one sender, and is text in the email",
  async ({ name }) => {
    await subscribe();
    const { componentID } = await makeComponent(daymark, { name });
    await setServiceName(name);
    await mail.empty();
    await makeIncident(daymark, {
      name,
      message: `${name}\n<script>alert(1)</script>`,
      components: [{ componentID, status: "Major Outage" }],
    });
    const email = await waitForOneMail();
    const oneLine = name.replace(/\s+/g, " ");
    // A name that can change the text direction is put into Unicode isolates.
    const line = name.includes("\u202e") ? isolateDirection(oneLine) : oneLine;
    expect(email.subject).toBe(`[${line}] Investigating: ${line} (${line})`);
    expect(email.from).toEqual({ name: line, address: "status@example.org" });
    expect([email.to, email.cc, email.bcc]).toEqual([
      [{ name: "", address: "reader@example.org" }],
      undefined,
      undefined,
    ]);
    const page = parseHTML(email.html ?? "");
    expect(page.querySelector("h1")?.textContent).toBe(name);
    expect(page.querySelector("script")).toBeNull();
    expect(page.querySelector(".message")?.textContent).toContain("<script>alert(1)</script>");
  },
);

test.for(["en", "ar"] as const)(
  "in emails in %s a name can't change the direction of other text",
  async (language) => {
    const { componentID } = await makeComponent(daymark, { name: directionChangingName });
    const components = [{ componentID, status: "Major Outage" as const }];
    await setServiceName(directionChangingName);
    await mail.empty();
    await subscribe({ language });
    const emailAddress = `another-${language}@example.org`;
    await answer(daymark.visitor.subscribers.subscribe.$post({ json: { emailAddress, language } }));
    await mail.waitForMails(1);
    await makeIncident(daymark, { name: directionChangingName, message: directionChangingName, components });
    const mails = await mail.waitForMails(2);
    for (const { subject, text, html } of mails)
      expect([subject, text, html].flatMap((part) => findUnisolatedTexts(part ?? ""))).toEqual([]);
  },
);

test("times, even those of a maintenance, are in the subscriber's time zone alone", async () => {
  await subscribe({ timeZone: "America/New_York" });
  await makeMaintenance(daymark, {
    startAt: "2030-01-01T23:00:00.000Z",
    endAt: "2030-01-02T01:00:00.000Z",
    createdAt: "2026-07-01T12:00:00.000Z",
  });
  const { text } = await waitForOneMail();
  expect(text).toContain("Jan 01, 18:00 - Jan 01, 20:00 (EST)");
  expect(text).toContain("Jul 01, 2026 - 08:00 (EDT)");
  expect(text).not.toContain("UTC");
});

test("an email shows the title, then the status, then each component in a row, then the message", async () => {
  await subscribe();
  const components = [];
  for (const [name, status] of [
    ["API", "Major Outage"],
    ["Website", "Degraded Performance"],
  ] as const)
    components.push({ componentID: (await makeComponent(daymark, { name })).componentID, status });
  await makeIncident(daymark, { name: "Lights out", message: "We look for the switch.", components });
  const { html, text } = await waitForOneMail();
  const card = parseHTML(html ?? "").querySelector(".card");
  expect(
    [...(card?.querySelectorAll("h1, span, li, .message") ?? [])].map((part) => part.textContent?.trim()),
  ).toEqual([
    "Lights out",
    "Investigating",
    "■ API: Major Outage",
    "■",
    "▲ Website: Degraded Performance",
    "▲",
    "We look for the switch.",
  ]);
  expect(text).toMatch(
    /^Lights out\n+Investigating\n+New incident\n+Posted .+ \(UTC\)\n+Affects\n+ \* API: Major Outage\n \* Website: Degraded Performance\n+We look for the switch\./,
  );
});

test("Markdown is the same HTML as on the page, and readable plain text", async () => {
  await subscribe();
  const message = "We **know** why:\n\n- a disk\n- [a log](https://example.org/log)\n\n`rm -rf` & <b>";
  const { incidentID } = await makeIncident(daymark, { message });
  const { html, text } = await waitForOneMail();
  const page = parseHTML(await (await daymark.fetch(`/incidents/${incidentID}`)).text());
  const inMail = parseHTML(html ?? "").querySelector(".message")?.innerHTML;
  expect(inMail).toBe(page.querySelector(".message")?.innerHTML);
  expect(text).toContain("We know why:");
  expect(text).toMatch(/ \* a disk\n \* a log <https:\/\/example\.org\/log>/);
  expect(text).toContain("rm -rf & <b>");
});

test.each(languageCodes)("a subscriber whose language is %s gets the email in it", async (language) => {
  await subscribe({ language });
  const componentIDs = [];
  for (const name of ["API", "Web", "Mail", "Files", "Search"])
    componentIDs.push((await makeComponent(daymark, { name })).componentID);
  const components = componentIDs.map((componentID) => ({ componentID, status: "Partial Outage" as const }));
  const { incidentID } = await makeIncident(daymark, { name: "Untranslated name", components });
  const { subject, html, text } = await waitForOneMail();
  const { Investigating, "Partial Outage": partialOutage } = textsOf(language).states;
  const { manageLink, reason, moreComponents } = mailTextsOf(language);
  expect(subject).toContain(`${Investigating}`);
  expect(subject).toMatch(/Untranslated name \(API.+Web.+Mail.+\)$/);
  expect(subject).toContain((moreComponents.two ?? moreComponents.other).replace("{count}", "2"));
  expect(text?.split("\n")[2]).toBe(Investigating);
  const page = parseHTML(html ?? "");
  const rows = [...page.querySelectorAll("li")];
  expect(rows).toHaveLength(components.length);
  for (const row of rows) expect(row.textContent).toContain(partialOutage);
  expect(page.documentElement.getAttribute("lang")).toBe(language);
  expect(page.documentElement.getAttribute("dir")).toBe(languages[language].dir);
  expect(page.body.textContent).toContain(reason.replace("{service}", "Acme Cloud"));
  const query = language === "en" ? "" : `?lang=${language}`;
  const links = [...page.querySelectorAll("a")].map((a) => [a.textContent, a.getAttribute("href")]);
  expect(links).toContainEqual([manageLink, link + query]);
  expect(links).toContainEqual([textsOf(language).subscribe.unsubscribe, leaveLink + query]);
  expect(links.map(([, href]) => href)).toContain(
    `https://status.example.org/incidents/${incidentID}${query}`,
  );
});

test.each(languageCodes)(
  "a new maintenance's email in %s names the components that it will affect",
  async (language) => {
    await subscribe({ language });
    const components = [];
    for (const name of ["API", "Dashboard"])
      components.push({
        componentID: (await makeComponent(daymark, { name })).componentID,
        status: "Major Outage" as const,
      });
    await makeMaintenance(daymark, { message: "We move.", components });
    const { subject, html, text } = await waitForOneMail();
    const both = formatList(["API", "Dashboard"], language);
    const { affectsComponents, states } = textsOf(language);
    expect(subject).toContain(`(${both})`);
    const page = parseHTML(html ?? "");
    expect([...page.querySelectorAll("li")].map((row) => row.textContent)).toEqual(["API", "Dashboard"]);
    expect([...page.querySelectorAll("p")].map((line) => line.textContent)).toContain(affectsComponents);
    // It is a plan, so no status of a component is named.
    expect(`${html}${text}`).not.toContain(states["Major Outage"]);
    expect((await answer(daymark.visitor.components.$get())).map(({ status }) => status)).toEqual([
      "Operational",
      "Operational",
    ]);
  },
);

test("every language has all mail texts of English, with the same placeholders", () => {
  const placeholders = (language: Language) =>
    Object.entries(flatten(mailTextsOf(language)))
      .map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort().join()])
      .filter(([key = ""]) => !/^moreComponents\.(?!other)/.test(key))
      .sort();
  for (const language of languageCodes)
    expect([language, placeholders(language)]).toEqual([language, placeholders("en")]);
});

function flatten(texts: object, prefix = ""): Record<string, string> {
  const entries = Object.entries(texts).map(([key, value]) =>
    typeof value === "string" ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
  );
  return Object.assign({}, ...entries);
}

test("an email contains no other subscriber's address or link", async () => {
  await addSubscribers(daymark, [{ emailAddress: "one@example.org" }, { emailAddress: "two@example.org" }]);
  await makeIncident(daymark);
  const [one, two] = await mail.waitForMails(2);
  const privateDataOf = (emailAddress: string) => {
    const subscriber = { subscriber_id: `to-${emailAddress}`, token_version: 1 };
    return new RegExp([emailAddress, linkOf(subscriber), unsubscribeLinkOf(subscriber)].join("|"));
  };
  expect(JSON.stringify(one)).not.toMatch(privateDataOf("two@example.org"));
  expect(JSON.stringify(two)).not.toMatch(privateDataOf("one@example.org"));
});

test("an email about new times of a maintenance has both, and comes only if it is asked for", async () => {
  await subscribe({ timeZone: "Europe/Berlin", language: "de" });
  const window = { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" };
  const { maintenanceID } = await makeMaintenance(daymark, {
    ...window,
    name: "Moving house",
    message: "All is packed.",
    notifySubscribers: false,
  });
  const change = (json: Parameters<typeof patch>[0]["json"]) => patch({ param: { maintenanceID }, json });
  const patch = daymark.administrator.maintenances[":maintenanceID"].$patch;
  await answer(change({ startAt: "2030-01-01T11:00:00.000Z" }));
  await answer(change({ name: "Moving a house", tellNewTime: true }));
  await answer(
    change({ startAt: "2030-01-02T13:00:00.000Z", endAt: "2030-01-02T14:00:00.000Z", tellNewTime: true }),
  );
  const { subject, text } = await waitForOneMail();
  expect(subject).toBe("[Acme Cloud] Neuer Termin: Moving a house");
  expect(text).toContain("Geplant: 2. Jan., 14:00 – 2. Jan., 15:00 (MEZ)");
  expect(text).toContain("Bisher: 1. Jan., 12:00 – 1. Jan., 13:00 (MEZ)");
  expect(text).toContain("All is packed.");
  await answer(change({ status: "Completed" }));
  await answer(change({ endAt: "2030-01-02T15:00:00.000Z", tellNewTime: true }));
  expect((await mail.waitForMails(2)).map((each) => each.subject)).toEqual([subject, expect.any(String)]);
});
