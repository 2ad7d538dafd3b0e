import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { mailTextsOf } from "../../../web/status/texts/mail/texts.ts";
import type { IncidentChange, NewIncident } from "../../../worker/notices/incident/schema.ts";
import type { PostmortemChange } from "../../../worker/notices/postmortem/schema.ts";
import { makeApiKey, makeComponent, makeIncident } from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { type RecordedMail, startRecordedMail } from "../../support/readers/mail.ts";
import { readDeliveries } from "../../support/readers/mail-deliveries.ts";
import { publicAddresses } from "../../support/readers/public-addresses.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// The write-up of an incident that is over.

let mail: RecordedMail;
let daymark: Daymark;
beforeAll(async () => {
  mail = await startRecordedMail();
  const vars = { ...mail.vars, STATUS_PAGE_URL: "https://status.example.org" };
  daymark = await startDaymark({ vars });
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme", emailNotification } }));
});
beforeEach(() => mail.empty());
afterAll(async () => {
  await daymark?.stop();
  await mail?.stop();
});

const item = () => daymark.administrator.incidents[":incidentID"];
const change = (incidentID: string, json: IncidentChange) =>
  answer(item().$patch({ param: { incidentID }, json: { notifySubscribers: false, ...json } }));
const save = (incidentID: string, json: PostmortemChange) =>
  item().postmortem.$patch({ param: { incidentID }, json });
const publish = (incidentID: string, json: PostmortemChange = {}) =>
  answer(save(incidentID, { body: "## Root cause\n\nA **full** disk.", state: "Published", ...json }));

async function makeResolved(overrides: Partial<NewIncident> = {}): Promise<string> {
  const { incidentID } = await makeIncident(daymark, { notifySubscribers: false, ...overrides });
  await change(incidentID, { status: "Resolved", message: "It works again." });
  return incidentID;
}

async function readPage(path: string, headers: Record<string, string> = {}) {
  const response = await daymark.fetch(path, { headers });
  return { status: response.status, document: parseHTML(await response.text()) };
}
const textAt = async (path: string) => (await daymark.fetch(path)).text();

test("a draft reaches no visitor", async () => {
  const { componentID } = await makeComponent(daymark);
  const incidentID = await makeResolved({ components: [{ componentID, status: "Partial Outage" }] });
  const draft = await answer(save(incidentID, { body: "Draft of confidential words" }));
  expect(draft).toMatchObject({ incidentID, state: "Draft", publishedAt: null, notifiedAt: null });
  for (const path of [`/incidents/${incidentID}/postmortem`, `/incidents/${incidentID}/postmortem.md`])
    expect((await daymark.fetch(path)).status).toBe(404);
  const months = [new Date().toISOString().slice(0, 7)];
  const ids = { components: [componentID], incidents: [incidentID], maintenances: [], metrics: [], months };
  for (const path of publicAddresses(ids)) {
    const text = await textAt(path);
    expect(text).not.toContain("confidential");
    if (!/openapi|docs/.test(path)) expect(text).not.toContain("/postmortem");
  }
  expect((await daymark.fetch(`/api/incidents/${incidentID}/postmortem`)).status).toBe(401);
  expect((await daymark.fetch(`/api/incidents/${incidentID}/postmortem/outline`)).status).toBe(401);
});

test("the overview names the incidents whose write-up is a draft, and only administrators read it", async () => {
  const drafts = async () => (await answer(daymark.administrator.overview.$get())).postmortemDrafts;
  const [first, second] = [await makeResolved(), await makeResolved()];
  await answer(save(first, { body: "Draft" }));
  await answer(save(second, { body: "Draft" }));
  expect((await drafts()).slice(0, 2)).toEqual([second, first]);
  await publish(second);
  expect((await drafts())[0]).toBe(first);
  expect(await drafts()).not.toContain(second);
  await answer(save(second, { state: "Draft" }));
  expect((await drafts()).slice(0, 2)).toEqual([second, first]);
  expect((await daymark.fetch("/api/overview")).status).toBe(401);
});

test("a published write-up has a page and a Markdown version, and the incident links to it", async () => {
  const incidentID = await makeResolved({ name: "Sign-in is slow" });
  const path = `/incidents/${incidentID}/postmortem`;
  const saved = await publish(incidentID);
  expect(saved.publishedAt).toBe(saved.updatedAt);
  const { status, document } = await readPage(path);
  expect([status, document.title]).toEqual([200, "Write-up: Sign-in is slow - Acme Status"]);
  expect(textOf(document.querySelector("main h1"))).toBe("Sign-in is slow");
  expect(textOf(document.querySelector("main .message h2"))).toBe("Root cause");
  expect(document.querySelector("main .message strong")?.textContent).toBe("full");
  const facts = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
  expect(facts).toMatchObject({
    "@type": "Article",
    url: `https://status.example.org${path}`,
    headline: "Sign-in is slow",
    datePublished: saved.publishedAt,
  });
  const markdown = document.querySelector('link[type="text/markdown"]')?.getAttribute("href");
  expect(markdown).toBe(`${path}.md`);
  expect(await textAt(`${path}.md`)).toContain("# Write-up: Sign-in is slow\n");
  expect(await textAt(`${path}.md`)).toContain("\n## Root cause\n\nA **full** disk.\n");
  for (const page of ["/", "/history", `/incidents/${incidentID}`]) {
    const link = (await readPage(page)).document.querySelector(`main a[href="${path}"]`);
    expect(link?.textContent).toBe("Read the write-up");
  }
  expect(await textAt(`/incidents/${incidentID}.md`)).toContain(`${path}.md`);
  expect(await textAt("/sitemap.xml")).toContain(`https://status.example.org${path}<`);
  const incident = await answer(daymark.visitor.incidents[":incidentID"].$get({ param: { incidentID } }));
  expect(incident.postmortemPublishedAt).toBe(saved.publishedAt);
});

test.each(languageCodes)("the page of a write-up and the link to it are in %s", async (language) => {
  const incidentID = await makeResolved();
  await publish(incidentID);
  const path = `/incidents/${incidentID}/postmortem${language === "en" ? "" : `?lang=${language}`}`;
  const { document } = await readPage(path);
  expect(textOf(document.querySelector(".kind"))).toBe(textsOf(language).postmortemKind);
  expect(textOf(document.querySelector(".back"))).toBe(textsOf(language).incidentLink);
});

test("HTML, images and other schemes in a write-up are text", async () => {
  const incidentID = await makeResolved();
  const body =
    "# <img src=x>\n\n<script>alert(1)</script> ![](https://x.example/a.png) [no](javascript:alert(1))";
  await publish(incidentID, { body });
  const { document } = await readPage(`/incidents/${incidentID}/postmortem`);
  const message = document.querySelector("main .message");
  expect(message?.querySelector("script, img")).toBeNull();
  expect(message?.querySelector('a[href^="javascript"]')).toBeNull();
  expect(message?.textContent).toContain("<script>alert(1)</script>");
});

test.each(["unpublishing", "deleting", "deleting the incident"])(
  "%s removes the page, also while D1 is down",
  async (action) => {
    const incidentID = await makeResolved();
    await publish(incidentID);
    const path = `/incidents/${incidentID}/postmortem`;
    expect((await readPage(path)).status).toBe(200);
    await expect.poll(() => daymark.files.get(`snapshots${path}`)).not.toBeNull();
    const headers = { Authorization: await daymark.token() };
    if (action === "unpublishing") {
      const draft = await answer(save(incidentID, { state: "Draft" }));
      expect(draft).toMatchObject({
        state: "Draft",
        publishedAt: null,
        body: expect.stringContaining("disk"),
      });
    } else {
      const address = `/api/incidents/${incidentID}${action === "deleting" ? "/postmortem" : ""}`;
      expect((await daymark.fetch(address, { method: "DELETE", headers })).status).toBe(204);
    }
    await expect.poll(async () => (await readPage(path)).status).toBe(404);
    expect(await textAt("/")).not.toContain(path);
    expect(await daymark.files.get(`snapshots${path}`)).toBeNull();
    const duringOutage = await readPage(path, { "x-test-break-d1": "all" });
    expect(textOf(duringOutage.document.querySelector("main"))).not.toContain("disk");
  },
);

test("an open incident gets no write-up, and reopening keeps what there is", async () => {
  const { incidentID } = await makeIncident(daymark);
  const refused = await save(incidentID, { body: "Too early" });
  expect(refused.status).toBe(409);
  await change(incidentID, { status: "Resolved" });
  await publish(incidentID);
  await change(incidentID, { status: "Investigating" });
  expect((await readPage(`/incidents/${incidentID}/postmortem`)).status).toBe(200);
  expect((await save(incidentID, { body: "While it is open" })).status).toBe(409);
  expect((await save(incidentID, { state: "Draft" })).status).toBe(200);
  expect((await readPage(`/incidents/${incidentID}/postmortem`)).status).toBe(404);
});

test.each([
  ["an empty change", {}, "Nothing to change: send at least one of body, state."],
  ["publishing nothing", { state: "Published" }, "Write something before you publish it."],
  [
    "email about a draft",
    { body: "x", notifySubscribers: true },
    "notifySubscribers is allowed only with the state Published.",
  ],
  ["a body that is too long", { body: "x".repeat(50_001) }, "Body can be 50,000 characters at most."],
  ["an unknown state", { state: "published" }, "State must be one of: Draft, Published."],
] as const)("%s is refused, and nothing is stored", async (_, json, errorMessage) => {
  const incidentID = await makeResolved();
  const refused = await save(incidentID, json as PostmortemChange);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ errorMessage });
  expect((await item().postmortem.$get({ param: { incidentID } })).status).toBe(404);
});

test("a change based on an older version is refused", async () => {
  const incidentID = await makeResolved();
  const address = `/api/incidents/${incidentID}/postmortem`;
  const send = async (method: string, ifMatch: string, body?: object) =>
    daymark.fetch(address, {
      method,
      body: body ? JSON.stringify(body) : null,
      headers: { Authorization: await daymark.token(), "If-Match": ifMatch },
    });
  const first = await save(incidentID, { body: "First" });
  const etag = first.headers.get("ETag") ?? "";
  expect((await send("PATCH", etag, { body: "Second" })).status).toBe(200);
  for (const method of ["PATCH", "DELETE"]) {
    const refused = await send(method, etag, method === "PATCH" ? { body: "Third" } : undefined);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ current: { body: "Second" } });
  }
  const headers = { Authorization: await daymark.token() };
  expect(await (await daymark.fetch(address, { headers })).json()).toMatchObject({ body: "Second" });
});

test("a first version is refused if someone else wrote one meanwhile, and it doesn't replace theirs", async () => {
  const incidentID = await makeResolved();
  const create = async (body: string) =>
    daymark.fetch(`/api/incidents/${incidentID}/postmortem`, {
      method: "PATCH",
      body: JSON.stringify({ body }),
      headers: { Authorization: await daymark.token(), "If-None-Match": "*" },
    });
  const responses = await Promise.all([create("Mine"), create("Theirs")]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const stored = await answer(item().postmortem.$get({ param: { incidentID } }));
  const refused = await create("Third");
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ current: stored })]);
  expect(await answer(item().postmortem.$get({ param: { incidentID } }))).toEqual(stored);
});

test("of two simultaneous changes, neither is lost", async () => {
  const incidentID = await makeResolved();
  await answer(save(incidentID, { body: "Draft" }));
  await Promise.all([
    answer(save(incidentID, { body: "Text" })),
    answer(save(incidentID, { state: "Published" })),
  ]);
  const stored = await answer(item().postmortem.$get({ param: { incidentID } }));
  expect(stored).toMatchObject({ body: "Text", state: "Published" });
});

test("the outline has the duration, the timeline, and each component's minutes in each status", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API_v2" });
  const fine = await makeComponent(daymark, { name: "Site" });
  const [start, worse, end] = ["10:00", "10:20", "11:05"].map((time) => `2026-11-10T${time}:00.000Z`);
  await daymark.db.prepare("UPDATE components SET created_at = '2026-01-01T00:00:00.000Z'").run();
  const incidentID = await makeResolved({
    name: "API is slow",
    message: "We are\nlooking into it.",
    components: [
      { componentID, status: "Partial Outage" },
      { componentID: fine.componentID, status: "Operational" },
    ],
  });
  const set = (sql: string, ...values: (string | undefined)[]) => daymark.db.prepare(sql).bind(...values);
  await daymark.db.batch([
    set("DELETE FROM status_changes WHERE component_id = ?", componentID),
    ...[
      ["Partial Outage", start],
      ["Major Outage", worse],
      ["Operational", end],
    ].map(([status, at]) =>
      set(
        "INSERT INTO status_changes (component_id, status, at, cause) VALUES (?, ?, ?, 'administrator')",
        ...[componentID, status, at],
      ),
    ),
    set("UPDATE notices SET created_at = ? WHERE notice_id = ?", start, incidentID),
    set(
      "UPDATE notice_updates SET created_at = iif(status = 'Resolved', ?, ?) WHERE notice_id = ?",
      ...[end, start, incidentID],
    ),
  ]);
  const outline = item().postmortem.outline.$get({ param: { incidentID } });
  expect((await answer(outline)).body).toBe(`## Summary

API is slow lasted 1 hour, 5 minutes, from Nov 10, 2026 - 10:00 (UTC) to Nov 10, 2026 - 11:05 (UTC).

## Timeline

- Nov 10, 2026 - 10:00 (UTC) **Investigating**: We are looking into it.
- Nov 10, 2026 - 11:05 (UTC) **Resolved**: It works again.

## Impact

- API\\_v2: Major Outage for 45 minutes, Partial Outage for 20 minutes
- Site: Operational throughout

## Root cause

## What we'll do`);
});

test("the v2 API has a published write-up only while the incident is resolved", async () => {
  const incidentID = await makeResolved();
  const read = async () => {
    const response = await daymark.fetch("/api/v2/incidents.json");
    const { incidents } = (await response.json()) as { incidents: { id: string }[] };
    return incidents.find(({ id }) => id === incidentID);
  };
  const none = {
    postmortem_body: null,
    postmortem_body_last_updated_at: null,
    postmortem_published_at: null,
    postmortem_notified_subscribers: false,
  };
  await answer(save(incidentID, { body: "Confidential" }));
  expect(await read()).toMatchObject({ status: "resolved", ...none });
  const { publishedAt, updatedAt } = await publish(incidentID, { body: "## Why\n\n<b>Disk</b>" });
  expect(await read()).toMatchObject({
    status: "postmortem",
    updated_at: updatedAt,
    postmortem_ignored: false,
    postmortem_body: "## Why\n\n\\<b>Disk\\</b>",
    postmortem_published_at: publishedAt,
    postmortem_body_last_updated_at: updatedAt,
    postmortem_notified_subscribers: false,
    incident_updates: [{ status: "postmortem" }, { status: "resolved" }, { status: "investigating" }],
  });
  await change(incidentID, { status: "Investigating" });
  expect(await read()).toMatchObject({ status: "investigating", ...none });
});

test("a published write-up is an entry of its own in every feed, and keeps its ID when it is changed", async () => {
  const { componentID } = await makeComponent(daymark);
  const incidentID = await makeResolved({
    name: "In feeds",
    components: [{ componentID, status: "Major Outage" }],
  });
  const url = `https://status.example.org/incidents/${incidentID}/postmortem`;
  const readItems = async (parent: string) => {
    const response = await daymark.fetch(`${parent}/history.json`);
    return ((await response.json()) as { items: { id: string; date_modified: string }[] }).items;
  };
  await answer(save(incidentID, { body: "Confidential" }));
  expect((await readItems("")).some(({ id }) => id === url)).toBe(false);
  const first = await publish(incidentID);
  const second = await publish(incidentID, { body: `**Changed** ${"long ".repeat(3000)}` });
  for (const parent of ["", `/components/${componentID}`]) {
    const [item, incident] = await readItems(parent);
    expect(item).toMatchObject({
      id: url,
      url,
      title: "Write-up: In feeds",
      date_published: first.publishedAt,
      date_modified: second.updatedAt,
      content_html: expect.stringMatching(/<strong>Changed<\/strong>.*<a href="[^"]+">Read the rest/s),
    });
    expect(incident?.id).toBe(url.replace("/postmortem", ""));
    for (const file of ["history.atom", "history.rss"]) {
      const text = await textAt(`${parent}/${file}`);
      expect(text.split(`>${url}</`)).toHaveLength(file === "history.atom" ? 2 : 3);
    }
  }
  const other = await makeComponent(daymark);
  expect(await readItems(`/components/${other.componentID}`)).toEqual([]);
  expect(await textAt("/maintenances.ics")).not.toContain("postmortem");
});

test("an API key reads and writes write-ups within its scope", async () => {
  const incidentID = await makeResolved();
  const address = `/api/v0/incidents/${incidentID}/postmortem`;
  const call = async (key: string, method = "GET", body?: object) =>
    (
      await daymark.fetch(address, {
        method,
        body: body ? JSON.stringify(body) : null,
        headers: { "x-api-key": key },
      })
    ).status;
  const [reader, writer] = [
    await makeApiKey(daymark, { scopes: ["read"] }),
    await makeApiKey(daymark, { scopes: ["notices"] }),
  ];
  expect(await call(reader)).toBe(404);
  expect(await call(reader, "PATCH", { body: "Text" })).toBe(403);
  expect(await call(writer, "PATCH", { body: "Text" })).toBe(200);
  expect([await call(reader), await call(writer), await call("")]).toEqual([404, 200, 401]);
  expect(await call(writer, "PATCH", { state: "Published" })).toBe(200);
  expect([await call(reader), await call(writer), await call("")]).toEqual([200, 200, 401]);
  expect([await call(writer, "DELETE"), await call(reader)]).toEqual([204, 404]);
});

test("publishing sends one email if asked, and never a second one about the same publication", async () => {
  await addSubscribers(daymark, [
    { emailAddress: "reader@example.org" },
    { emailAddress: "reader-ja@example.org", language: "ja" },
  ]);
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const incidentID = await makeResolved({
    name: "Disk full",
    components: [{ componentID, status: "Major Outage" }],
  });
  expect((await publish(incidentID)).notifiedAt).toBeNull();
  const notified = await publish(incidentID, { notifySubscribers: true });
  expect(notified.notifiedAt).toBe(notified.updatedAt);
  await mail.waitForMails(2);
  expect((await publish(incidentID, { notifySubscribers: true })).notifiedAt).toBe(notified.notifiedAt);
  const another = await makeResolved({ name: "Another" });
  await publish(another, { notifySubscribers: true });
  const mails = await mail.waitForMails(4);
  const about = mails.filter(({ subject }) => subject?.includes("Disk full"));
  const link = (language: string) =>
    `https://status.example.org/incidents/${incidentID}/postmortem${language}`;
  for (const [language, address, query] of [
    ["en", "reader@example.org", ""],
    ["ja", "reader-ja@example.org", "?lang=ja"],
  ] as const) {
    const [email, ...others] = about.filter(({ to }) => to?.[0]?.address === address);
    expect(others).toEqual([]);
    expect(email?.subject).toBe(`[Acme] ${textsOf(language).postmortemKind}: Disk full (API)`);
    expect(email?.html).toContain(mailTextsOf(language).postmortem);
    expect(email?.html).toContain(link(query));
    expect(email?.text).toContain("A full disk.");
  }
});

test("an email about a write-up that was unpublished before it was sent is withdrawn", async () => {
  await addSubscribers(daymark, [{ emailAddress: "waiting@example.org" }]);
  const incidentID = await makeResolved({ name: "Unsaid" });
  await daymark.db
    .prepare(
      "INSERT OR REPLACE INTO lanes (lane, paused_until) VALUES ('MAIL', '2999-01-01'), ('CONFIRMATIONS', '2999-01-01')",
    )
    .run();
  await publish(incidentID, { notifySubscribers: true });
  await answer(save(incidentID, { state: "Draft" }));
  await daymark.db.prepare("DELETE FROM lanes").run();
  await daymark.deliver("daymark-mail", [{ failures: 0 }]);
  await expect
    .poll(async () => (await readDeliveries(daymark)).at(-1))
    .toMatchObject({ state: "withdrawn", error: "The write-up was unpublished." });
  expect((await mail.mails()).filter(({ subject }) => subject?.includes("Unsaid"))).toEqual([]);
});
