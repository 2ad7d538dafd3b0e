import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

async function turnOnMail() {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
}

test("without script, Get updates leads to the form and puts the focus into its field", async () => {
  await turnOnMail();
  for (const path of ["/", "/history"]) {
    const page = await product.visit(path, { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Get updates" }).click();
    await page.waitForURL("**/subscribe#email");
    await page.locator("#email:focus").waitFor();
  }
});

test("with script, Get updates shows its ways where it is pressed, and Escape or another press closes them", async () => {
  await turnOnMail();
  const { incidentID } = await answer(
    product.api.incidents.$post({ json: { name: "Slow", status: "Investigating" } }),
  );
  for (const path of ["/", "/history", `/incidents/${incidentID}`]) {
    const page = await product.visit(path, { timezoneId: "Asia/Tokyo" });
    const link = page.getByRole("link", { name: "Get updates" });
    await link.click();
    const panel = page.getByRole("dialog", { name: "Get updates" });
    await panel.locator("input[type=email]:focus").waitFor();
    expect(await panel.locator("input[name=timeZone]").first().inputValue()).toBe("Asia/Tokyo");
    expect(
      await page.evaluate(() => [
        scrollY,
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ]),
    ).toEqual([0, 0]);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await link.click();
    await panel.waitFor();
    await page.mouse.click(5, 400);
    await panel.waitFor({ state: "hidden" });
  }
});

test("the ways to get updates are tabs, which arrow keys choose, and the form subscribes", async () => {
  await turnOnMail();
  const page = await product.visit("/");
  await page.getByRole("link", { name: "Get updates" }).click();
  const panel = page.getByRole("dialog", { name: "Get updates" });
  await panel.waitFor();
  const chosen = () => panel.getByRole("tab", { selected: true }).textContent();
  expect(await panel.getByRole("tab").allTextContents()).toEqual(expect.arrayContaining(["Email", "Feeds"]));
  await panel.getByRole("tab", { name: "Email" }).focus();
  await page.keyboard.press("ArrowLeft");
  expect(await chosen()).toBe("Feeds");
  await panel.getByRole("link", { name: "RSS" }).waitFor();
  await page.keyboard.press("ArrowRight");
  expect(await chosen()).toBe("Email");
  await expectAccessible(page);
  await panel.getByLabel("Email address").fill("reader@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/subscribe/asked");
});
