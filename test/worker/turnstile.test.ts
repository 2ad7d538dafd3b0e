import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { dump } from "../support/dump.ts";
import { enableMail, someClient, subscribers } from "../support/subscriptions.ts";
import { secretKey, siteKey, startTurnstile, type Turnstile } from "../support/turnstile.ts";

let turnstile: Turnstile;
let daymark: Daymark;
beforeAll(async () => {
  turnstile = await startTurnstile();
  daymark = await startDaymark({ build: "faulty-worker", vars: turnstile.vars });
  await enableMail(daymark);
});
beforeEach(async () => {
  await set({ siteKey, secretKey });
  turnstile.asked.length = 0;
});
afterEach(() => turnstile.spoil(undefined));
afterAll(async () => {
  await daymark.stop();
  await turnstile.stop();
});
const { ask, rows } = subscribers(() => daymark);

const set = (keys: { siteKey?: string; secretKey?: string }) =>
  answer(daymark.administrator.settings.$patch({ json: { turnstile: keys } }));

async function tryToSet(keys: object) {
  const headers = { Authorization: await daymark.token(), "Content-Type": "application/json" };
  const body = JSON.stringify({ serviceName: "Acme", turnstile: keys });
  const response = await daymark.fetch("/api/settings", { method: "PATCH", headers, body });
  return [response.status, await response.json()];
}

async function post(fields: Record<string, string>) {
  await daymark.db.exec("DELETE FROM subscribe_calls");
  return daymark.fetch("/subscribe", {
    method: "POST",
    headers: someClient(),
    body: new URLSearchParams(fields),
  });
}

const subscribed = async (address: string) => (await rows("WHERE email_address = ?", address)).length > 0;
const policy = (page: Response) => page.headers.get("Content-Security-Policy") ?? "";
const CLOUDFLARE = "https://challenges.cloudflare.com";

test("the secret key is answered to nobody, and an export of the database does not hold it", async () => {
  const settings = await answer(daymark.administrator.settings.$get());
  expect(settings.turnstile).toEqual({ siteKey, hasSecretKey: true });
  const answers = [settings, await answer(daymark.visitor["public-settings"].$get()), daymark.logs];
  expect(JSON.stringify(answers)).not.toContain(secretKey);
  expect(await dump(daymark)).not.toContain(secretKey);
  expect(turnstile.asked).toEqual([]);
});

test("a secret key that Cloudflare does not know is not stored, nor is what was sent with it", async () => {
  expect(await tryToSet({ siteKey: "0xOther", secretKey: "0xWrong" })).toMatchObject([
    400,
    {
      errorMessage: expect.stringMatching(/^Turnstile doesn't recognize this Secret Key\./),
      errors: [{ path: "turnstile.secretKey" }],
    },
  ]);
  turnstile.spoil("down");
  expect(await tryToSet({ siteKey: "0xOther", secretKey })).toMatchObject([502, {}]);
  const { serviceName, turnstile: stored } = await answer(daymark.administrator.settings.$get());
  expect([serviceName, stored]).toEqual(["", { siteKey, hasSecretKey: true }]);
});

test("another site key needs its own secret key; the same one does not", async () => {
  expect(await tryToSet({ siteKey: "0xOther" })).toMatchObject([
    400,
    { errors: [{ path: "turnstile.secretKey" }] },
  ]);
  expect(await set({ siteKey })).toMatchObject({ turnstile: { siteKey, hasSecretKey: true } });
  expect(turnstile.asked).toEqual([]);
});

test("without a site key Turnstile is off, its secret key is gone, and the page names Cloudflare nowhere", async () => {
  expect(await set({ siteKey: "" })).toMatchObject({ turnstile: { siteKey: "", hasSecretKey: false } });
  expect(await daymark.db.prepare("SELECT turnstile_secret FROM settings").first()).toEqual({
    turnstile_secret: "",
  });
  const page = await daymark.fetch("/subscribe");
  expect(policy(page) + (await page.text())).not.toContain("cloudflare");
  expect((await ask({ emailAddress: "off@example.com" })).status).toBe(200);
  expect((await post({ emailAddress: "off-form@example.com" })).status).toBe(303);
  expect(turnstile.asked).toEqual([]);
});

test("the form to subscribe shows the widget, and no other page loads anything of Cloudflare's", async () => {
  const page = await daymark.fetch("/subscribe?lang=de");
  const html = await page.text();
  expect(html).toContain(`class="cf-turnstile" data-sitekey="${siteKey}" data-language="de"`);
  expect(html).toContain(`<script src="${CLOUDFLARE}/turnstile/v0/api.js"`);
  expect(html).toContain('<noscript><p class="refused">Dieses Formular prüft');
  expect(policy(page)).toContain(`frame-src ${CLOUDFLARE};`);
  expect(policy(page)).toMatch(new RegExp(`script-src [^;]* ${CLOUDFLARE};`));
  for (const path of ["/", "/history", "/subscribe/asked"]) {
    const other = await daymark.fetch(path);
    expect(policy(other) + (await other.text())).not.toContain("cloudflare.com");
  }
});

test("who has a token of the widget subscribes with it, by the form and by the API, once", async () => {
  const token = turnstile.token();
  const sent = { emailAddress: "form@example.com", "cf-turnstile-response": token };
  expect((await post(sent)).headers.get("Location")).toBe("/subscribe/asked");
  expect(turnstile.asked).toEqual([{ secret: secretKey, response: token, remoteip: expect.any(String) }]);
  expect((await post({ ...sent, emailAddress: "again@example.com" })).status).toBe(400);
  const turnstileToken = turnstile.token();
  expect((await ask({ emailAddress: "api@example.com", turnstileToken })).status).toBe(200);
  expect((await ask({ emailAddress: "again@example.com", turnstileToken })).status).toBe(400);
  expect(
    await Promise.all(["form", "api", "again"].map((name) => subscribed(`${name}@example.com`))),
  ).toEqual([true, true, false]);
});

test("the short form of the main page leads to the widget, with what was typed", async () => {
  const page = await post({ emailAddress: "typed@example.com", timeZone: "Asia/Tokyo" });
  const html = await page.text();
  expect(page.status).toBe(400);
  expect(policy(page)).toContain(`frame-src ${CLOUDFLARE};`);
  expect(html).toContain("One more step: complete the check below");
  expect(html).toContain('value="typed@example.com"');
  expect(html).toContain('<option value="Asia/Tokyo" selected');
  expect(await subscribed("typed@example.com")).toBe(false);
  expect(turnstile.asked).toEqual([]);
});

test("the API says which field is missing, and a token that is too long is not read", async () => {
  const missing = await ask({ emailAddress: "a@example.com" });
  expect([missing.status, await missing.json()]).toMatchObject([
    400,
    { errors: [{ path: "turnstileToken" }] },
  ]);
  const turnstileToken = "x".repeat(2049);
  expect((await ask({ emailAddress: "a@example.com", turnstileToken })).status).toBe(400);
  expect(
    (await post({ emailAddress: "a@example.com", "cf-turnstile-response": turnstileToken })).status,
  ).toBe(400);
  expect(turnstile.asked).toEqual([]);
});

for (const trouble of ["down", "internal error", "no JSON", "silent"] as const) {
  test(`while siteverify is ${trouble}, nobody is let through, and everybody is told to try again`, async () => {
    const token = turnstile.token();
    turnstile.spoil(trouble);
    const byAPI = await ask({ emailAddress: "closed@example.com", turnstileToken: token });
    const byForm = await post({ emailAddress: "closed@example.com", "cf-turnstile-response": token });
    for (const { status, headers } of [byAPI, byForm])
      expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await subscribed("closed@example.com")).toBe(false);
  });
}

test("a secret key that Cloudflare no longer knows closes the form, and the log says why", async () => {
  await daymark.db.exec("UPDATE settings SET turnstile_secret = 'changed by hand'");
  expect((await ask({ emailAddress: "a@example.com", turnstileToken: turnstile.token() })).status).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("Turnstile can't be decrypted");
});

test("a token is not asked about before what costs less has let the request through", async () => {
  const turnstileToken = turnstile.token();
  const components = ["nothing"];
  expect((await ask({ emailAddress: "nobody", turnstileToken })).status).toBe(400);
  expect((await ask({ emailAddress: "a@example.com", components, turnstileToken })).status).toBe(400);
  expect(turnstile.asked).toEqual([]);
});
