import type { FrameLocator, Page } from "playwright-core";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../worker/shared/time/domain.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { choose } from "../support/browser/choose.ts";
import { mailsOf } from "../support/readers/mail.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

/** Reads the newest email with the subject in the mailbox of `npm start`, which can close an open email when it loads its list again. */
function readNewestMail<T>(
  mailbox: Page,
  subject: string,
  read: (body: FrameLocator, options: { timeout: number }) => Promise<T>,
): Promise<T> {
  const mail = mailbox.locator(".email").filter({ hasText: subject }).first();
  const readOnce = async () => {
    if (!(await mail.locator("iframe").isVisible()))
      await mail.getByRole("button", { name: "Toggle HTML view" }).click();
    return read(mail.frameLocator("iframe"), { timeout: 5 * SECOND_MS });
  };
  return vi.waitFor(readOnce, { timeout: MINUTE_MS });
}

test("a visitor subscribes, confirms by email, gets an email about an incident, and unsubscribes with one click", async () => {
  const admin = await product.reopenConsole("/settings");
  await admin.getByLabel("Service name").fill("Acme Cloud");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByText("Settings saved", { exact: true }).waitFor();
  await admin.getByRole("tab", { name: "Notifications" }).click();
  await admin.getByRole("group", { name: "Email Notifications" }).getByLabel("Enable").check();
  await admin.getByLabel("Source Email Address").fill("status@example.com");
  const panel = admin.getByRole("tabpanel", { name: "Notifications" });
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await panel.getByText("Nothing to save").waitFor();

  const visitor = await product.revisit();
  await visitor.getByLabel("By email").fill("reader@example.com");
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await visitor.getByRole("heading", { name: "Check your inbox" }).waitFor();

  const mailbox = await product.openMailbox();
  const link = await readNewestMail(mailbox, "[Acme Cloud] Confirm your subscription", (body, options) =>
    body.getByRole("link", { name: "Confirm the subscription" }).getAttribute("href", options),
  );
  await visitor.goto(link ?? "");
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await visitor.getByRole("heading", { name: "You're subscribed" }).waitFor();

  await admin.getByRole("link", { name: "Incidents" }).click();
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Add Incident" });
  await dialog.getByLabel("Name").fill("Uploads fail");
  await dialog.getByLabel("Message", { exact: true }).fill("We are **looking** into it.");
  expect(await dialog.getByLabel("Notify subscribers").isChecked()).toBe(true);
  await dialog.getByText("1 person gets an email.").waitFor();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  await readNewestMail(mailbox, "[Acme Cloud] Investigating: Uploads fail", (body, options) =>
    body.getByText("We are looking into it.").waitFor({ state: "attached", ...options }),
  );
  const [newestMail] = (await mailsOf(product.mailbox)).slice(-1);
  const unsubscribeURL = /^<(http:.+)>$/.exec(newestMail?.header("List-Unsubscribe") ?? "")?.[1] ?? "";
  const body = new URLSearchParams(newestMail?.header("List-Unsubscribe-Post"));
  expect((await fetch(unsubscribeURL, { method: "POST", body })).status).toBe(200);

  await admin.getByRole("button", { name: "Edit Uploads fail" }).click();
  const updateDialog = admin.getByRole("dialog", { name: "Update Incident" });
  await choose(updateDialog, "Incident Status", "Resolved");
  await updateDialog.getByText("No one has subscribed to this.").waitFor();
  await updateDialog.getByRole("button", { name: "Update" }).click();
  await updateDialog.waitFor({ state: "detached" });

  await admin.getByRole("link", { name: "Settings" }).click();
  await admin.getByRole("tab", { name: "Notifications" }).click();
  const mailLog = admin.getByRole("table", { name: "Delivery log" });
  await mailLog.getByText("Email 1/1").waitFor();
  expect(await mailLog.getByRole("row").count()).toBe(2);
  await expectAccessible(admin);
  expect((await mailsOf(product.mailbox)).map(({ subject }) => subject)).toEqual([
    "[Acme Cloud] Test email",
    "[Acme Cloud] Confirm your subscription",
    "[Acme Cloud] Investigating: Uploads fail",
  ]);
});
