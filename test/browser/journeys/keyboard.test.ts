import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { administrator } from "../../../tools/start/user-pool.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { expectFocus, expectFocusTrap, pressEnterOn, tabTo } from "../../support/browser/keyboard.ts";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// These tests use the keyboard, and the last one also the mouse.

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  await answer(api.components.$post({ json: { name: "API" } }));
  await answer(api.groups.$post({ json: { name: "Platform", order: 0 } }));
  await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating" } }));
  const [startAt, endAt] = ["2030-01-01T10:00:00.000Z", "2030-01-01T12:00:00.000Z"];
  await answer(
    api.maintenances.$post({ json: { name: "Moving servers", status: "Scheduled", startAt, endAt } }),
  );
});
afterEach(() => product.closePages());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

// `test/web/tables/dialog-focus.test.tsx` has all dialogs.
test("the longest dialog and the shortest trap focus and return it to the button that opened them", async () => {
  const page = await product.reopenConsole("/maintenances");
  for (const [openButtonName, title, tabStops, menuItem] of [
    ["More for Moving servers", "Delete Moving servers ?", 3, "Delete Moving servers"],
    ["Edit Moving servers", "Update Scheduled Maintenance", 14],
  ] as const) {
    const openButton = button(page, openButtonName);
    const dialog = page.getByRole("dialog", { name: title });
    await openButton.waitFor();
    await pressEnterOn(page, openButton);
    if (menuItem) await pressEnterOn(page, button(page, menuItem));
    await dialog.waitFor();
    await dialog.getByText("Loading components").waitFor({ state: "detached" });
    await expectFocusTrap(page, dialog, tabStops);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(page, openButton);

    for (const closeButtonName of ["Cancel", "Close"]) {
      await page.keyboard.press("Space");
      if (menuItem) await pressEnterOn(page, button(page, menuItem));
      await dialog.waitFor();
      await pressEnterOn(page, dialog.getByRole("button", { name: closeButtonName }));
      await dialog.waitFor({ state: "detached" });
      await expectFocus(page, openButton);
    }
  }
});

test("an administrator signs in, adds, moves and deletes a component by keyboard and never loses focus", async () => {
  const page = await product.openSignIn();
  await expectFocus(page, page.getByLabel("Email Address"));
  await page.keyboard.type(administrator.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(administrator.password);
  await page.keyboard.press("Enter");
  await button(page, "Add").waitFor();

  await pressEnterOn(page, button(page, "Add"));
  const addDialog = page.getByRole("dialog", { name: "Add Component" });
  await expectFocus(page, addDialog.getByLabel("Name"));
  await pressEnterOn(page, addDialog.getByRole("button", { name: "Add" }));
  // The missing name is an error, so focus moves to its field.
  await addDialog.getByRole("alert").waitFor();
  await expectFocus(page, addDialog.getByLabel("Name"));
  await page.keyboard.type("Website");
  await page.keyboard.press("Enter");
  await addDialog.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Add"));

  const menu = button(page, "More for Website");
  await tabTo(page, menu);
  for (const move of [
    "Move up Website",
    "Move up Website into Platform",
    "Move up Website out of Platform",
  ]) {
    await page.keyboard.press("Enter");
    await expectFocus(page, button(page, move));
    await page.keyboard.press("Enter");
    await expectFocus(page, menu);
    // A press during a move does nothing.
    await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  }
  await page.keyboard.press("Enter");
  await page.locator('[aria-disabled="true"]').and(button(page, "Move up Website")).waitFor();
  await tabTo(page, button(page, "Delete Website"));
  await page.keyboard.press("Enter");
  const deleteDialog = page.getByRole("dialog", { name: "Delete Website ?" });
  await expectFocus(page, deleteDialog.getByRole("button", { name: "Cancel" }));
  await pressEnterOn(page, deleteDialog.getByRole("button", { name: "Delete" }));
  await menu.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Add"));
});

test("a button keeps focus during its request and sends it once", async () => {
  const page = await product.reopenConsole("/components");
  const forwardRequests = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route("**/api/components", async (route) => {
    if (route.request().method() === "POST") requestCount++;
    await forwardRequests.promise;
    await route.continue();
  });
  await pressEnterOn(page, button(page, "Add"));
  const dialog = page.getByRole("dialog", { name: "Add Component" });
  await expectFocus(page, dialog.getByLabel("Name"));
  await page.keyboard.type("Slow");
  const add = dialog.getByRole("button", { name: "Add" });
  await pressEnterOn(page, add);
  await add.and(page.locator("[aria-busy]")).waitFor();
  // In the next frame a disabled button would lose focus.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expectFocus(page, add);
  await page.keyboard.press("Enter");
  forwardRequests.resolve();
  await dialog.waitFor({ state: "detached" });
  expect(requestCount).toBe(1);
  await expectFocus(page, button(page, "Add"));
});

test("an administrator updates an incident and edits its previous message by keyboard", async () => {
  const page = await product.reopenConsole("/incidents");
  await button(page, "Edit API is down").waitFor();
  await pressEnterOn(page, button(page, "Edit API is down"));
  const dialog = page.getByRole("dialog", { name: "Update Incident" });
  await expectFocus(page, dialog.getByLabel("Message", { exact: true }));
  const edit = dialog.getByRole("button", { name: /^Edit the message of / }).first();

  await pressEnterOn(page, edit);
  await expectFocus(page, dialog.getByLabel("Edited message"));
  await page.keyboard.press("Escape");
  await expectFocus(page, edit);
  await page.keyboard.press("Enter");
  await page.keyboard.type("It does not answer.");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText("It does not answer.").and(page.locator("p")).waitFor();
  await expectFocus(page, edit);

  const statuses = dialog.getByRole("group", { name: "API" });
  await tabTo(page, statuses.getByRole("radio", { checked: true }), "Shift+Tab");
  // From Operational the first press leads around to Major Outage.
  for (let press = 0; press < 2; press++) await page.keyboard.press("ArrowLeft");
  await expectFocus(page, statuses.getByRole("radio", { name: "Partial Outage", checked: true }));
  await tabTo(page, dialog.getByLabel("Message", { exact: true }), "Shift+Tab");
  await page.keyboard.type("We are on it.");
  await tabTo(
    page,
    dialog.getByRole("group", { name: "Incident Status" }).getByRole("radio", { checked: true }),
    "Shift+Tab",
  );
  await page.keyboard.press("ArrowDown");
  await pressEnterOn(page, dialog.getByRole("button", { name: "Update" }));
  await dialog.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Edit API is down"));
  expect(await answer(product.api.incidents.$get({ query: {} }))).toMatchObject([
    {
      status: "Identified",
      message: "We are on it.",
      components: [{ name: "API", status: "Partial Outage" }],
    },
  ]);
});

test("an administrator changes settings on every tab by keyboard", async () => {
  await answer(product.api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  const page = await product.reopenConsole("/settings");
  // Playwright must listen before the key is pressed, or the file chooser opens unnoticed.
  const fileChooser = new Promise((resolve) => page.once("filechooser", resolve));
  await page.getByRole("tab", { name: "General" }).waitFor();
  await tabTo(page, page.getByLabel("Service name"));
  await page.keyboard.type("Example");
  await pressEnterOn(page, button(page, "Add key"));
  await pressEnterOn(page, button(page, "Delete API key 1"));
  await expectFocus(page, button(page, "Add key"));
  await page.keyboard.press("Enter");
  await pressEnterOn(page, button(page, "Save"));
  await page.getByText("Settings saved", { exact: true }).waitFor();
  await expectFocus(page, button(page, "Save"));

  await tabTo(page, page.getByRole("tab", { name: "General" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expectFocus(page, page.getByRole("tab", { name: "Design" }));
  await tabTo(page, button(page, "Upload"));
  await page.keyboard.press("Enter");
  await fileChooser;
  await pressEnterOn(page, button(page, "Delete"));
  await page.getByText("Deleted!").waitFor();
  await expectFocus(page, button(page, "Upload"));

  await tabTo(page, page.getByRole("tab", { name: "Design" }), "Shift+Tab");
  await page.keyboard.press("End");
  await expectFocus(page, page.getByRole("tab", { name: "Automation" }));
  await pressEnterOn(page, button(page, "Add rule"));
  await expectFocus(page, page.getByRole("dialog").getByLabel("Name"));
  await page.keyboard.type("Slow API");
  await pressEnterOn(page, button(page, "Add label"));
  await expectFocus(page, page.getByLabel("Label 1"));
  await pressEnterOn(page, button(page, "Delete label 1"));
  await expectFocus(page, button(page, "Add label"));
  await page.keyboard.press("Control+Enter");
  await pressEnterOn(page, button(page, "Delete Slow API"));
  await pressEnterOn(page, page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await page.getByText(/^No rules yet/).waitFor();
  await expectFocus(page, button(page, "Add rule"));

  await tabTo(page, page.getByRole("tab", { name: "Automation" }), "Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  await expectFocus(page, page.getByRole("tab", { name: "Templates" }));
  await pressEnterOn(page, button(page, "Add template"));
  await expectFocus(page, page.getByRole("dialog").getByLabel("Name"));
  await page.keyboard.type("Outage");
  await pressEnterOn(page, button(page, "Insert into Title"));
  await pressEnterOn(page, button(page, "Insert {{start}} into Title"));
  await expectFocus(page, page.getByLabel("Title", { exact: true }));
  await page.keyboard.press("Control+Enter");
  await page.getByText("Incident", { exact: true }).waitFor();
  await page.getByRole("list", { name: "Templates" }).getByText("start", { exact: true }).waitFor();
  await expectFocus(page, button(page, "Add template"));

  await tabTo(page, page.getByRole("tab", { name: "Templates" }), "Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, page.getByRole("group", { name: "Email Notifications" }).getByLabel("Disable"));
  await tabTo(page, page.getByLabel("Source Email Address"));
  await page.keyboard.type("status@example.com");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await answer(product.api.settings.$get())).emailNotification.sourceEmailAddress)
    .toBe("status@example.com");
});

test("the skip link moves focus to the content, and the user menu works by keyboard", async () => {
  const page = await product.reopenConsole("/users");
  await page.getByRole("heading", { name: "Users" }).waitFor();
  await pressEnterOn(page, page.getByRole("link", { name: "Skip to content" }));
  await expectFocus(page, page.getByRole("main"));
  await tabTo(page, button(page, "User menu"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, button(page, "Sign out"));
  await page.keyboard.press("Escape");
  await button(page, "Sign out").waitFor({ state: "hidden" });
  await expectFocus(page, button(page, "User menu"));
  await page.keyboard.press("Enter");
  await pressEnterOn(page, button(page, "Sign out"));
  await page.waitForURL("**/signin");
});

test("the drawer of a phone opens, navigates and closes by keyboard", async () => {
  const page = await product.reopenConsole("/users", { viewport: { width: 360, height: 740 } });
  await button(page, "Menu").waitFor();
  await pressEnterOn(page, button(page, "Menu"));
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await drawer.waitFor();
  await expectFocusTrap(page, drawer, 7);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Menu"));
  await page.keyboard.press("Enter");
  await pressEnterOn(page, drawer.getByRole("link", { name: "Incidents" }));
  await page.getByRole("heading", { name: "Incidents" }).waitFor();
  await drawer.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Menu"));
});

test("a tooltip appears on focus or hover and hides after 5 seconds", async () => {
  const page = await product.openBeforeConsole();
  await page.clock.install();
  await page.goto(`${product.adminPage}/components`);
  await button(page, "Edit API").waitFor();
  // Otherwise the clock keeps running between steps.
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  const tooltip = page.getByRole("tooltip");

  await tabTo(page, button(page, "Edit API"));
  await tooltip.getByText("Edit").waitFor();
  await page.clock.runFor(4_900);
  expect(await tooltip.count()).toBe(1);
  await page.clock.runFor(200);
  await tooltip.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Edit API"));

  const icon = page.getByRole("main").getByRole("img").first();
  await icon.hover();
  await page.clock.runFor(400);
  expect(await tooltip.textContent()).toBe(await icon.getAttribute("aria-label"));
  await page.clock.runFor(5_000);
  await tooltip.waitFor({ state: "detached" });
});
