import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeComponent } from "../../support/factories/factories.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { formFields, formRequest, pagesOf } from "../../support/factories/subscription-forms.ts";
import { linkOf, tokenOf } from "../../support/factories/subscription-links.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
});
afterAll(() => daymark.stop());
const { makeUnconfirmed, makeConfirmed, findByID, findSubscribers } = subscribers(() => daymark);
const { openPage, readHeading } = pagesOf(() => daymark);

const post = { method: "POST" };

test("opening the links of an email changes nothing", async () => {
  const subscriber = await makeUnconfirmed();
  const confirmed = await makeConfirmed();
  for (const path of ["", "/confirm", "/unsubscribe"])
    for (const method of ["GET", "GET", "HEAD"])
      for (const each of [subscriber, confirmed])
        expect((await daymark.fetch(linkOf(each) + path, { method })).status).toBe(200);
  expect(await findByID(subscriber)).toEqual(subscriber);
  expect(await findByID(confirmed)).toEqual(confirmed);
});

test("a subscription's page has no canonical link and no preview metadata", async () => {
  const { page } = await openPage(linkOf(await makeUnconfirmed()));
  expect(page.querySelectorAll("link[rel=canonical], link[hreflang], meta[property]")).toHaveLength(0);
  expect((await openPage("/subscribe")).page.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
});

test("the button confirms the subscription, and later the link says that it was already confirmed", async () => {
  const subscriber = await makeUnconfirmed();
  const link = `${linkOf(subscriber)}/confirm`;
  const { page } = await openPage(link);
  expect(textOf(page.querySelector("main"))).toContain(
    `${subscriber.email_address} will get updates about Acme.`,
  );
  expect(page.querySelector("main form")?.getAttribute("action")).toBe(link);
  expect(await readHeading(link, post)).toEqual([200, "You're subscribed"]);
  const after = await findByID(subscriber);
  expect(after).toMatchObject({ state: "confirmed" });
  for (const init of [{}, post]) {
    const { page } = await openPage(link, init);
    expect(textOf(page.querySelector("main"))).toContain("This subscription was already confirmed.");
  }
  expect(await findByID(subscriber)).toEqual(after);
});

test("a subscriber changes the components, time zone and language", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const web = await makeComponent(daymark, { name: "Web" });
  const subscriber = await makeConfirmed();
  const link = linkOf(subscriber);
  const { page } = await openPage(link);
  const choice = { about: "chosen", components: [api.componentID, web.componentID, "unknown"] };
  const result = await openPage(
    link,
    formRequest({ ...formFields(page), ...choice, timeZone: "Asia/Kolkata", language: "ar" }),
  );
  expect(textOf(result.page.querySelector("[role=status]"))).toBe("Saved.");
  const fields = formFields((await openPage(link)).page);
  expect(fields).toMatchObject({ about: ["chosen"], timeZone: ["Asia/Kolkata"], language: ["ar"] });
  expect(fields.components?.toSorted()).toEqual([api.componentID, web.componentID].sort());
  expect((await findByID(subscriber)).components).toHaveLength(2);

  const withoutComponents = await openPage(link, formRequest({ about: "chosen", timeZone: "Asia/Kolkata" }));
  expect([
    withoutComponents.response.status,
    textOf(withoutComponents.page.querySelector(".refused")),
  ]).toEqual([400, "Choose at least one component, or everything."]);
  expect((await findByID(subscriber)).components).toHaveLength(2);
  await openPage(link, formRequest({ ...fields, about: "everything" }));
  expect(await findByID(subscriber)).toMatchObject({ everything: 1, components: [] });
});

test("after all chosen components were deleted, the subscription's page says so", async () => {
  const { componentID } = await makeComponent(daymark);
  const subscriber = await makeConfirmed({ components: [componentID] });
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  expect(await findByID(subscriber)).toMatchObject({ state: "confirmed", everything: 0, components: [] });
  expect(textOf((await openPage(linkOf(subscriber))).page.querySelector(".refused"))).toBe(
    "The components that you chose were deleted, so you get no updates. Choose others, or everything.",
  );
});

const oneClick = "List-Unsubscribe=One-Click";
const multipart = new FormData();
multipart.set("List-Unsubscribe", "One-Click");
test.for([
  ["the page's button", {}],
  [
    "one click in a mail program",
    { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: oneClick },
  ],
  ["one click, as multipart", { body: multipart }],
  ["one click across sites", { headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" } }],
] as const)("%s ends the subscription and deletes the address", async ([, init]) => {
  const subscriber = await makeConfirmed();
  const link = linkOf(subscriber);
  expect(await readHeading(`${link}/unsubscribe`)).toEqual([200, "Unsubscribe"]);
  expect(await readHeading(`${link}/unsubscribe`, { method: "POST", ...init } as RequestInit)).toEqual([
    200,
    "You're not subscribed",
  ]);
  const after = await findByID(subscriber);
  expect(after).toMatchObject({ state: "ended", ended_reason: "left", email_address: "", components: [] });
  for (const [path, init] of [
    ["", {}],
    ["", formRequest({ about: "everything" })],
    ["/confirm", {}],
    ["/confirm", post],
    ["/unsubscribe", {}],
    ["/unsubscribe", post],
  ] as const)
    expect(await readHeading(link + path, init)).toEqual([200, "You're not subscribed"]);
  expect(await findByID(subscriber)).toEqual(after);
});

test("the confirmation page has one button and a link to unsubscribe", async () => {
  const subscriber = await makeUnconfirmed();
  const buttons = (page: ParentNode) =>
    [...page.querySelectorAll("main form")].map((form) => [
      form.getAttribute("action"),
      textOf(form.querySelector("button")),
    ]);
  for (const path of ["", "/confirm"]) {
    const { page } = await openPage(linkOf(subscriber) + path);
    expect(buttons(page)).toEqual([[`${linkOf(subscriber)}/confirm`, "Confirm"]]);
    const links = [...page.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
    expect(links).toContain(`${linkOf(subscriber)}/unsubscribe`);
  }
  const { page } = await openPage(`${linkOf(subscriber)}/unsubscribe`);
  expect(buttons(page)).toEqual([[`${linkOf(subscriber)}/unsubscribe`, "Unsubscribe"]]);
  expect(await findByID(subscriber)).toMatchObject({ state: "unconfirmed" });
});

test("unsubscribing before the confirmation declines it and deletes the address", async () => {
  const subscriber = await makeUnconfirmed();
  await openPage(`${linkOf(subscriber)}/unsubscribe`, post);
  expect(await findByID(subscriber)).toMatchObject({
    state: "ended",
    ended_reason: "declined",
    email_address: "",
  });
});

test("an unconfirmed subscription can't be changed, and its page asks to confirm", async () => {
  const subscriber = await makeUnconfirmed();
  expect(
    await readHeading(linkOf(subscriber), formRequest({ about: "everything", timeZone: "Asia/Tokyo" })),
  ).toEqual([200, "Confirm your subscription"]);
  expect(await findByID(subscriber)).toEqual(subscriber);
});

test("a malformed link is a 404 that doesn't read D1", async () => {
  // Caches the service's name, which 404 pages show.
  await daymark.fetch("/not-there");
  const subscriber = await makeConfirmed();
  const { subscriber_id: id } = subscriber;
  const token = tokenOf(subscriber);
  const links = [
    `/subscriptions/${id}/${token.slice(1)}`,
    `/subscriptions/${id}/${token}0`,
    `/subscriptions/${id}/${"g".repeat(64)}`,
    `/subscriptions/${id}/${"-".repeat(32)}`,
    `/subscriptions/${id.slice(1)}/${token}`,
    `/subscriptions/${id.slice(1)}-/${token}`,
  ];
  for (const link of links)
    for (const path of ["", "/data", "/confirm", "/unsubscribe"])
      for (const init of path === "/data" ? [{}] : [{}, post]) {
        const { status, headers } = await daymark.fetch(link + path, init);
        expect([link, status, headers.get("x-test-statements")]).toEqual([link, 404, "0"]);
      }
});

test("a guessed, old or other subscriber's token gets 404 and changes nothing", async () => {
  const subscriber = await makeConfirmed();
  const other = await makeConfirmed();
  const old = await makeConfirmed();
  await openPage(`${linkOf(old)}/unsubscribe`, post);
  await daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: newClientHeaders(),
    body: JSON.stringify({ emailAddress: old.email_address }),
  });
  const { subscriber_id: id } = subscriber;
  const token = tokenOf(subscriber);
  const invalidLinks = [
    `/subscriptions/${id}/${tokenOf(other)}`,
    `/subscriptions/${other.subscriber_id}/${token}`,
    `/subscriptions/${id}/${token.slice(1)}`,
    `/subscriptions/${id}/${token}x`,
    `/subscriptions/${id}/${token.toUpperCase()}`,
    `/subscriptions/${id}/%00`,
    `/subscriptions/${id}/'%20OR%201=1`,
    `/subscriptions/nobody/${token}`,
    linkOf(old),
  ];
  const pages = new Set<string>();
  for (const link of invalidLinks)
    for (const path of ["", "/confirm", "/unsubscribe"])
      for (const init of [{}, post]) {
        const response = await daymark.fetch(link + path, init);
        const page = await response.text();
        expect([link, response.status]).toEqual([link, 404]);
        pages.add(page.replaceAll(link + path, ""));
      }
  expect(pages.size).toBe(1);
  expect(await findByID(subscriber)).toEqual(subscriber);
  expect(await findByID(other)).toEqual(other);
});

test("pages with a token are not cached, indexed or sent as referrer", async () => {
  const link = linkOf(await makeConfirmed());
  for (const path of [link, `${link}/data`, `${link}/confirm`, `${link}/unsubscribe`, `${link}x`]) {
    const { headers } = await daymark.fetch(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    });
    expect(headers.get("Set-Cookie")).toBeNull();
  }
});

test("logs of failed requests contain no token", async () => {
  const subscriber = await makeUnconfirmed();
  const link = linkOf(subscriber);
  const headers = { "x-test-break-d1": "1" };
  for (const path of ["", "/confirm", "/unsubscribe"])
    for (const method of ["GET", "POST"]) {
      expect((await daymark.fetch(link + path, { method, headers })).status).toBe(503);
      await daymark.fetch(link + path, { method });
    }
  // The fifth statement is the one that confirms.
  const brokenWrite = { method: "POST", headers: { "x-test-break-d1": "5" } };
  expect((await daymark.fetch(`${linkOf(await makeUnconfirmed())}/confirm`, brokenWrite)).status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("a_table_that_does_not_exist");
  const lines = daymark.logs.filter((line) => line.includes(subscriber.subscriber_id));
  expect(
    lines.some((line) => line.includes(`"path":"/subscriptions/${subscriber.subscriber_id}/…/confirm"`)),
  ).toBe(true);
  expect(daymark.logs.join("\n")).not.toContain("params:");
  expect(daymark.logs.join("\n")).not.toContain(tokenOf(subscriber));
  expect(daymark.logs.join("\n")).not.toContain(subscriber.email_address);
});

test("while email is off, nobody can subscribe, but subscribers can unsubscribe", async () => {
  const subscriber = await makeConfirmed();
  await enableMail(daymark, false);
  try {
    expect(parseHTML(await (await daymark.fetch("/")).text()).querySelector(".by-mail")).toBeNull();
    expect((await readHeading("/subscribe"))[0]).toBe(404);
    const { response, page } = await openPage(
      "/subscribe?lang=fr",
      formRequest({ emailAddress: "off@example.com" }),
    );
    expect(response.status).toBe(409);
    expect(textOf(page.querySelector("main"))).toContain(
      "n’envoie pas d’informations aux adresses de ce type",
    );
    expect(await readHeading(`${linkOf(subscriber)}/unsubscribe`, post)).toEqual([
      200,
      "You're not subscribed",
    ]);
  } finally {
    await enableMail(daymark);
  }
});

test("the cron deletes unconfirmed subscriptions after a week, and ended ones after a time that depends on the reason", async () => {
  const now = Date.parse("2031-01-01T00:00:00.000Z");
  const daysBefore = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const makeAged = async (state: string, reason: string | null, ageDays: number) => {
    const { subscriber_id } = await makeUnconfirmed();
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = ?, ended_reason = ?, ended_at = ?, created_at = ? WHERE subscriber_id = ?",
      )
      .bind(state, reason, daysBefore(ageDays), daysBefore(ageDays), subscriber_id)
      .run();
    return subscriber_id;
  };
  const expectedRemaining = [
    await makeAged("unconfirmed", null, 6.9),
    await makeAged("confirmed", null, 900),
    await makeAged("ended", "left", 6.9),
    await makeAged("ended", "bounce", 29.9),
    await makeAged("ended", "declined", 29.9),
    await makeAged("ended", "complaint", 900),
  ];
  const complaintID = await makeAged("unconfirmed", "complaint", 7.1);
  const expectedDeleted = [
    await makeAged("unconfirmed", null, 7.1),
    await makeAged("ended", "left", 7.1),
    await makeAged("ended", "bounce", 30.1),
    await makeAged("ended", "declined", 30.1),
  ];
  await daymark.runCron(new Date(now + MINUTE_MS).toISOString());
  expect((await findSubscribers("")).map(({ subscriber_id }) => subscriber_id)).toEqual(
    expect.arrayContaining(expectedDeleted),
  );
  await daymark.runCron(new Date(now).toISOString());
  const remaining = (await findSubscribers("")).map(({ subscriber_id }) => subscriber_id);
  expect(remaining).toEqual(expect.arrayContaining([...expectedRemaining, complaintID]));
  expect(remaining.filter((id) => expectedDeleted.includes(id))).toEqual([]);
  expect(await findByID({ subscriber_id: complaintID })).toMatchObject({
    state: "ended",
    ended_reason: "complaint",
    email_address: "",
  });
});
