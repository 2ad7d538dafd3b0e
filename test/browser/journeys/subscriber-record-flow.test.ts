import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible, expectReflow } from "../../support/browser/axe.ts";
import { parseHTML } from "../../support/readers/html.ts";
import { mailsOf } from "../../support/readers/mail.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

/** Clicks the button or link and returns the file that the browser saves. */
async function download(page: Page, role: "button" | "link", name: string) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole(role, { name }).click()]);
  return { name: file.suggestedFilename(), record: JSON.parse(await readFile(await file.path(), "utf8")) };
}

test("a subscriber downloads the stored data without JavaScript; an administrator finds, exports and erases it", async () => {
  const admin = await product.reopenConsole("/settings?tab=notifications");
  await admin.getByRole("group", { name: "Email Notifications" }).getByLabel("Enable").check();
  await admin.getByLabel("Source Email Address").fill("status@example.com");
  await admin.getByLabel("Privacy notice URL").fill("https://acme.example/privacy");
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByText("Saved").waitFor();

  const visitor = await product.visit("/", { javaScriptEnabled: false });
  const notice = visitor.getByRole("link", { name: "Privacy notice" });
  expect(await notice.getAttribute("href")).toBe("https://acme.example/privacy");
  await visitor.getByLabel("By email").fill("reader@example.com");
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await visitor.getByRole("heading", { name: "Check your inbox" }).waitFor();
  const confirmationMail = async () =>
    (await mailsOf(product.mailbox)).find(({ to }) => to?.[0]?.address === "reader@example.com");
  await expect.poll(confirmationMail).toBeDefined();
  const link = parseHTML((await confirmationMail())?.html ?? "")
    .querySelector(".button")
    ?.getAttribute("href");
  await visitor.goto(link ?? "");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await visitor.getByRole("link", { name: "Change your subscription" }).click();
  await visitor.getByLabel("A day before a maintenance starts").check();
  await visitor.getByRole("button", { name: "Save" }).click();
  await visitor.getByText("Saved.").waitFor();
  const storedData = visitor.getByRole("region", { name: "What we store about you" });
  await storedData.getByText("Confirmed (your consent)").waitFor();
  const subscriberFile = await download(visitor, "link", "Download as JSON");
  expect(subscriberFile.name).toBe("subscription.json");
  expect(subscriberFile.record).toMatchObject({ emailAddress: "reader@example.com", state: "confirmed" });

  await admin.getByLabel("Find subscriber").fill("nobody@example.com");
  await admin.getByRole("button", { name: "Find" }).click();
  await admin.getByText("Nothing is stored about nobody@example.com.").waitFor();
  await admin.getByLabel("Find subscriber").fill("Reader@Example.com");
  await admin.getByRole("button", { name: "Find" }).click();
  await admin.getByText(/^Subscribed, confirmed /).waitFor();
  await admin.getByText("Gets updates about everything").waitFor();
  await admin.getByText("Reminders of maintenances: a day before").waitFor();
  await admin.getByText("Emails in the last 90 days: 1, failed: 0").waitFor();
  await expectAccessible(admin);
  await expectReflow(admin);
  const exportedFile = await download(admin, "button", "Export");
  expect(exportedFile).toEqual({ name: "subscriber.json", record: subscriberFile.record });

  const dialog = admin.getByRole("dialog", { name: "Erase Reader@Example.com?" });
  const openEraseDialog = () => admin.getByRole("button", { name: "Erase" }).click();
  await openEraseDialog();
  await dialog.getByText(/^An unreadable mark stays/).waitFor();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Erase" }).click();
  await admin.getByText("Erased Reader@Example.com").waitFor();
  expect((await visitor.reload())?.status()).toBe(404);

  await admin.getByRole("button", { name: "Find" }).click();
  await admin.getByText(/^Not subscribed: erased /).waitFor();
  await openEraseDialog();
  await dialog.getByLabel("Erase the mark, too").check();
  await dialog.getByText(/^Nothing stays\./).waitFor();
  await dialog.getByRole("button", { name: "Erase" }).click();
  await admin.getByText("Erased Reader@Example.com").waitFor();
  await admin.getByRole("button", { name: "Find" }).click();
  await admin.getByText("Nothing is stored about Reader@Example.com.").waitFor();
});
