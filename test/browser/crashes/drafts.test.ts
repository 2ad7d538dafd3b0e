import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { openWithSession } from "../../support/browser/console-session.ts";
import { makeKillableChromium } from "../../support/browser/killable-chromium.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
let chromium: Awaited<ReturnType<typeof makeKillableChromium>>;
let context: BrowserContext;
let page: Page;
let apiKeyValue: string;

beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const key = await answer(api.settings.apikeys.$post({ json: { name: "Monitor" } }));
  apiKeyValue = key.value;

  chromium = await makeKillableChromium();
  context = await chromium.start();
  await openWithSession(await context.newPage(), product.adminPage, product.session);
  // The session is in localStorage, which Chromium writes to disk at once only when it quits.
  await chromium.quit();
  await restart();
});
afterAll(() => chromium?.remove());

async function restart() {
  context = await chromium.start();
  page = await context.newPage();
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabel(label, { exact: true });

/** Opens the console, and presses buttons in this order. */
const openForm =
  (path: string, ...names: string[]) =>
  async () => {
    await page.goto(product.adminPage + path);
    for (const name of names) await button(name).click();
  };

// `test/web/tables/forms.test.tsx` has every form with a draft. All of them store it in the same way.
test("killing the browser in the middle of a form loses no text, and Discard removes it", async () => {
  const texts = { Name: "Mail is slow", Message: "We look into it.\nSoon more." };
  const open = openForm("/incidents", "Add");
  await open();
  for (const [label, text] of Object.entries(texts)) {
    await field(label).fill(text.slice(0, -1));
    await field(label).press("End");
    await field(label).pressSequentially(text.slice(-1));
  }
  await storedDrafts(); // Reading takes a few milliseconds, as long as the write.
  await chromium.kill();

  await restart();
  await open();
  for (const [label, text] of Object.entries(texts)) expect(await field(label).inputValue()).toBe(text);
  const notice = page.getByText(/^Your draft from \d\d:\d\d is back\./);
  await notice.waitFor();
  await notice.getByRole("button", { name: "Discard" }).click();
  await notice.waitFor({ state: "detached" });
  expect(await storedDrafts()).toEqual([]);
});

test("a draft contains no secret, and is deleted when the last change is taken back", async () => {
  await openForm("/settings?tab=notifications")();
  await page.getByText("Form protection").click();
  await field("Turnstile Secret Key").fill("0xSecret");
  await field("Turnstile Site Key").fill("0xSite");
  await page.getByRole("tab", { name: "General" }).click();
  await field("Service name").fill("Example");
  const stored = await storedDrafts();
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).toContain("0xSite");
  expect(JSON.stringify(stored)).not.toContain("0xSecret");
  expect(apiKeyValue).toMatch(/^.{20,}$/);
  expect(JSON.stringify(stored)).not.toContain(apiKeyValue);

  await field("Service name").fill("");
  await page.getByRole("tab", { name: "Notifications" }).click();
  await field("Turnstile Site Key").fill("");
  expect(await storedDrafts()).toEqual([]);
});

test("two tabs with the same form store what was typed last, and sending it in one tab deletes the draft in both", async () => {
  await openForm("/components", "Add")();
  await field("Name").fill("Typed first");
  const other = await context.newPage();
  await other.goto(`${product.adminPage}/components`);
  await other.getByRole("button", { name: "Add", exact: true }).click();
  const otherName = other.getByLabel("Name", { exact: true });
  expect(await otherName.inputValue()).toBe("Typed first");
  await otherName.fill("Typed last");
  expect(await field("Name").inputValue()).toBe("Typed first");

  await page.keyboard.press("Escape");
  await button("Add").click();
  expect(await field("Name").inputValue()).toBe("Typed last");
  await other.keyboard.press("Enter");
  await other.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("Your draft from").waitFor({ state: "detached" });
  expect(await field("Name").inputValue()).toBe("");
  expect(await storedDrafts()).toEqual([]);
  await other.close();
});

test("the 50 newest drafts of each administrator are kept, for 30 days", async () => {
  await openForm("/components", "Add")();
  await field("Name").fill("Newest");
  const [own] = (await storedDrafts()) as { key: string }[];
  const [sub] = own?.key.split("/") ?? [];
  const savedAgo = (ageMs: number, key: string) => ({
    key,
    savedAt: Date.now() - ageMs,
    edits: { name: key },
  });
  const others = ["other/component/", "other/incident/"].map((key) => savedAgo(29 * DAY_MS, key));
  const older = Array.from({ length: 50 }, (_, n) =>
    savedAgo((n + 1) * MINUTE_MS, `${sub}/component/${n + 1}`),
  );
  const expired = [sub, "other"].map((owner) => savedAgo(31 * DAY_MS, `${owner}/component/expired`));
  await replaceDrafts([own, ...others, ...older, ...expired]);
  await page.reload();
  await button("Add").waitFor();
  const keys = async () => ((await storedDrafts()) as { key: string }[]).map(({ key }) => key).toSorted();
  const remaining = [own, ...others, ...older.slice(0, 49)].map((draft) => draft?.key).toSorted();
  await expect.poll(keys).toEqual(remaining);
  await replaceDrafts([]);
});

test("a text of more than 1 MB survives a closed dialog, but isn't stored", async () => {
  await openForm("/incidents", "Add")();
  await field("Message").fill("x".repeat(1_000_000));
  await field("Name").fill("A long one");
  expect(await storedDrafts()).toEqual([]);
  await page.keyboard.press("Escape");
  await button("Add").click();
  expect((await field("Message").inputValue()).length).toBe(1_000_000);
  await field("Message").fill("Short");
  expect(await storedDrafts()).toMatchObject([{ edits: { name: "A long one", message: "Short" } }]);
  await replaceDrafts([]);
});

test("a sign-out leaves the administrator's drafts neither on the device nor in another tab, and those of others", async () => {
  const other = { key: "other/component/", savedAt: Date.now(), edits: { name: "Another's" } };
  await openForm("/components", "Add")();
  await replaceDrafts([other]);
  await page.reload();
  await button("Add").click();
  await field("Name").fill("Half written");
  const secondTab = await context.newPage();
  await secondTab.goto(`${product.adminPage}/incidents`);
  await secondTab.getByRole("button", { name: "Add", exact: true }).click();
  await secondTab.getByLabel("Name", { exact: true }).fill("In the other tab");
  await page.keyboard.press("Escape");
  expect(await storedDrafts()).toHaveLength(3);

  await button("User menu").click();
  await button("Sign out").click();
  const dialog = page.getByRole("dialog", { name: "Sign out" });
  await dialog.getByText("2 drafts on this device will be deleted.").waitFor();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/signin");
  await secondTab.waitForURL("**/signin");
  expect(await storedDrafts()).toEqual([other]);
  await secondTab.close();
});

function replaceDrafts(drafts: unknown[]): Promise<void> {
  return page.evaluate(
    (replacements) =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open("daymark-drafts");
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          const transaction = openRequest.result.transaction("drafts", "readwrite");
          const store = transaction.objectStore("drafts");
          store.clear();
          for (const draft of replacements) store.put(draft);
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error);
        };
      }),
    drafts,
  );
}

/** Waits for earlier writes and returns everything in the database of drafts. */
function storedDrafts(): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const openRequest = indexedDB.open("daymark-drafts");
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          // A readwrite transaction waits for all earlier ones.
          const getRequest = openRequest.result
            .transaction("drafts", "readwrite")
            .objectStore("drafts")
            .getAll();
          getRequest.onsuccess = () => resolve(getRequest.result);
          getRequest.onerror = () => reject(getRequest.error);
        };
      }),
  );
}
