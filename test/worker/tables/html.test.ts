import { HtmlValidate } from "html-validate/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  makeTeamChannel,
  publishPostmortem,
} from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { subscribers } from "../../support/factories/make-subscribers.ts";
import { tokenOf } from "../../support/factories/subscription-links.ts";
import { reads } from "../../support/readers/all-reads.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const standard = new HtmlValidate({ extends: ["html-validate:standard"] });
/** Mail programs ignore the styles that would replace these attributes. */
const withTableAttributes = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-deprecated-attr": "off" },
});

let mail: RecordedMail;
let daymark: Daymark;
let pages: Map<string, string>;
let ids: Record<string, string>;
beforeAll(async () => {
  mail = await startRecordedMail();
  daymark = await startDaymark({ vars: mail.vars });
  await answer(
    daymark.administrator.settings.$patch({
      json: {
        serviceName: "Acme",
        endpointsEnabled: true,
        emailNotification: { enable: true, sourceEmailAddress: "status@example.org" },
      },
    }),
  );
  await addSubscribers(daymark, [
    { emailAddress: "reader@example.org" },
    { emailAddress: "leser@example.org", language: "de" },
  ]);
  const { groupID } = await makeGroup(daymark, { name: "Data" });
  const { componentID } = await makeComponent(daymark, { name: "Search", description: "Finds", groupID });
  const down = { name: "Storage", description: "Keeps", status: "Major Outage" as const };
  const other = await makeComponent(daymark, down);
  const components = [
    { componentID, status: "Partial Outage" as const },
    { componentID: other.componentID, status: "Major Outage" as const },
  ];
  const message = "We **look** at `it`:\n\n- one\n- two\n\n[More](https://example.org)";
  const { incidentID } = await makeIncident(daymark, { name: "Slow", message, components });
  const param = { incidentID };
  await daymark.administrator.incidents[":incidentID"].$patch({
    param,
    json: { status: "Resolved", message },
  });
  await publishPostmortem(daymark, incidentID);
  await makeIncident(daymark, { name: "Still slow", message, components });
  const { maintenanceID } = await makeMaintenance(daymark, { name: "Move", message, components });
  await makeTeamChannel(daymark, { address: "team@example.org", failures: true });
  await makeProposal(daymark, { message, components });
  const { metricID } = await makeMetric(daymark, { status: "Visible", description: "How slow" });
  const { makeConfirmed, makeUnconfirmed } = subscribers(() => daymark);
  const subscriber = await makeConfirmed();
  await makeUnconfirmed({ language: "de" });
  await daymark.db.exec(
    "INSERT INTO failures (kind, subject_id, name, reason, at) VALUES ('channel', 'x', 'Slack', 'It is gone.', '')",
  );
  await daymark.runCron(new Date().toISOString());
  const token = tokenOf(subscriber);
  const subscriberID = subscriber.subscriber_id;
  ids = { groupID, componentID, incidentID, maintenanceID, metricID, subscriberID, token };
  pages = await readPages();
});
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

/** Reads every page, also those of errors, in English and German. */
async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const seen = new Set<string>();
  for (const [example] of [
    ...Object.values(reads).flat(),
    ["/?days=60"],
    ["/subscribe"],
    ["/subscribe/push"],
  ])
    for (const language of ["", "de"]) {
      const path = `${example}`.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
      const address = path + (language && `${path.includes("?") ? "&" : "?"}lang=${language}`);
      const response = await daymark.fetch(address, { headers: { Accept: "text/html" } });
      const html = await response.text();
      const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
      if (isPage && !seen.has(html)) pages.set(address, html);
      seen.add(html);
    }
  return pages;
}

async function problemsIn(html: string, validator = standard): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}

/** What the validator leaves out. */
function otherProblemsIn(html: string): string[] {
  const page = parseHTML(html);
  const addresses = [...page.querySelectorAll("[href], [src], [action]")].flatMap((element) =>
    ["href", "src", "action"].map((name) => element.getAttribute(name) ?? ""),
  );
  const terms = [...page.querySelectorAll("dl")].flatMap((list) => {
    const names = [...list.querySelectorAll(":scope > dt")].map((term) => term.textContent);
    return names.filter((name, index) => names.indexOf(name) < index);
  });
  return [
    ...addresses.filter((address) => /\s/.test(address)).map((address) => `address with a space: ${address}`),
    ...terms.map((name) => `repeated dt: ${name}`),
  ];
}

test("the HTML of every page is valid", async () => {
  const problems: Record<string, string[]> = {};
  for (const [address, html] of pages) {
    const found = [...(await problemsIn(html)), ...otherProblemsIn(html)];
    if (found.length > 0) problems[address] = found;
  }
  expect(pages.size).toBeGreaterThan(35);
  expect(problems).toEqual({});
});

const DIVIDERS = /^(H[1-6]|P|DIV|[UOD]L|LI|D[TD]|T[RHD]|TABLE|CAPTION|FORM|FIELDSET|HR|BLOCKQUOTE|PRE)$/;
const UNREAD = /^(SCRIPT|STYLE|TITLE|TEMPLATE|SELECT|svg)$/;

/** Text browsers know no style sheets. Some know no newer elements, and don't divide what is inside a `summary`. */
function joinedWords(root: Element): string[] {
  const joined: string[] = [];
  let before = "";
  const visit = (node: Node) => {
    const { nodeName, textContent } = node;
    if (node.nodeType === 3 && textContent) {
      if (/[\p{L}\p{N}%).]$/u.test(before) && /^[\p{L}\p{N}]/u.test(textContent))
        joined.push(before + textContent);
      before = textContent;
    }
    if (node.nodeType !== 1 || UNREAD.test(nodeName)) return;
    const divides = nodeName === "BR" || (DIVIDERS.test(nodeName) && node.parentNode?.nodeName !== "SUMMARY");
    if (divides) before = "";
    for (const child of node.childNodes) visit(child);
    if (divides) before = "";
  };
  visit(root);
  return joined;
}

test("no words run together where a browser has no styles", async () => {
  const joined: Record<string, string[]> = {};
  for (const [address, html] of pages) {
    const found = joinedWords(parseHTML(html).body);
    if (found.length > 0) joined[address] = found;
  }
  expect(joined).toEqual({});
});

test("the HTML of every email is valid, and its words don't run together", async () => {
  // A test email, four about notices in two languages, two about subscriptions, one about a failure and one about a proposal.
  const mails = await mail.waitForMails(13);
  const problems: Record<string, string[]> = {};
  for (const { subject, html = "" } of mails) {
    const found = [
      ...(await problemsIn(html, withTableAttributes)),
      ...otherProblemsIn(html),
      ...joinedWords(parseHTML(html).body),
    ];
    if (found.length > 0) problems[`${subject}`] = found;
  }
  expect(problems).toEqual({});
});
