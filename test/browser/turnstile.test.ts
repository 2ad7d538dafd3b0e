import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { launchChromium } from "../support/chromium.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { enableMail } from "../support/make-subscribers.ts";
import { secretKey, siteKey, startTurnstile, type Turnstile } from "../support/turnstile.ts";

let turnstile: Turnstile;
let daymark: Daymark;
let browser: Browser;
beforeAll(async () => {
  turnstile = await startTurnstile();
  daymark = await startDaymark({ vars: turnstile.vars });
  await enableMail(daymark);
  await answer(daymark.administrator.settings.$patch({ json: { turnstile: { siteKey, secretKey } } }));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await daymark?.stop();
  await turnstile?.stop();
});

/** Like Cloudflare's script, adds an iframe and the form field with the token. */
const widget = (token: string) => `
  for (const place of document.querySelectorAll(".cf-turnstile")) {
    const frame = Object.assign(document.createElement("iframe"), {
      src: "https://challenges.cloudflare.com/frame", title: "Widget", width: 300, height: 65,
    });
    const field = Object.assign(document.createElement("input"), {
      type: "hidden", name: "cf-turnstile-response", value: "${token}",
    });
    frame.onload = () => place.append(field);
    place.append(frame);
  }`;

/** Opens the page with Cloudflare's Turnstile script replaced by the widget above. */
async function visit(path: string): Promise<Page> {
  const context = await browser.newContext();
  const token = turnstile.issueToken();
  await context.route("https://challenges.cloudflare.com/**", (route) =>
    route.request().url().endsWith("/api.js")
      ? route.fulfill({ contentType: "text/javascript", body: widget(token) })
      : route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><html lang=en><title>Widget</title>A person",
        }),
  );
  const page = await context.newPage();
  await page.goto(daymark.url + path);
  return page;
}

test("a visitor passes Turnstile, which the Content-Security-Policy allows, and gets the confirmation email", async () => {
  const page = await visit("/");
  await page.getByLabel("By email").fill("visitor@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page
    .getByRole("alert")
    .getByText(/^One more step:/)
    .waitFor();
  await page.locator("input[name=cf-turnstile-response]").waitFor({ state: "attached" });
  await page.frameLocator(".cf-turnstile iframe").getByText("A person").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("heading", { level: 1, name: "Check your inbox" }).waitFor();
  await expect.poll(async () => (await daymark.mails()).at(-1)?.to?.[0]?.address).toBe("visitor@example.com");
});
