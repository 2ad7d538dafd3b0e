import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { root } from "../../tools/paths.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/time/domain.ts";
import { openWithSession } from "../support/console-session.ts";
import { makeKillableChromium } from "../support/killable-chromium.ts";
import { type Product, startProduct } from "../support/product.ts";

// This table has every form with a draft. A file that has a draft and isn't listed fails the first test.

let product: Product;
let chromium: Awaited<ReturnType<typeof makeKillableChromium>>;
let context: BrowserContext;
let page: Page;
let apiKeyValue: string;
let incidentID: string;

beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  await answer(api.components.$post({ json: { name: "API" } }));
  ({ incidentID } = await answer(
    api.incidents.$post({ json: { name: "API is down", status: "Investigating", message: "We look." } }),
  ));
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

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabel(label, { exact: true });

/** Opens the console, and presses buttons in this order. */
const openForm =
  (path: string, ...names: (string | RegExp)[]) =>
  async () => {
    await page.goto(product.adminPage + path);
    for (const name of names) await button(name).click();
  };

interface DraftCase {
  file: string;
  name: string;
  open: () => Promise<unknown>;
  /** Texts by the label of their field. */
  texts: Record<string, string>;
}

const draftCases: DraftCase[] = [
  {
    file: "components/component-dialog.tsx",
    name: "Add Component",
    open: openForm("/components", "Add"),
    texts: { Name: "Mail", "Description (optional)": "Sends letters" },
  },
  {
    file: "components/component-dialog.tsx",
    name: "Edit Component",
    open: openForm("/components", "Edit API"),
    texts: { Name: "Public API" },
  },
  {
    file: "components/group-dialog.tsx",
    name: "New Group",
    open: openForm("/components", "New group"),
    texts: { Name: "Platform" },
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Add Incident",
    open: openForm("/incidents", "Add"),
    texts: { Name: "Mail is slow", Message: "We look into it.\nSoon more." },
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Update Incident",
    open: openForm("/incidents", "Edit API is down"),
    texts: { Name: "API was down", Message: "It is back." },
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Add Scheduled Maintenance",
    open: openForm("/maintenances", "Add"),
    texts: {
      Name: "Moving servers",
      "Start Time, date": "2029-01-30",
      "End Time, date": "2029-01-31",
      Message: "Everything stops.",
    },
  },
  {
    file: "notices/update-message-editor.tsx",
    name: "Edit message",
    open: openForm("/incidents", "Edit API is down", /^Edit the message of/),
    texts: { "Edited message": "We look into it." },
  },
  {
    file: "notices/place/composer.tsx",
    name: "Post an update",
    open: () => page.goto(`${product.adminPage}/incidents/${incidentID}`),
    texts: { Message: "A disk was full." },
  },
  {
    file: "notices/place/name-editor.tsx",
    name: "Rename",
    open: async () => {
      await page.goto(`${product.adminPage}/incidents/${incidentID}`);
      await button("Rename API is down").click();
    },
    texts: { Name: "API was down" },
  },
  {
    file: "notices/place/update-editor.tsx",
    name: "Edit update",
    open: async () => {
      await page.goto(`${product.adminPage}/incidents/${incidentID}`);
      await button(/^Edit the update/).click();
    },
    texts: { "Edited message": "We look into it.", "Posted at, date": "2026-01-31" },
  },
  {
    file: "postmortems/write-up-editor.tsx",
    name: "Write-up",
    open: () => page.goto(`${product.adminPage}/incidents/${incidentID}/write-up`),
    texts: { Text: "## What happened\nA disk was full." },
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Add Metric",
    open: async () => {
      await openForm("/metrics", "Add")();
      await field("Metrics Type").selectOption("Prometheus");
      await page.getByText("Advanced", { exact: true }).click();
    },
    texts: {
      URL: "https://prometheus.example.com",
      Expression: "rate(requests[5m])",
      "Secret name (optional)": "PROMETHEUS_MAIN",
      Title: "Requests",
      Unit: "per second",
      Description: "All regions",
    },
  },
  {
    file: "settings/general-tab.tsx",
    name: "General",
    open: async () => {
      await openForm("/settings")();
      await button("Add key").waitFor();
      if (!(await field("Name (optional)").isVisible())) await button("Add key").click();
    },
    texts: {
      "Service name": "Example",
      "Keep the audit log for (days)": "365",
      "Name (optional)": "Deploys",
      "Last day of use, date": "2097-01-31",
    },
  },
  {
    file: "settings/design-tab.tsx",
    name: "Design",
    open: async () => {
      await openForm("/settings?tab=design")();
      await button("Add header link").waitFor();
      if (!(await field("Header link 1, name").isVisible())) await button("Add header link").click();
    },
    texts: {
      "Background Color": "#123456",
      "Accent Color": "#663399",
      Note: "We move on Friday.",
      "Header link 1, name": "Docs",
      "Header link 1, address": "https://example.com/docs",
    },
  },
  {
    file: "settings/notifications-tab.tsx",
    name: "Notifications",
    open: openForm("/settings?tab=notifications"),
    texts: {
      "Source Email Address": "status@example.com",
      "Privacy notice URL": "https://example.com/privacy",
      "Turnstile Site Key": "0xSite",
    },
  },
  {
    file: "mail/test-mail.tsx",
    name: "Send test",
    open: openForm("/settings?tab=notifications"),
    texts: { "Send test to": "me@example.com" },
  },
  {
    file: "subscribers/find-subscriber.tsx",
    name: "Find subscriber",
    open: openForm("/settings?tab=notifications"),
    texts: { "Find subscriber": "reader@example.com" },
  },
  {
    file: "channels/channel-dialog.tsx",
    name: "Add Channel",
    open: openForm("/settings?tab=notifications", "Add channel"),
    texts: { Name: "Operations" },
  },
  {
    file: "templates/template-dialog.tsx",
    name: "Add Template",
    open: openForm("/settings?tab=templates", "Add template"),
    texts: { Name: "Outage", Title: "{{components}} is down", Message: "We look into it." },
  },
];

test("every file with a draft is in the table", () => {
  const folder = join(root, "web/admin");
  const filesWithDrafts = globSync("*/**/*.tsx", { cwd: folder }).filter((file) =>
    / restored=\{|\{\.\.\.formProps\}/.test(readFileSync(join(folder, file), "utf8")),
  );
  expect(filesWithDrafts.toSorted()).toEqual([...new Set(draftCases.map(({ file }) => file))].toSorted());
});

for (const { name, open, texts } of draftCases) {
  test(`${name}: killing the browser in the middle loses no text, and Discard removes it`, async () => {
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
}

test("a draft contains no secret, and is deleted when the last change is taken back", async () => {
  await openForm("/settings?tab=notifications")();
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
