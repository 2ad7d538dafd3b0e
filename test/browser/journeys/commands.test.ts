import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectFocus } from "../../support/browser/keyboard.ts";
import { addComponents } from "../../support/factories/factories.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// These tests use only the keyboard.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("a command sets the status of a component far down in the list", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `Server ${index}`);
  await addComponents(product, [...names, "API"]);
  const page = await product.reopenConsole("/users");
  await page.getByRole("button", { name: "Commands" }).waitFor(); // It listens to the keys, too.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("component set api partial");
  await page.getByRole("option", { name: "Set API to Partial Outage", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await expectFocus(page, page.getByRole("button", { name: "Partial Outage", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Status of API: Partial Outage" }).waitFor();
  const components = await answer(product.api.components.$get({ query: {} }));
  expect(components.filter(({ status }) => status !== "Operational")).toMatchObject([
    { name: "API", status: "Partial Outage" },
  ]);
  // Closing the menu takes it out of the address and returns the focus.
  await expectFocus(page, page.getByRole("button", { name: "Status of API: Partial Outage" }));
  expect(new URL(page.url()).search).toBe("");
});
