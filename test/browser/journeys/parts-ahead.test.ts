import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

/** Opens the palette of commands, which is a file of its own. */
async function openCommands(page: Page) {
  await page.getByRole("button", { name: "Commands" }).click();
  await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").waitFor();
}

test("an idle console loads its parts ahead, so that they open while the network is away", async () => {
  const page = await product.openConsole("/users", { savesData: false });
  await page.waitForEvent("requestfinished", (request) => request.url().includes("/palette-"));
  await page.context().setOffline(true);
  await openCommands(page);
});

test("a browser that saves data loads a part only when it is opened", async () => {
  const page = await product.openBeforeConsole();
  await page.clock.install();
  await page.goto(`${product.adminPage}/users`);
  await page.getByRole("button", { name: "Commands" }).waitFor();
  const loadedAhead: string[] = [];
  page.on("request", (request) => request.url().includes("/assets/") && loadedAhead.push(request.url()));
  await page.clock.runFor(10 * SECOND_MS);
  const palette = page.waitForRequest("**/assets/palette-*");
  await openCommands(page);
  await palette;
  expect(loadedAhead.filter((url) => /-(dialog|screen|tab)-/.test(url))).toEqual([]);
});
