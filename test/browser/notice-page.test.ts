import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

let product: Product;
let path = "";
beforeAll(async () => {
  product = await startProduct();
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  const components = [{ componentID, status: "Major Outage" as const }];
  const json = { name: "Writes fail", status: "Identified", components } as const;
  const { incidentID } = await answer(product.api.incidents.$post({ json }));
  path = `/incidents/${incidentID}`;
  await answer(
    product.api.incidents[":incidentID"].$patch({
      param: { incidentID },
      json: {
        message: "Half of the writes work again.",
        components: [{ componentID, status: "Partial Outage" }],
      },
    }),
  );
});
afterEach(() => product.closePages());

test("a visitor copies the address of an incident in the language of the page", async () => {
  const page = await product.visit(`${path}?lang=de`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Link kopieren" }).click();
  await page.getByRole("button", { name: "Link kopiert" }).waitFor();
  await page.getByRole("status").filter({ hasText: "Link kopiert" }).waitFor({ state: "attached" });
  expect(await page.evaluate(() => document.querySelectorAll("[data-copied]").length)).toBe(1);
  await page.getByRole("button", { name: "Link kopieren" }).waitFor();
  // The page may write to the clipboard, but not read it.
  const other = await page.context().newPage();
  await other.goto(product.adminPage);
  await other.setContent("<textarea autofocus></textarea>");
  await other.locator("textarea").focus();
  await other.keyboard.press("Control+V");
  const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
  expect(await other.locator("textarea").inputValue()).toBe(canonical);
  expect(canonical).toMatch(new RegExp(`${path}\\?lang=de$`));
});

test("without JavaScript, an incident's page has no button that would do nothing", async () => {
  const page = await product.visit(path, { javaScriptEnabled: false });
  await page.getByText(/ · ongoing$/).waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
});
