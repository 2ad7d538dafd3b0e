import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { MINUTE_MS } from "../../worker/time/domain.ts";
import { expectAccessible } from "../support/axe.ts";
import { mailsOf } from "../support/mail.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

const subscriber = `INSERT INTO subscribers (subscriber_id, email_address, address_key, state, everything, time_zone, language, created_at, confirmed_at)
  VALUES ('reader', 'reader@example.org', 'reader@example.org', 'confirmed', 1, 'UTC', 'en', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`;

const nextMidnight = () => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
};

test("a scheduled maintenance starts and completes at its times, and the page shows each status", async () => {
  await answer(product.api.components.$post({ json: { name: "Database" } }));
  const midnight = nextMidnight();
  const admin = await product.reopenConsole("/maintenances");
  await admin.getByRole("button", { name: "Add" }).click();
  const addDialog = admin.getByRole("dialog", { name: "Add Scheduled Maintenance" });
  await addDialog.getByLabel("Name").fill("Database upgrade");
  await addDialog.getByLabel("Message").fill("Some writes may fail.");
  await addDialog.getByLabel("End Time, time").selectOption("00:30");
  await addDialog.getByRole("button", { name: "Add" }).click();
  await addDialog.waitFor({ state: "detached" });
  await admin.getByRole("button", { name: "Edit Database upgrade" }).click();
  const updateDialog = admin.getByRole("dialog", { name: "Update Scheduled Maintenance" });
  await updateDialog.getByLabel("Database", { exact: true }).selectOption("Under Maintenance");
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

test("a phone plans a maintenance in one go, and an update without words leaves the announcement on the page and in the email", async () => {
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  await answer(product.api.components.$post({ json: { name: "Dashboard" } }));
  await product.db.prepare(subscriber).run();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
  const admin = await product.reopenConsole("/maintenances", {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    timezoneId: "Europe/Berlin",
  });
  await admin.getByRole("button", { name: "Add", exact: true }).tap();
  const dialog = admin.getByRole("dialog", { name: "Add Scheduled Maintenance" });
  await dialog.getByLabel("Name").fill("Moving the database");
  // A phone's keyboard for numbers may have no hyphen.
  await dialog.getByLabel("Start Time, date").fill("");
  await dialog.getByLabel("Start Time, date").pressSequentially("20290301");
  await dialog.getByRole("button", { name: "2 h" }).tap();
  await dialog
    .getByText(/^Berlin time \(GMT\+1\)\. Feb 28, 23:00 – Mar 01, 01:00 UTC, 2 h, in \d+ days\.$/)
    .waitFor();
  await dialog.getByLabel("Message").fill("Writes are paused.");
  await dialog.getByText("Affected components").tap();
  for (const name of ["API", "Dashboard"])
    await dialog.getByRole("button", { name: "Affected", description: name }).tap();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Add", exact: true }).tap();
  await dialog.waitFor({ state: "detached" });

  const visitor = await product.revisit();
  const card = visitor.getByRole("article").filter({ hasText: "Moving the database" });
  const plan = /^Affects API will be Under Maintenance\s*Dashboard will be Under Maintenance$/;
  await card.getByText(plan).waitFor();
  const [maintenance] = await answer(product.api.maintenances.$get({ query: {} }));
  expect(maintenance).toMatchObject({
    startAt: "2029-02-28T23:00:00.000Z",
    endAt: "2029-03-01T01:00:00.000Z",
  });
  const statuses = (await answer(product.api.components.$get())).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(["Operational"]));
  const { maintenanceID = "" } = maintenance ?? {};
  const components = [{ componentID, status: "Degraded Performance" as const }];
  await answer(
    product.api.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json: { components } }),
  );
  await visitor.reload();
  await card.getByText("Writes are paused.").waitFor();
  await expect.poll(async () => (await mailsOf(product.mailbox)).length).toBe(3);
  const [, announced, updated] = await mailsOf(product.mailbox);
  expect(announced?.text).toMatch(/Affects\n+ \* API\n \* Dashboard\n/);
  for (const email of [announced, updated]) expect(email?.text).toContain("Writes are paused.");
});

async function statusesOn(page: Page) {
  const component = page.getByRole("region", { name: "Components" }).locator(".status");
  const maintenance = page.getByRole("region", { name: /maintenance/i }).locator("header .status");
  return { component: await component.textContent(), maintenance: await maintenance.textContent() };
}
