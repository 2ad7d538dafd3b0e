import { readFile } from "node:fs/promises";
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

test("a subscriber downloads the stored data without JavaScript; an administrator finds, exports and erases it", async () => {
  const admin = await product.reopenConsole("/settings?tab=notifications");
  await admin.getByRole("group", { name: "Email Notifications" }).getByLabel("Enable").check();
  await admin.getByLabel("Source Email Address").fill("status@example.com");
  await admin.getByText("Form protection").click();
  await admin.getByLabel("Privacy notice URL").fill("https://acme.example/privacy");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await admin.getByText("Settings saved", { exact: true }).waitFor();

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
  const [ownFile] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "Download as JSON" }).click(),
  ]);
  expect(ownFile.suggestedFilename()).toBe("subscription.json");
  const record = JSON.parse(await readFile(await ownFile.path(), "utf8"));
  expect(record).toMatchObject({ emailAddress: "reader@example.com", state: "confirmed" });

  await admin.getByRole("link", { name: "Subscribers" }).click();
  const search = admin.getByRole("searchbox");
  const row = admin.getByRole("row", { name: /^(Email )?reader@example\.com/ });
  await row.getByText("Everything").waitFor();
  await search.fill("nobody@example.com");
  await admin.getByText("No subscriber has “nobody@example.com” in the address.").waitFor();
  await search.fill("READER@");
  await row.waitFor();
  await expectAccessible(admin);
  await expectReflow(admin);
  const choose = async (action: string, of = "reader@example.com") => {
    await admin.getByRole("button", { name: `Actions for ${of}` }).click();
    await admin.getByRole("button", { name: action, exact: true }).click();
  };
  const [file] = await Promise.all([admin.waitForEvent("download"), choose("Export")]);
  expect(file.suggestedFilename()).toBe("subscriber.json");
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual(record);

  const dialog = admin.getByRole("dialog", { name: /^Erase .*\?$/ });
  await choose("Erase …");
  await dialog.getByText(/^A fingerprint of the address stays/).waitFor();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Erase" }).click();
  await admin.getByText("Erased reader@example.com").waitFor();
  expect((await visitor.reload())?.status()).toBe(404);

  // The whole address still finds the mark that is left.
  await search.fill("Reader@Example.com");
  await admin.getByText("Ended", { exact: true }).waitFor();
  await choose("Erase …", "An address that is no longer stored");
  await dialog.getByLabel("Also forget that it was here").check();
  await dialog.getByText(/^Nothing stays\./).waitFor();
  await dialog.getByRole("button", { name: "Erase" }).click();
  await admin.getByText("No subscriber has “Reader@Example.com” in the address.").waitFor();
});
