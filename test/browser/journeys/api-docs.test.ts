import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessibleWithZoom } from "../../support/browser/axe.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

// Swagger UI has links in its buttons, no h2 between h1 and h3, and no landmark around its introduction.
const swaggerBreaks = ["nested-interactive", "heading-order", "region"];

test("a visitor tries a public call in the API's documentation, which is accessible and requests nothing from other sites", async () => {
  await answer(product.api.components.$post({ json: { name: "Sign-in", description: "" } }));
  const page = await product.revisit();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).protocol + new URL(request.url()).host));
  await page.goto(`${product.statusPage}/api/docs`);
  await page
    .getByRole("link", { name: "Public calls", exact: true })
    .and(page.locator("[aria-current=page]"))
    .waitFor();
  await page.locator(".opblock").first().waitFor();
  await expectAccessibleWithZoom(page, swaggerBreaks);
  await page.getByText("/api/components", { exact: true }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator(".live-responses-table").getByText("Sign-in").waitFor();
  expect(await page.locator(".opblock-post").count()).toBe(0);
  await page.getByRole("link", { name: "All calls" }).click();
  await page.locator(".opblock-post").first().waitFor();
  await expectAccessibleWithZoom(page, swaggerBreaks);
  // Swagger UI draws only the calls in view.
  await page.getByPlaceholder("Filter by tag or path").fill("/api/v0/incidents");
  await page.locator(".opblock-post").getByText("/api/v0/incidents", { exact: true }).waitFor();
  expect([...hosts].filter((host) => host !== "data:")).toEqual([`http:${new URL(product.statusPage).host}`]);
});
