import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

const tomorrow = () => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
};

test("a planned maintenance starts and completes by itself, and the page says so each time", async () => {
  await answer(product.api.components.$post({ json: { name: "Database" } }));
  const midnight = tomorrow();
  const admin = await product.openConsole("/maintenances");
  await admin.getByRole("button", { name: "Add" }).click();
  const added = admin.getByRole("dialog", { name: "Add Scheduled Maintenance" });
  await added.getByLabel("Name").fill("Database upgrade");
  await added.getByLabel("Message").fill("Some writes may fail.");
  await added.getByLabel("End Time, time").selectOption("00:30");
  await added.getByRole("button", { name: "Add" }).click();
  await added.waitFor({ state: "detached" });
  await admin.getByRole("button", { name: "Edit Database upgrade" }).click();
  const updated = admin.getByRole("dialog", { name: "Update Scheduled Maintenance" });
  await updated.getByLabel("Database", { exact: true }).selectOption("Under Maintenance");
  await updated.getByRole("button", { name: "Update" }).click();
  await updated.waitFor({ state: "detached" });

  const visitor = await product.visit();
  const planned = visitor.getByRole("region", { name: "Scheduled maintenance" }).getByRole("article");
  await planned.getByRole("heading", { name: "Database upgrade" }).waitFor();
  expect(await statusesOn(visitor)).toEqual({ component: "Operational", maintenance: "Scheduled" });
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();

  await product.tick(new Date(midnight - MINUTE_MS));
  await visitor.reload();
  expect(await statusesOn(visitor)).toEqual({ component: "Operational", maintenance: "Scheduled" });

  await product.tick(new Date(midnight));
  await visitor.reload();
  expect(await statusesOn(visitor)).toEqual({ component: "Under Maintenance", maintenance: "In Progress" });
  await planned.getByText("The scheduled maintenance has started.").waitFor();

  await planned.getByRole("link", { name: "Database upgrade" }).click();
  await visitor.waitForURL("**/maintenances/*");
  await product.tick(new Date(midnight + 30 * MINUTE_MS));
  await visitor.reload();
  await visitor.getByText("The scheduled maintenance has been completed.").waitFor();
  expect(await visitor.getByRole("article").locator("header .status").textContent()).toBe("Completed");
  await visitor.getByRole("link", { name: "Current status" }).click();
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  expect(await planned.count()).toBe(0);
});

async function statusesOn(page: Page) {
  const component = page.getByRole("region", { name: "Components" }).locator(".status");
  const maintenance = page.getByRole("region", { name: "Scheduled maintenance" }).locator("header .status");
  return { component: await component.textContent(), maintenance: await maintenance.textContent() };
}
