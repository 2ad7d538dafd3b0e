import type { CDPSession, Page, Worker } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import {
  type Browser,
  makeBrowser,
  type PushService,
  startPushService,
} from "../../support/fakes/push-service.ts";
import { replacePush } from "../../support/fakes/replace-push.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// The page, the API, the encryption and the service worker with its events are the real ones.

let product: Product;
let service: PushService;
let componentID = "";
beforeAll(async () => {
  service = await startPushService();
  product = await startProduct();
  await answer(product.api.settings.$patch({ json: { endpointsEnabled: true } }));
  ({ componentID } = await answer(product.api.components.$post({ json: { name: "API" } })));
  await answer(product.api.components.$post({ json: { name: "Website" } }));
});
afterEach(async () => {
  service.reset();
  await product.closePages();
});
afterAll(async () => {
  await service?.stop();
});

/** Opens the page in a browser whose push service is ours. */
async function open(path = "/", permission = "granted"): Promise<[Page, Browser]> {
  const browser = makeBrowser(service.url);
  const page = await product.visit("/api/health");
  await replacePush(page, browser, permission);
  await page.goto(product.statusPage + path);
  await waitForScript(page);
  return [page, browser];
}

const panelOf = (page: Page) => page.getByRole("dialog", { name: "Notifications in this browser" });
const pressBell = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Notifications", exact: true }).click();
const openIncident = (name: string) =>
  answer(
    product.api.incidents.$post({
      json: {
        name,
        status: "Investigating",
        message: "We look into it.",
        components: [{ componentID, status: "Major Outage" }],
      },
    }),
  );

async function turnOn(page: Page): Promise<void> {
  await pressBell(page);
  await panelOf(page).getByRole("button", { name: "Turn on notifications" }).click();
  await panelOf(page).getByText("Notifications are on in this browser.").waitFor();
  // The first message.
  await expect.poll(() => service.pushes.length).toBe(1);
  service.pushes.shift();
}

/** Passes what the push service got to the real service worker. */
async function deliver(cdp: CDPSession, browser: Browser, registrationId: string) {
  const push = service.pushes.shift();
  if (!push) throw new Error("Nothing was pushed.");
  const data = JSON.stringify(browser.read(push));
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: product.statusPage, registrationId, data });
}

async function registrationOf(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  return { cdp, registrationId: await registered };
}

interface Shown {
  title: string;
  options: { body: string; tag: string; lang: string; data: string };
}

async function recordNotifications(page: Page) {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const shown: object[] = [];
    Object.assign(self, { shown });
    const { registration } = self as unknown as { registration: object }; // the DOM's types have no service worker
    Object.assign(registration, {
      showNotification: async (title: string, options: object) => shown.push({ title, options }),
    });
  });
  return worker;
}

const shownBy = (worker: Worker) => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown);

test("the bell turns notifications on, and updates of one incident replace each other", async () => {
  const [page, browser] = await open();
  await turnOn(page);
  const worker = await recordNotifications(page);
  const { cdp, registrationId } = await registrationOf(page);
  const { incidentID } = await openIncident("Errors");
  await expect.poll(() => service.pushes.length).toBe(1);
  await deliver(cdp, browser, registrationId);
  await expect
    .poll(() => shownBy(worker))
    .toMatchObject([
      {
        title: "Errors",
        options: {
          body: "Investigating\nAPI: Major Outage\nWe look into it.",
          tag: incidentID,
          lang: "en",
          data: `/incidents/${incidentID}`,
        },
      },
    ]);
  const json = { status: "Resolved", message: "It works again." } as const;
  await answer(product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json }));
  await expect.poll(() => service.pushes.length).toBe(1);
  await deliver(cdp, browser, registrationId);
  await expect
    .poll(async () => (await shownBy(worker)).map(({ options }) => options.tag))
    .toEqual([incidentID, incidentID]);
  const [, newest] = await shownBy(worker);
  expect(newest?.options.body).toContain("It works again.");
  expect(await press(worker, newest?.options.data)).toEqual({
    isClosed: true,
    url: `${product.statusPage}/incidents/${incidentID}`,
  });
});

/** Presses a notification. @returns the address that its page would be opened at, since headless Chromium opens none */
function press(worker: Worker, data = "") {
  return worker.evaluate((data) => {
    const { clients } = self as unknown as { clients: object }; // the DOM's types have no service worker
    return new Promise<{ isClosed: boolean; url: string }>((resolve) => {
      let isClosed = false;
      Object.assign(clients, { openWindow: async (url: string) => resolve({ isClosed, url }) });
      const notification = {
        data,
        close: () => {
          isClosed = true;
        },
      };
      dispatchEvent(
        Object.assign(new Event("notificationclick"), { notification, waitUntil: () => undefined }),
      );
    });
  }, data);
}

test("the service worker handles no requests and controls no page", async () => {
  const [page] = await open();
  await turnOn(page);
  const [worker] = page.context().serviceWorkers();
  expect(worker?.url()).toBe(`${product.statusPage}/service-worker.js`);
  await page.reload();
  const scope = await page.evaluate(async () => [
    navigator.serviceWorker.controller,
    (await navigator.serviceWorker.getRegistration("/push/"))?.scope,
  ]);
  expect(scope).toEqual([null, `${product.statusPage}/push/`]);
  const script = await (await page.request.get(`${product.statusPage}/service-worker.js`)).text();
  expect(script).toMatch(/["'`]push["'`]/);
  expect(script).not.toMatch(/["'`]fetch["'`]|onfetch/);
});

test("choices are kept, can be changed, and notifications can be turned off", async () => {
  const [page, browser] = await open();
  await pressBell(page);
  const panel = panelOf(page);
  await panel.getByLabel("Only what I pick").check();
  await panel.getByRole("button", { name: "Turn on notifications" }).click();
  await panel.getByText("Choose at least one component, or everything.").waitFor();
  await panel.getByLabel("Website").check();
  await panel.getByRole("button", { name: "Turn on notifications" }).click();
  await panel.getByText("Notifications are on in this browser.").waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await waitForScript(page);
  await pressBell(page);
  await panel.getByText("Notifications are on in this browser.").waitFor();
  expect(await panel.getByLabel("Website").isChecked()).toBe(true);
  expect(await panel.getByLabel("API").isChecked()).toBe(false);
  await openIncident("Of another component");
  await panel.getByLabel("API").check();
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByText("saved").waitFor();
  await openIncident("Of this component");
  await expect
    .poll(() =>
      service.pushes.filter(({ path }) => path === browser.path).map((push) => browser.read(push).title),
    )
    .toEqual(["Service", "Of this component"]);
  await panel.getByRole("button", { name: "Turn off" }).click();
  await panel.getByText("Notifications are off in this browser.").waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  expect(await panel.count()).toBe(0);
  const find = await page.request.post(`${product.statusPage}/api/subscribers/push/find`, {
    data: { endpoint: browser.endpoint },
  });
  expect(await find.json()).toEqual({ subscription: null });
});

test("nobody is asked before a press of the button, and a page that is blocked says so", async () => {
  const [page] = await open("/", "default");
  const requests = () => page.evaluate(() => (window as unknown as { requests: number }).requests);
  await pressBell(page);
  await panelOf(page).getByText("Notifications are off in this browser.").waitFor();
  expect(await requests()).toBe(0);
  await panelOf(page).getByRole("button", { name: "Turn on notifications" }).click();
  await expect.poll(requests).toBe(1);
  const [blocked] = await open("/", "denied");
  await pressBell(blocked);
  await panelOf(blocked).getByText("Notifications from this page are blocked.").waitFor();
  expect(await panelOf(blocked).getByRole("button").allInnerTexts()).toEqual(["Close"]);
});

test("an iPhone that hasn't the page on its home screen is told how", async () => {
  const page = await product.visit("/api/health");
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "standalone", { value: false });
    // Safari has it only for pages on the home screen.
    Reflect.deleteProperty(window, "PushManager");
  });
  await page.goto(product.statusPage);
  await waitForScript(page);
  await pressBell(page);
  await panelOf(page).getByText("Add to Home Screen").waitFor();
  expect(await panelOf(page).getByRole("button").allInnerTexts()).toEqual(["Close"]);
  const manifest = await page.locator("link[rel=manifest]").getAttribute("href");
  const response = await page.request.get(product.statusPage + manifest);
  expect(await response.json()).toMatchObject({ display: "standalone", start_url: "/" });
});

test("a browser without push has no bell", async () => {
  const page = await product.visit("/api/health");
  await page.addInitScript(() => {
    // Older browsers don't have it.
    Reflect.deleteProperty(window, "PushManager");
  });
  await page.goto(product.statusPage);
  await waitForScript(page);
  expect(await page.getByRole("button", { name: "Notifications" }).count()).toBe(0);
  await page.goto(`${product.statusPage}/subscribe`);
  await waitForScript(page);
  expect(await page.getByRole("button", { name: "Notifications" }).count()).toBe(0);
});

test("the panel stays while the page updates itself, returns the focus and has no accessibility violations", async () => {
  const [page] = await open("/subscribe");
  const bell = page.getByRole("main").getByRole("button", { name: "Notifications" });
  await bell.focus();
  await page.keyboard.press("Enter");
  await panelOf(page).waitFor();
  await expectAccessible(page);
  for (const box of await panelOf(page).locator("button:visible, label:visible").all())
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Escape");
  await expect.poll(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);
});
