import { afterEach, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("the console shows that it is loading its settings, and starts once they arrive", async () => {
  const page = await product.openSignIn();
  let settings = "";
  await page.route("**/settings.js", async (route) => {
    settings = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await page.reload();
  await page.getByRole("heading", { name: "Loading settings…" }).waitFor();
  await page.evaluate(settings);
  await page.getByLabel("Email Address").waitFor();
});

test("the header links to the status page while the public settings can't be read", async () => {
  const page = await product.reopenConsole("/users");
  await page.route("**/api/public-settings*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(product.adminPage);
  await page.getByRole("heading", { name: "Components" }).waitFor();
  const link = page.getByRole("link", { name: /^Status page/ });
  expect(await link.getAttribute("href")).toBe(`${product.statusPage}/`);
});
