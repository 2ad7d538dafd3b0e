import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { root } from "../../../tools/paths.ts";
import { expectAccessible, expectReflow } from "../../support/browser/axe.ts";
import { newProfile } from "../../support/browser/browser-profile.ts";
import { launchChromium } from "../../support/browser/chromium.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { enableMail } from "../../support/factories/make-subscribers.ts";
import { makeBrowser, startPushService } from "../../support/fakes/push-service.ts";
import { replacePush } from "../../support/fakes/replace-push.ts";
import { secretKey, siteKey, startTurnstile, type Turnstile } from "../../support/fakes/turnstile.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let turnstile: Turnstile;
let daymark: Daymark;
let browser: Browser;
beforeAll(async () => {
  turnstile = await startTurnstile();
  daymark = await startDaymark({
    build: "worker",
    vars: { ...turnstile.vars, ALLOW_PRIVATE_ADDRESSES: "true" },
  });
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
  window.turnstile = { render, reset() {} };
  if (!document.currentScript.src.endsWith("?render=explicit"))
    document.querySelectorAll(".cf-turnstile").forEach(render);
  function render(place) {
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
async function visit(path: string, beforeOpening?: (page: Page) => Promise<void>): Promise<Page> {
  const context = await newProfile(browser);
  const token = turnstile.issueToken();
  await context.route("https://challenges.cloudflare.com/**", (route) =>
    route.request().url().includes("/api.js")
      ? route.fulfill({ contentType: "text/javascript", body: widget(token) })
      : route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><html lang=en><title>Widget</title>A person",
        }),
  );
  // The status project serves them, and this Worker has none in front.
  await context.route(`${daymark.url}/static/**`, (route) =>
    route.fulfill({ path: join(root, "dist/status", new URL(route.request().url()).pathname) }),
  );
  const page = await context.newPage();
  await beforeOpening?.(page);
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
  await expectReflow(page);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("heading", { level: 1, name: "Check your inbox" }).waitFor();
  await expect.poll(async () => (await daymark.mails()).at(-1)?.to?.[0]?.address).toBe("visitor@example.com");
});

test("with Turnstile, the bell leads to the page that may show it, and the browser's subscription carries the token", async () => {
  const service = await startPushService();
  onTestFinished(() => service.stop());
  await answer(daymark.administrator.settings.$patch({ json: { endpointsEnabled: true } }));
  const page = await visit("/", (page) => replacePush(page, makeBrowser(service.url)));
  await waitForScript(page);
  await page.getByRole("banner").getByRole("button", { name: "Notifications", exact: true }).click();
  await page.waitForURL(/\/subscribe\/push$/);
  await waitForScript(page);
  await page.getByRole("main").getByRole("button", { name: "Turn on notifications" }).click();
  const panel = page.getByRole("dialog", { name: "Notifications in this browser" });
  await panel.locator("input[name=cf-turnstile-response]").waitFor({ state: "attached" });
  await panel.frameLocator(".cf-turnstile iframe").getByText("A person").waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Turn on notifications" }).click();
  await panel.getByText("Notifications are on in this browser.").waitFor();
  await expect.poll(() => service.pushes.length).toBe(1);
});
