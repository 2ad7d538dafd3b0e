import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("Get updates puts the focus into the field for the address, on each page and without script", async () => {
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
  const { incidentID } = await answer(
    product.api.incidents.$post({ json: { name: "Slow", status: "Investigating" } }),
  );
  for (const path of ["/", "/history", `/incidents/${incidentID}`])
    for (const javaScriptEnabled of [true, false]) {
      const page = await product.visit(path, { javaScriptEnabled });
      await page.getByRole("link", { name: "Get updates" }).click();
      await page.locator("#email:focus").waitFor();
      await expect.poll(async () => (await page.getByText("By email").boundingBox())?.y).toBeGreaterThan(0);
    }
});
