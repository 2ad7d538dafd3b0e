import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { makeComponent } from "../support/factories.ts";
import { document, text } from "../support/html.ts";
import { linkOf, tokenOf } from "../support/subscription-links.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark({ build: "faulty-worker" });
  await enableMail(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { serviceName: "Acme" } }));
});
afterAll(() => daymark.stop());
const { asked, confirmed, byAddress, byID, rows } = subscribers(() => daymark);

const open = async (path: string, init?: RequestInit) => {
  const response = await daymark.fetch(path, init);
  return { response, page: document(await response.text()) };
};
const heading = async (path: string, init?: RequestInit) => {
  const { response, page } = await open(path, init);
  return [response.status, text(page.querySelector("h1"))];
};
const form = (fields: Record<string, string | string[]>) => ({
  method: "POST",
  headers: someClient(),
  body: new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  ),
});
const post = { method: "POST" };

/** What a browser would send of a page's form. */
function filled(page: Document, selector = "form.card") {
  const sent: Record<string, string[]> = {};
  for (const field of page.querySelectorAll<HTMLInputElement>(
    `${selector} input, ${selector} select > option[selected]`,
  )) {
    const name = field.name || (field.parentElement as HTMLSelectElement).name;
    if (!/^(radio|checkbox)$/.test(field.type) || field.hasAttribute("checked"))
      sent[name] = [...(sent[name] ?? []), field.getAttribute("value") ?? ""];
  }
  return sent;
}

test("the page's form subscribes without script, and its answer says where to look", async () => {
  const main = document(await (await daymark.fetch("/")).text());
  const sent = filled(main, ".by-mail form");
  expect(sent).toEqual({ emailAddress: [""], timeZone: ["UTC"], website: [""] });
  const { response } = await open("/subscribe", form({ ...sent, emailAddress: "front@example.com" }));
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/subscribe/asked"]);
  expect(await byAddress("front@example.com")).toMatchObject({ state: "unconfirmed", everything: 1 });
  expect(await heading("/subscribe/asked")).toEqual([200, "Check your inbox"]);
});

test("the longer form takes chosen components, a time zone and a language", async () => {
  const api = await makeComponent(daymark, { name: "Chosen <b>API</b>" });
  await makeComponent(daymark, { name: "Website" });
  const { page } = await open("/subscribe?lang=de");
  const sent = filled(page);
  expect(sent).toMatchObject({ about: ["everything"], timeZone: ["UTC"], language: ["de"] });
  expect(text(page.querySelector("fieldset ul"))).toContain("Chosen <b>API</b>");
  const chosen = { about: "chosen", components: api.componentID, timeZone: "America/Sao_Paulo" };
  const { response } = await open(
    "/subscribe?lang=de",
    form({ ...sent, ...chosen, emailAddress: "longer@example.com" }),
  );
  expect(response.headers.get("Location")).toBe("/subscribe/asked?lang=de");
  expect(await byAddress("longer@example.com")).toMatchObject({
    everything: 0,
    components: [api.componentID],
    time_zone: "America/Sao_Paulo",
    language: "de",
  });
});

test("a refused form stays filled in, with the reason, in the page's language", async () => {
  const { componentID } = await makeComponent(daymark);
  const sent = { about: "chosen", components: componentID, timeZone: "Asia/Tokyo", language: "fr" };
  const { response, page } = await open(
    "/subscribe?lang=es",
    form({ ...sent, emailAddress: 'josé"><i>@example.com' }),
  );
  expect(response.status).toBe(400);
  expect(text(page.querySelector(".refused"))).toMatch(/^No podemos enviar correo a esta dirección\./);
  expect(filled(page)).toEqual({
    emailAddress: ['josé"><i>@example.com'],
    about: ["chosen"],
    components: [componentID],
    timeZone: ["Asia/Tokyo"],
    language: ["fr"],
    website: [""],
  });
  for (const components of [[], ["gone"]]) {
    const { response, page } = await open(
      "/subscribe",
      form({ about: "chosen", components, emailAddress: "refused@example.com" }),
    );
    expect(response.status).toBe(400);
    expect(text(page.querySelector(".refused"))).toBe("Choose at least one component, or everything.");
  }
  expect(await rows("WHERE email_address = 'refused@example.com'")).toEqual([]);
});

test("filling in the hidden field shows the thank-you page and changes nothing", async () => {
  const sent = { emailAddress: "bot@example.com", website: "x" };
  expect((await open("/subscribe", form(sent))).response.status).toBe(303);
  expect(await rows("WHERE email_address = 'bot@example.com'")).toEqual([]);
});

test.for([
  ["multipart/form-data; boundary=x", "--x\r\nnothing"],
  ["multipart/form-data", "nothing"],
  ["application/x-www-form-urlencoded", "%E0%A4%A=%&emailAddress=%00&emailAddress=b&__proto__=c"],
  ["application/json", '{"emailAddress":"json@example.com"}'],
  ["text/plain", "emailAddress=plain@example.com"],
] as const)("a form that is none is refused: %s %s", async ([type, body]) => {
  const headers = { ...someClient(), "Content-Type": type };
  const subscriber = await confirmed();
  for (const path of ["/subscribe", linkOf(subscriber)])
    expect([path, (await daymark.fetch(path, { method: "POST", headers, body })).status]).toEqual([
      path,
      400,
    ]);
  expect(await byID(subscriber)).toEqual(subscriber);
});

test("a form with more than can be chosen, or longer than 16 KiB, is refused and changes nothing", async () => {
  const subscriber = await confirmed();
  const components = Array.from({ length: 1001 }, (_, at) => `${at}`);
  for (const path of ["/subscribe", linkOf(subscriber)]) {
    for (const [fields, status] of [
      [{ about: "chosen", components, timeZone: "UTC" }, 400],
      [{ about: ["chosen", "everything"], timeZone: "UTC" }, 400],
      [{ about: "chosen", components: "x".repeat(51), timeZone: "UTC" }, 400],
      [{ about: "everything", timeZone: "x".repeat(16 * 1024) }, 413],
    ] satisfies [object, number][]) {
      const sent = form({ ...fields, emailAddress: "too-much@example.com" });
      expect([path, (await open(path, sent)).response.status]).toEqual([path, status]);
    }
  }
  expect(await byID(subscriber)).toEqual(subscriber);
  expect(await rows("WHERE email_address = 'too-much@example.com'")).toEqual([]);
});

test("an unknown time zone of a browser doesn't prevent subscribing", async () => {
  await open("/subscribe", form({ emailAddress: "zone@example.com", timeZone: "Etc/Unknown" }));
  expect(await byAddress("zone@example.com")).toMatchObject({ time_zone: "UTC" });
});

test("opening the links of a mail changes nothing, however often", async () => {
  const subscriber = await asked();
  const there = await confirmed();
  for (const path of ["", "/confirm", "/unsubscribe"])
    for (const method of ["GET", "GET", "HEAD"])
      for (const each of [subscriber, there])
        expect((await daymark.fetch(linkOf(each) + path, { method })).status).toBe(200);
  expect(await byID(subscriber)).toEqual(subscriber);
  expect(await byID(there)).toEqual(there);
});

test("a subscription's page doesn't give its address to search engines or previews", async () => {
  const { page } = await open(linkOf(await asked()));
  expect(page.querySelectorAll("link[rel=canonical], link[hreflang], meta[property]")).toHaveLength(0);
  expect((await open("/subscribe")).page.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
});

test("the button confirms once, and then the link says that it is confirmed", async () => {
  const subscriber = await asked();
  const link = `${linkOf(subscriber)}/confirm`;
  const { page } = await open(link);
  expect(text(page.querySelector("main"))).toContain(
    `${subscriber.email_address} will get updates about Acme.`,
  );
  expect(page.querySelector("main form")?.getAttribute("action")).toBe(link);
  expect(await heading(link, post)).toEqual([200, "You're subscribed"]);
  const after = await byID(subscriber);
  expect(after).toMatchObject({ state: "confirmed" });
  for (const init of [{}, post]) {
    const { page } = await open(link, init);
    expect(text(page.querySelector("main"))).toContain("This subscription was already confirmed.");
  }
  expect(await byID(subscriber)).toEqual(after);
});

test("a subscriber changes the components, time zone and language", async () => {
  const api = await makeComponent(daymark, { name: "API" });
  const web = await makeComponent(daymark, { name: "Web" });
  const subscriber = await confirmed();
  const link = linkOf(subscriber);
  const { page } = await open(link);
  const chosen = { about: "chosen", components: [api.componentID, web.componentID, "unknown"] };
  const saved = await open(
    link,
    form({ ...filled(page), ...chosen, timeZone: "Asia/Kolkata", language: "ar" }),
  );
  expect(text(saved.page.querySelector("[role=status]"))).toBe("Saved.");
  const shown = filled((await open(link)).page);
  expect(shown).toMatchObject({ about: ["chosen"], timeZone: ["Asia/Kolkata"], language: ["ar"] });
  expect(shown.components?.toSorted()).toEqual([api.componentID, web.componentID].sort());
  expect((await byID(subscriber)).components).toHaveLength(2);

  const none = await open(link, form({ about: "chosen", timeZone: "Asia/Kolkata" }));
  expect([none.response.status, text(none.page.querySelector(".refused"))]).toEqual([
    400,
    "Choose at least one component, or everything.",
  ]);
  expect((await byID(subscriber)).components).toHaveLength(2);
  await open(link, form({ ...shown, about: "everything" }));
  expect(await byID(subscriber)).toMatchObject({ everything: 1, components: [] });
});

test("the page says that all chosen components were deleted", async () => {
  const { componentID } = await makeComponent(daymark);
  const subscriber = await confirmed({ components: [componentID] });
  await daymark.administrator.components[":componentID"].$delete({ param: { componentID } });
  expect(await byID(subscriber)).toMatchObject({ state: "confirmed", everything: 0, components: [] });
  expect(text((await open(linkOf(subscriber))).page.querySelector(".refused"))).toBe(
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
] as const)("%s ends the subscription at once, and nothing of the address is kept", async ([, init]) => {
  const subscriber = await confirmed();
  const link = linkOf(subscriber);
  expect(await heading(`${link}/unsubscribe`)).toEqual([200, "Unsubscribe"]);
  expect(await heading(`${link}/unsubscribe`, { method: "POST", ...init } as RequestInit)).toEqual([
    200,
    "You're not subscribed",
  ]);
  const after = await byID(subscriber);
  expect(after).toMatchObject({ state: "ended", ended_reason: "left", email_address: "", components: [] });
  for (const [path, init] of [
    ["", {}],
    ["", form({ about: "everything" })],
    ["/confirm", {}],
    ["/confirm", post],
    ["/unsubscribe", {}],
    ["/unsubscribe", post],
  ] as const)
    expect(await heading(link + path, init)).toEqual([200, "You're not subscribed"]);
  expect(await byID(subscriber)).toEqual(after);
});

test("the page that confirms has one button, and declining is a link to a page with one", async () => {
  const subscriber = await asked();
  const buttons = (page: ParentNode) =>
    [...page.querySelectorAll("main form")].map((form) => [
      form.getAttribute("action"),
      text(form.querySelector("button")),
    ]);
  for (const path of ["", "/confirm"]) {
    const { page } = await open(linkOf(subscriber) + path);
    expect(buttons(page)).toEqual([[`${linkOf(subscriber)}/confirm`, "Confirm"]]);
    const links = [...page.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
    expect(links).toContain(`${linkOf(subscriber)}/unsubscribe`);
  }
  const { page } = await open(`${linkOf(subscriber)}/unsubscribe`);
  expect(buttons(page)).toEqual([[`${linkOf(subscriber)}/unsubscribe`, "Unsubscribe"]]);
  expect(await byID(subscriber)).toMatchObject({ state: "unconfirmed" });
});

test("the confirmation mail links to a page to decline", async () => {
  const subscriber = await asked();
  await open(`${linkOf(subscriber)}/unsubscribe`, post);
  expect(await byID(subscriber)).toMatchObject({
    state: "ended",
    ended_reason: "declined",
    email_address: "",
  });
});

test("an unconfirmed subscription can't be changed, and its page asks to confirm", async () => {
  const subscriber = await asked();
  expect(await heading(linkOf(subscriber), form({ about: "everything", timeZone: "Asia/Tokyo" }))).toEqual([
    200,
    "Confirm your subscription",
  ]);
  expect(await byID(subscriber)).toEqual(subscriber);
});

test("a malformed link is a 404 that doesn't read D1", async () => {
  // Pages that are not there name the service, which is read once in half a minute.
  await daymark.fetch("/not-there");
  const subscriber = await confirmed();
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

test("a guessed, old or foreign token is a 404 and changes nothing", async () => {
  const subscriber = await confirmed();
  const other = await confirmed();
  const old = await confirmed();
  await open(`${linkOf(old)}/unsubscribe`, post);
  await daymark.fetch("/api/subscribers/subscribe", {
    method: "POST",
    headers: someClient(),
    body: JSON.stringify({ emailAddress: old.email_address }),
  });
  const { subscriber_id: id } = subscriber;
  const token = tokenOf(subscriber);
  const wrong = [
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
  for (const link of wrong)
    for (const path of ["", "/confirm", "/unsubscribe"])
      for (const init of [{}, post]) {
        const response = await daymark.fetch(link + path, init);
        const page = await response.text();
        expect([link, response.status]).toEqual([link, 404]);
        pages.add(page.replaceAll(link + path, ""));
      }
  expect(pages.size).toBe(1);
  expect(await byID(subscriber)).toEqual(subscriber);
  expect(await byID(other)).toEqual(other);
});

test("pages with a token are not cached, indexed or sent as referrer", async () => {
  const link = linkOf(await confirmed());
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

test("no token gets into the log, whatever fails", async () => {
  const subscriber = await asked();
  const link = linkOf(subscriber);
  const headers = { "x-test-break-d1": "1" };
  for (const path of ["", "/confirm", "/unsubscribe"])
    for (const method of ["GET", "POST"]) {
      expect((await daymark.fetch(link + path, { method, headers })).status).toBe(503);
      await daymark.fetch(link + path, { method });
    }
  // What confirms comes after the four statements that read.
  const confirming = { method: "POST", headers: { "x-test-break-d1": "5" } };
  expect((await daymark.fetch(`${linkOf(await asked())}/confirm`, confirming)).status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("a_table_that_does_not_exist");
  const told = daymark.logs.filter((line) => line.includes(subscriber.subscriber_id));
  expect(
    told.some((line) => line.includes(`"path":"/subscriptions/${subscriber.subscriber_id}/…/confirm"`)),
  ).toBe(true);
  expect(daymark.logs.join("\n")).not.toContain("params:");
  expect(daymark.logs.join("\n")).not.toContain(tokenOf(subscriber));
  expect(daymark.logs.join("\n")).not.toContain(subscriber.email_address);
});

test("while mail is off there is no form, and subscribers can still leave", async () => {
  const subscriber = await confirmed();
  await enableMail(daymark, false);
  try {
    expect(document(await (await daymark.fetch("/")).text()).querySelector(".by-mail")).toBeNull();
    expect((await heading("/subscribe"))[0]).toBe(404);
    const { response, page } = await open("/subscribe?lang=fr", form({ emailAddress: "off@example.com" }));
    expect(response.status).toBe(409);
    expect(text(page.querySelector("main"))).toContain("Les notifications par e-mail sont désactivées");
    expect(await heading(`${linkOf(subscriber)}/unsubscribe`, post)).toEqual([200, "You're not subscribed"]);
  } finally {
    await enableMail(daymark);
  }
});

test("unconfirmed subscriptions are deleted after a week, and ended ones when their time is up", async () => {
  const now = Date.parse("2031-01-01T00:00:00.000Z");
  const days = (ago: number) => new Date(now - ago * 86_400_000).toISOString();
  const made = async (state: string, reason: string | null, ago: number) => {
    const { subscriber_id } = await asked();
    await daymark.db
      .prepare(
        "UPDATE subscribers SET state = ?, ended_reason = ?, ended_at = ?, created_at = ? WHERE subscriber_id = ?",
      )
      .bind(state, reason, days(ago), days(ago), subscriber_id)
      .run();
    return subscriber_id;
  };
  const stay = [
    await made("unconfirmed", null, 6.9),
    await made("confirmed", null, 900),
    await made("ended", "left", 6.9),
    await made("ended", "bounce", 29.9),
    await made("ended", "declined", 29.9),
    await made("ended", "complaint", 900),
  ];
  const complained = await made("unconfirmed", "complaint", 7.1);
  const go = [
    await made("unconfirmed", null, 7.1),
    await made("ended", "left", 7.1),
    await made("ended", "bounce", 30.1),
    await made("ended", "declined", 30.1),
  ];
  await daymark.tick(new Date(now + 60_000).toISOString());
  expect((await rows("")).map(({ subscriber_id }) => subscriber_id)).toEqual(expect.arrayContaining(go));
  await daymark.tick(new Date(now).toISOString());
  const left = (await rows("")).map(({ subscriber_id }) => subscriber_id);
  expect(left).toEqual(expect.arrayContaining([...stay, complained]));
  expect(left.filter((id) => go.includes(id))).toEqual([]);
  expect(await byID({ subscriber_id: complained })).toMatchObject({
    state: "ended",
    ended_reason: "complaint",
    email_address: "",
  });
});
