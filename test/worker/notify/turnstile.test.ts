import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enableMail, newClientHeaders, subscribers } from "../../support/factories/make-subscribers.ts";
import { makeBrowser } from "../../support/fakes/push-service.ts";
import { secretKey, siteKey, startTurnstile, type Turnstile } from "../../support/fakes/turnstile.ts";
import { dump } from "../../support/readers/dump.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let turnstile: Turnstile;
let daymark: Daymark;
beforeAll(async () => {
  turnstile = await startTurnstile();
  daymark = await startDaymark({ vars: turnstile.vars });
  await enableMail(daymark);
});
beforeEach(async () => {
  await setKeys({ siteKey, secretKey });
  turnstile.requests.length = 0;
});
afterEach(() => turnstile.failWith(undefined));
afterAll(async () => {
  await daymark.stop();
  await turnstile.stop();
});
const { requestSubscription, findSubscribers } = subscribers(() => daymark);

const setKeys = (keys: { siteKey?: string; secretKey?: string }) =>
  answer(daymark.administrator.settings.$patch({ json: { turnstile: keys } }));

async function trySetKeys(keys: object) {
  const headers = { Authorization: await daymark.token(), "Content-Type": "application/json" };
  const body = JSON.stringify({ serviceName: "Acme", turnstile: keys });
  const response = await daymark.fetch("/api/settings", { method: "PATCH", headers, body });
  return [response.status, await response.json()];
}

async function post(fields: Record<string, string>) {
  await daymark.db.exec("DELETE FROM subscribe_calls");
  return daymark.fetch("/subscribe", {
    method: "POST",
    headers: newClientHeaders(),
    body: new URLSearchParams(fields),
  });
}

const isSubscribed = async (address: string) =>
  (await findSubscribers("WHERE email_address = ?", address)).length > 0;
const policyOf = (page: Response) => page.headers.get("Content-Security-Policy") ?? "";
const CLOUDFLARE = "https://challenges.cloudflare.com";

test("no response, log or database export contains the secret key", async () => {
  const settings = await answer(daymark.administrator.settings.$get());
  expect(settings.turnstile).toEqual({ siteKey, hasSecretKey: true });
  const texts = [settings, await answer(daymark.visitor["public-settings"].$get()), daymark.logs];
  expect(JSON.stringify(texts)).not.toContain(secretKey);
  expect(await dump(daymark)).not.toContain(secretKey);
  expect(turnstile.requests).toEqual([]);
});

test("settings with a secret key that Cloudflare doesn't accept are not stored", async () => {
  expect(await trySetKeys({ siteKey: "0xOther", secretKey: "0xWrong" })).toMatchObject([
    400,
    {
      errorMessage: expect.stringMatching(/^Turnstile doesn't recognize this Secret Key\./),
      errors: [{ path: "turnstile.secretKey" }],
    },
  ]);
  turnstile.failWith("down");
  expect(await trySetKeys({ siteKey: "0xOther", secretKey })).toMatchObject([502, {}]);
  const { serviceName, turnstile: stored } = await answer(daymark.administrator.settings.$get());
  expect([serviceName, stored]).toEqual(["", { siteKey, hasSecretKey: true }]);
});

test("a new site key requires a secret key, and the same site key doesn't", async () => {
  expect(await trySetKeys({ siteKey: "0xOther" })).toMatchObject([
    400,
    { errors: [{ path: "turnstile.secretKey" }] },
  ]);
  expect(await setKeys({ siteKey })).toMatchObject({ turnstile: { siteKey, hasSecretKey: true } });
  expect(turnstile.requests).toEqual([]);
});

test("removing the site key turns Turnstile off and deletes the secret key", async () => {
  expect(await setKeys({ siteKey: "" })).toMatchObject({ turnstile: { siteKey: "", hasSecretKey: false } });
  expect(await daymark.db.prepare("SELECT turnstile_secret FROM settings").first()).toEqual({
    turnstile_secret: "",
  });
  const page = await daymark.fetch("/subscribe");
  expect(policyOf(page) + (await page.text())).not.toContain("cloudflare");
  expect((await requestSubscription({ emailAddress: "off@example.com" })).status).toBe(200);
  expect((await post({ emailAddress: "off-form@example.com" })).status).toBe(303);
  expect(turnstile.requests).toEqual([]);
});

test("only the pages with a form to subscribe load Cloudflare's widget", async () => {
  const page = await daymark.fetch("/subscribe?lang=de");
  const html = await page.text();
  expect(html).toContain(`class="cf-turnstile" data-sitekey="${siteKey}" data-language="de"`);
  expect(html).toContain(`<script src="${CLOUDFLARE}/turnstile/v0/api.js"`);
  expect(html).toContain('<noscript><p class="refused">Dieses Formular prüft');
  expect(policyOf(page)).toContain(`frame-src ${CLOUDFLARE};`);
  expect(policyOf(page)).toMatch(new RegExp(`script-src [^;]* ${CLOUDFLARE};`));
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const pushPage = await daymark.fetch("/subscribe/push");
  expect(policyOf(pushPage)).toContain(`frame-src ${CLOUDFLARE};`);
  expect(await pushPage.text()).toContain(`class="cf-turnstile" data-sitekey="${siteKey}"`);
  for (const path of ["/", "/history", "/subscribe/asked"]) {
    const other = await daymark.fetch(path);
    expect(policyOf(other) + (await other.text())).not.toContain("cloudflare.com");
  }
});

test("a widget's token lets a visitor subscribe once, with the form or the API", async () => {
  const token = turnstile.issueToken();
  const fields = { emailAddress: "form@example.com", "cf-turnstile-response": token };
  expect((await post(fields)).headers.get("Location")).toBe("/subscribe/asked");
  expect(turnstile.requests).toEqual([{ secret: secretKey, response: token, remoteip: expect.any(String) }]);
  expect((await post({ ...fields, emailAddress: "again@example.com" })).status).toBe(400);
  const turnstileToken = turnstile.issueToken();
  expect((await requestSubscription({ emailAddress: "api@example.com", turnstileToken })).status).toBe(200);
  expect((await requestSubscription({ emailAddress: "again@example.com", turnstileToken })).status).toBe(400);
  expect(
    await Promise.all(["form", "api", "again"].map((name) => isSubscribed(`${name}@example.com`))),
  ).toEqual([true, true, false]);
});

test("a new browser needs a widget's token for notifications, and one that is known doesn't", async () => {
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const { endpoint, keys } = makeBrowser("https://fcm.googleapis.com");
  const post = (fields: object) =>
    daymark.fetch("/api/subscribers/push", {
      method: "POST",
      headers: newClientHeaders(),
      body: JSON.stringify({ endpoint, keys, ...fields }),
    });
  const refused = await post({});
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: [{ path: "turnstileToken" }] },
  ]);
  expect((await post({ turnstileToken: "made up" })).status).toBe(400);
  expect(await findSubscribers("WHERE channel = 'push'")).toEqual([]);
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "on" } });
  expect((await post({ turnstileToken: turnstile.issueToken() })).status).toBe(200);
  expect((await post({ reminders: ["day"] })).status).toBe(200);
  await daymark.fetch("/api/health", { headers: { "x-test-hold-queues": "off" } });
});

test("the main page's form leads to the page with the widget, which keeps the entered values", async () => {
  const page = await post({ emailAddress: "typed@example.com", timeZone: "Asia/Tokyo" });
  const html = await page.text();
  expect(page.status).toBe(400);
  expect(policyOf(page)).toContain(`frame-src ${CLOUDFLARE};`);
  expect(html).toContain("One more step: complete the check below");
  expect(html).toContain('value="typed@example.com"');
  expect(html).toContain('<option value="Asia/Tokyo" selected');
  expect(await isSubscribed("typed@example.com")).toBe(false);
  expect(turnstile.requests).toEqual([]);
});

test("a missing or too long token gets 400 without a siteverify request", async () => {
  const missing = await requestSubscription({ emailAddress: "a@example.com" });
  expect([missing.status, await missing.json()]).toMatchObject([
    400,
    { errors: [{ path: "turnstileToken" }] },
  ]);
  const turnstileToken = "x".repeat(2049);
  expect((await requestSubscription({ emailAddress: "a@example.com", turnstileToken })).status).toBe(400);
  expect(
    (await post({ emailAddress: "a@example.com", "cf-turnstile-response": turnstileToken })).status,
  ).toBe(400);
  expect(turnstile.requests).toEqual([]);
});

for (const [problem, failure] of [
  ["closes the connection", "down"],
  ["responds with an internal error", "internal error"],
  ["responds without JSON", "no JSON"],
  ["doesn't respond", "silent"],
] as const) {
  test(`while siteverify ${problem}, subscribing gets 503 with Retry-After`, async () => {
    const token = turnstile.issueToken();
    turnstile.failWith(failure);
    const byAPI = await requestSubscription({ emailAddress: "closed@example.com", turnstileToken: token });
    const byForm = await post({ emailAddress: "closed@example.com", "cf-turnstile-response": token });
    for (const { status, headers } of [byAPI, byForm])
      expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await isSubscribed("closed@example.com")).toBe(false);
  });
}

test("if the stored secret key can't be decrypted, subscribing gets 503 and the log says why", async () => {
  await daymark.db.exec("UPDATE settings SET turnstile_secret = 'changed by hand'");
  expect(
    (await requestSubscription({ emailAddress: "a@example.com", turnstileToken: turnstile.issueToken() }))
      .status,
  ).toBe(503);
  await expect.poll(() => daymark.logs.join("\n")).toContain("Turnstile can't be decrypted");
});

test("an invalid request gets 400 without a siteverify request", async () => {
  const turnstileToken = turnstile.issueToken();
  const components = ["nothing"];
  expect((await requestSubscription({ emailAddress: "nobody", turnstileToken })).status).toBe(400);
  expect(
    (await requestSubscription({ emailAddress: "a@example.com", components, turnstileToken })).status,
  ).toBe(400);
  expect(turnstile.requests).toEqual([]);
});
