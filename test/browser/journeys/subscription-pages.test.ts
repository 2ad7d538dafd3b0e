import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { mailsOf } from "../../support/readers/mail.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(product.api.settings.$patch({ json: { serviceName: "Acme", emailNotification } }));
  for (const name of ["API", "Website"]) await answer(product.api.components.$post({ json: { name } }));
});
afterEach(() => product.closePages());

/** Returns the link in the confirmation email to the address. */
async function confirmationLink(address: string): Promise<string> {
  const findMail = async () =>
    (await mailsOf(product.mailbox)).find(({ to }) => to?.some((one) => one.address === address));
  await expect.poll(findMail).toBeDefined();
  return /http[^\s>]+\/subscriptions\/[^\s>]+/.exec((await findMail())?.text ?? "")?.[0] ?? "";
}

const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

for (const javaScriptEnabled of [false, true]) {
  test(`a visitor subscribes, confirms, changes the choices and unsubscribes ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const address = `visitor-${javaScriptEnabled}@example.com`;
    const options = { javaScriptEnabled, timezoneId: "Asia/Tokyo" };
    const page = await product.visit("/", options);
    await page.getByLabel("By email").fill(address);
    await page.getByRole("button", { name: "Subscribe" }).click();
    await waitForHeading(page, "Check your inbox");

    await page.goto(await confirmationLink(address));
    await waitForHeading(page, "Confirm your subscription");
    await page.getByRole("button", { name: "Confirm" }).click();
    await waitForHeading(page, "You're subscribed");

    await page.getByRole("link", { name: "Change your subscription" }).click();
    await waitForHeading(page, "Your subscription");
    expect(await page.getByLabel("Time zone").inputValue()).toBe(javaScriptEnabled ? "Asia/Tokyo" : "UTC");
    expect(await page.getByRole("checkbox", { name: "Website" }).count()).toBe(0);
    await page.getByLabel("Only what I pick").check();
    await page.getByLabel("Website").check();
    await page.getByLabel("Time zone").selectOption("Europe/Lisbon");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByLabel("Website").isChecked()).toBe(true);
    expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Lisbon");

    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await waitForHeading(page, "You're not subscribed");
  });
}

test("the form with all choices has the browser's time zone, and keeps its values after an error", async () => {
  const page = await product.revisit("/", { timezoneId: "America/Sao_Paulo" });
  await page.getByRole("link", { name: "Choose components, time zone and language" }).click();
  await waitForHeading(page, "Email updates");
  await expect.poll(() => page.getByLabel("Time zone").inputValue()).toBe("America/Sao_Paulo");
  await page.getByLabel("Email address").fill("choosy@example.com");
  await page.getByLabel("Only what I pick").check();
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Email address").inputValue()).toBe("choosy@example.com");
  expect(await page.getByLabel("Time zone").inputValue()).toBe("America/Sao_Paulo");
  await page.getByLabel("API").check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await waitForHeading(page, "Check your inbox");
  await page.goto(await confirmationLink("choosy@example.com"));
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await waitForHeading(page, "Bestätigen Sie Ihr Abonnement");
});

// `page-accessibility.test.ts` has those that need no subscription.
test("every page of a subscription is accessible", async () => {
  const page = await product.revisit("/subscribe");
  await page.getByLabel("Email address").fill("everybody@example.com");
  await page.getByLabel("Only what I pick").check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.getByRole("alert").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Everything").check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await waitForHeading(page, "Check your inbox");
  const link = (await confirmationLink("everybody@example.com")).replace("/confirm", "");
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm" }).click();
  await waitForHeading(page, "You're subscribed");
  await expectAccessible(page);
  await page.goto(link);
  await expectAccessible(page);
  await page.goto(`${link}/unsubscribe`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await waitForHeading(page, "You're not subscribed");
  await expectAccessible(page);
});

test("a chosen group has its components ticked, and leaves what was chosen before", async () => {
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Payments" } }));
  for (const name of ["Cards", "Payouts"])
    await answer(product.api.components.$post({ json: { name, groupID } }));
  const page = await product.revisit("/subscribe");
  await page.getByLabel("Only what I pick").check();
  await page.getByLabel("Components: Payments").click();
  await page.getByLabel("Cards").check();
  const boxes = async () =>
    Promise.all(
      ["Cards", "Payouts"].map(async (name) => {
        const box = page.getByLabel(name);
        return [await box.isChecked(), await box.isDisabled()];
      }),
    );
  const isMixed = () => page.getByLabel("All of Payments").evaluate((box) => box.matches(":indeterminate"));
  expect(await isMixed()).toBe(true);
  await page.getByLabel("All of Payments").check();
  expect(await isMixed()).toBe(false);
  expect(await boxes()).toEqual([
    [true, true],
    [true, true],
  ]);
  await expectAccessible(page);
  await page.getByLabel("All of Payments").uncheck();
  expect(await boxes()).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(await isMixed()).toBe(true);
});
