import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent } from "../../support/factories/factories.ts";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { formFields, formRequest, pagesOf } from "../../support/factories/subscription-forms.ts";
import { linkOf } from "../../support/factories/subscription-links.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { makeConfirmed, findByAddress, findByID, findSubscribers } = subscribers(() => daymark);
const { openPage, readHeading } = pagesOf(() => daymark);

test("the main page's form subscribes without script and redirects to a page that says to check the inbox", async () => {
  const main = parseHTML(await (await daymark.fetch("/")).text());
  const fields = formFields(main, ".by-mail form");
  expect(fields).toEqual({ emailAddress: [""], timeZone: ["UTC"], website: [""] });
  const { response } = await openPage(
    "/subscribe",
    formRequest({ ...fields, emailAddress: "front@example.com" }),
  );
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/subscribe/asked"]);
  expect(await findByAddress("front@example.com")).toMatchObject({ state: "unconfirmed", everything: 1 });
  expect(await readHeading("/subscribe/asked")).toEqual([200, "Check your inbox"]);
});

test("the form of /subscribe takes components, a time zone and a language", async () => {
  const api = await makeComponent(daymark, { name: "Chosen <b>API</b>" });
  await makeComponent(daymark, { name: "Website" });
  const { page } = await openPage("/subscribe?lang=de");
  const fields = formFields(page);
  expect(fields).toMatchObject({ about: ["everything"], timeZone: ["UTC"], language: ["de"] });
  expect(textOf(page.querySelector("fieldset ul"))).toContain("Chosen <b>API</b>");
  const choice = { about: "chosen", components: api.componentID, timeZone: "America/Sao_Paulo" };
  const { response } = await openPage(
    "/subscribe?lang=de",
    formRequest({ ...fields, ...choice, emailAddress: "longer@example.com" }),
  );
  expect(response.headers.get("Location")).toBe("/subscribe/asked?lang=de");
  expect(await findByAddress("longer@example.com")).toMatchObject({
    everything: 0,
    components: [api.componentID],
    time_zone: "America/Sao_Paulo",
    language: "de",
  });
});

test("a refused form keeps its values and shows the error in the page's language", async () => {
  const { componentID } = await makeComponent(daymark);
  const sent = { about: "chosen", components: componentID, timeZone: "Asia/Tokyo", language: "fr" };
  const { response, page } = await openPage(
    "/subscribe?lang=es",
    formRequest({ ...sent, emailAddress: 'josé"><i>@example.com' }),
  );
  expect(response.status).toBe(400);
  expect(textOf(page.querySelector(".refused"))).toMatch(/^No podemos enviar correo a esta dirección\./);
  expect(formFields(page)).toEqual({
    emailAddress: ['josé"><i>@example.com'],
    about: ["chosen"],
    components: [componentID],
    timeZone: ["Asia/Tokyo"],
    language: ["fr"],
    website: [""],
  });
  for (const components of [[], ["gone"]]) {
    const { response, page } = await openPage(
      "/subscribe",
      formRequest({ about: "chosen", components, emailAddress: "refused@example.com" }),
    );
    expect(response.status).toBe(400);
    expect(textOf(page.querySelector(".refused"))).toBe("Choose at least one component, or everything.");
  }
  expect(await findSubscribers("WHERE email_address = 'refused@example.com'")).toEqual([]);
});

test("filling in the hidden field gets the usual redirect and stores no subscriber", async () => {
  const sent = { emailAddress: "bot@example.com", website: "x" };
  expect((await openPage("/subscribe", formRequest(sent))).response.status).toBe(303);
  expect(await findSubscribers("WHERE email_address = 'bot@example.com'")).toEqual([]);
});

test.for([
  ["multipart/form-data; boundary=x", "--x\r\nnothing"],
  ["multipart/form-data", "nothing"],
  ["application/x-www-form-urlencoded", "%E0%A4%A=%&emailAddress=%00&emailAddress=b&__proto__=c"],
  ["application/json", '{"emailAddress":"json@example.com"}'],
  ["text/plain", "emailAddress=plain@example.com"],
] as const)("an invalid form gets 400: %s %s", async ([type, body]) => {
  const headers = { ...newClientHeaders(), "Content-Type": type };
  const subscriber = await makeConfirmed();
  for (const path of ["/subscribe", linkOf(subscriber)])
    expect([path, (await daymark.fetch(path, { method: "POST", headers, body })).status]).toEqual([
      path,
      400,
    ]);
  expect(await findByID(subscriber)).toEqual(subscriber);
});

test("a form with too many or too long values gets 400, one over 16 KiB 413, and nothing changes", async () => {
  const subscriber = await makeConfirmed();
  const components = Array.from({ length: 1001 }, (_, index) => `${index}`);
  for (const path of ["/subscribe", linkOf(subscriber)]) {
    for (const [fields, status] of [
      [{ about: "chosen", components, timeZone: "UTC" }, 400],
      [{ about: ["chosen", "everything"], timeZone: "UTC" }, 400],
      [{ about: "chosen", components: "x".repeat(51), timeZone: "UTC" }, 400],
      [{ about: "everything", timeZone: "x".repeat(16 * 1024) }, 413],
    ] satisfies [object, number][]) {
      const sent = formRequest({ ...fields, emailAddress: "too-much@example.com" });
      expect([path, (await openPage(path, sent)).response.status]).toEqual([path, status]);
    }
  }
  expect(await findByID(subscriber)).toEqual(subscriber);
  expect(await findSubscribers("WHERE email_address = 'too-much@example.com'")).toEqual([]);
});

test("an unknown time zone of a browser doesn't prevent subscribing", async () => {
  await openPage("/subscribe", formRequest({ emailAddress: "zone@example.com", timeZone: "Etc/Unknown" }));
  expect(await findByAddress("zone@example.com")).toMatchObject({ time_zone: "UTC" });
});
