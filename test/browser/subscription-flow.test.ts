import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/axe.ts";
import { mailsOf } from "../support/mail.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

/** The body of the mail on top, as the mailbox of `npm start` shows it. */
async function openNewest(mailbox: Page, subject: string) {
  const mail = mailbox.locator(".email").filter({ hasText: subject }).first();
  await mail.getByRole("button", { name: "Toggle HTML view" }).click();
  return mail.frameLocator("iframe");
}

test("a visitor subscribes, confirms in the mailbox, hears of an incident, and leaves with one click", async () => {
  const admin = await product.openConsole("/settings");
  await admin.getByLabel("Service name").fill("Acme Cloud");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByText("Saved").waitFor();
  await admin.getByRole("tab", { name: "Notifications" }).click();
  await admin.getByRole("radio", { name: "Enable" }).check();
  await admin.getByLabel("Source Email Address").fill("status@example.com");
  const panel = admin.getByRole("tabpanel", { name: "Notifications" });
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByText("Saved").waitFor();

  const visitor = await product.visit();
  await visitor.getByLabel("By email").fill("reader@example.com");
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await visitor.getByRole("heading", { name: "Check your inbox" }).waitFor();

  const mailbox = await product.openMailbox();
  const confirmation = await openNewest(mailbox, "[Acme Cloud] Confirm your subscription");
  const link = await confirmation
    .getByRole("link", { name: "Confirm the subscription" })
    .getAttribute("href");
  await visitor.goto(link ?? "");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await visitor.getByRole("heading", { name: "You're subscribed" }).waitFor();

  await admin.getByRole("link", { name: "Incidents" }).click();
  await admin.getByRole("button", { name: "Add" }).click();
  const dialog = admin.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill("Uploads fail");
  await dialog.getByLabel("Message", { exact: true }).fill("We are **looking** into it.");
  expect(await dialog.getByLabel("Notify subscribers").isChecked()).toBe(true);
  await dialog.getByText("1 subscriber gets an email.").waitFor();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.waitFor({ state: "detached" });

  const news = await openNewest(mailbox, "[Acme Cloud] Investigating: Uploads fail");
  await news.getByText("We are looking into it.").waitFor();
  const [last] = (await mailsOf(product.mailbox)).slice(-1);
  const oneClick = /^<(http:.+)>$/.exec(last?.header("List-Unsubscribe") ?? "")?.[1] ?? "";
  const body = new URLSearchParams(last?.header("List-Unsubscribe-Post"));
  expect((await fetch(oneClick, { method: "POST", body })).status).toBe(200);

  await admin.getByRole("button", { name: "Edit Uploads fail" }).click();
  const update = admin.getByRole("dialog", { name: "Update Incident" });
  await update.getByLabel("Incident Status").selectOption("Resolved");
  await update.getByText("No one has subscribed to this.").waitFor();
  await update.getByRole("button", { name: "Update" }).click();
  await update.waitFor({ state: "detached" });

  await admin.getByRole("link", { name: "Settings" }).click();
  await admin.getByRole("tab", { name: "Notifications" }).click();
  const log = admin.getByRole("list", { name: "Sent email" });
  await log.getByText("1 sent, 0 failed, 0 waiting").waitFor();
  expect(await log.getByRole("listitem").count()).toBe(1);
  await expectAccessible(admin);
  expect((await mailsOf(product.mailbox)).map(({ subject }) => subject)).toEqual([
    "[Acme Cloud] Test email",
    "[Acme Cloud] Confirm your subscription",
    "[Acme Cloud] Investigating: Uploads fail",
  ]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a mail can be read by everybody where it is ${colorScheme}`, async () => {
    const [newest] = (await mailsOf(product.mailbox)).slice(-1);
    const page = await product.openMailbox({ colorScheme });
    await page.setContent(newest?.html ?? "");
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
