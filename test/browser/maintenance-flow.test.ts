import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

const nextMidnight = () => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
};

test("a scheduled maintenance starts and completes at its times, and the page shows each status", async () => {
  await answer(product.api.components.$post({ json: { name: "Database" } }));
  const midnight = nextMidnight();
  const admin = await product.reopenConsole("/maintenances");
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  const addDialog = admin.getByRole("dialog", { name: "Add Scheduled Maintenance" });
  await addDialog.getByLabel("Name").fill("Database upgrade");
  await addDialog.getByLabel("Message").fill("Some writes may fail.");
  await addDialog.getByLabel("End Time, time").selectOption("00:30");
  await addDialog.getByRole("button", { name: "Add", exact: true }).click();
  await addDialog.waitFor({ state: "detached" });
  await admin.getByRole("button", { name: "Edit Database upgrade" }).click();
  const updateDialog = admin.getByRole("dialog", { name: "Update Scheduled Maintenance" });
  const database = updateDialog.getByLabel("Database", { exact: true });
  await database.getByRole("radio", { name: "Under Maintenance" }).check();
  await updateDialog.getByRole("button", { name: "Update" }).click();
  await updateDialog.waitFor({ state: "detached" });

  const visitor = await product.revisit();
  const scheduled = visitor.getByRole("region", { name: "Scheduled maintenance" }).getByRole("article");
  await scheduled.getByRole("heading", { name: "Database upgrade" }).waitFor();
  expect(await statusesOn(visitor)).toEqual({ component: "Operational", maintenance: "Scheduled" });
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();

  await product.runCron(new Date(midnight - MINUTE_MS));
  await visitor.reload();
  expect(await statusesOn(visitor)).toEqual({ component: "Operational", maintenance: "Scheduled" });

  await product.runCron(new Date(midnight));
  await visitor.reload();
  expect(await statusesOn(visitor)).toEqual({ component: "Under Maintenance", maintenance: "In Progress" });
  expect(await scheduled.count()).toBe(0);
  const running = visitor.getByRole("region", { name: "Maintenance in progress" }).getByRole("article");
  await running.getByText("The scheduled maintenance has started.").waitFor();

  await running.getByRole("link", { name: "Database upgrade" }).click();
  await visitor.waitForURL("**/maintenances/*");
  await product.runCron(new Date(midnight + 30 * MINUTE_MS));
  await visitor.reload();
  await visitor.getByText("The scheduled maintenance has been completed.").waitFor();
  expect(await visitor.getByRole("article").locator("header .status").textContent()).toBe("Completed");
  await visitor.getByRole("link", { name: "Current status" }).click();
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  expect((await scheduled.count()) + (await running.count())).toBe(0);
});

async function statusesOn(page: Page) {
  const component = page.getByRole("region", { name: "Components" }).locator(".status");
  const maintenance = page.getByRole("region", { name: /maintenance/i }).locator("header .status");
  return { component: await component.textContent(), maintenance: await maintenance.textContent() };
}
