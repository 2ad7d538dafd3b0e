import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { administrator } from "../../tools/start/user-pool.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { enter, expectFocus, expectTrapped, tabTo } from "../support/keyboard.ts";
import { type Product, startProduct } from "../support/product.ts";

// Nothing here is clicked: whoever has a keyboard alone can do everything.

let product: Product;

beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  await answer(api.components.$post({ json: { name: "API" } }));
  await answer(api.incidents.$post({ json: { name: "API is down", status: "Investigating" } }));
  const [startAt, endAt] = ["2030-01-01T10:00:00.000Z", "2030-01-01T12:00:00.000Z"];
  await answer(
    api.maintenances.$post({ json: { name: "Moving house", status: "Scheduled", startAt, endAt } }),
  );
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

for (const [path, opener, title, stops] of [
  ["/components", "Add", "Add Component", 5],
  ["/components", "Edit API", "Edit Component", 5],
  ["/components", "Delete API", "Delete API ?", 3],
  ["/incidents", "Add", "Add Incident", 7],
  ["/incidents", "Edit API is down", "Update Incident", 8],
  ["/incidents", "Delete API is down", "Delete API is down ?", 3],
  ["/maintenances", "Add", "Add Scheduled Maintenance", 12],
  ["/maintenances", "Edit Moving house", "Update Scheduled Maintenance", 14],
  ["/maintenances", "Delete Moving house", "Delete Moving house ?", 3],
] as const) {
  test(`the keyboard opens "${title}", stays in it, closes it, and is back where it was`, async () => {
    const page = await product.openConsole(path);
    const opens = button(page, opener);
    const dialog = page.getByRole("dialog", { name: title });
    await opens.waitFor();
    await enter(page, opens);
    await dialog.waitFor();
    await dialog.getByText("Loading components").waitFor({ state: "detached" });
    await expectTrapped(page, dialog, stops);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(page, opens);

    for (const closer of ["Cancel", "Close"]) {
      await page.keyboard.press("Space");
      await dialog.waitFor();
      await enter(page, dialog.getByRole("button", { name: closer }));
      await dialog.waitFor({ state: "detached" });
      await expectFocus(page, opens);
    }
  });
}

test("by keyboard an administrator signs in, adds, moves, changes and deletes, and never loses the focus", async () => {
  const page = await product.openSignIn();
  await expectFocus(page, page.getByLabel("Email Address"));
  await page.keyboard.type(administrator.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(administrator.password);
  await page.keyboard.press("Enter");
  await button(page, "Add").waitFor();

  await enter(page, button(page, "Add"));
  const added = page.getByRole("dialog", { name: "Add Component" });
  await expectFocus(page, added.getByLabel("Name"));
  await enter(page, added.getByRole("button", { name: "Add" }));
  // A name is required: the focus goes to it.
  await added.getByRole("alert").waitFor();
  await expectFocus(page, added.getByLabel("Name"));
  await page.keyboard.type("Website");
  await page.keyboard.press("Enter");
  await added.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Add"));

  await tabTo(page, button(page, "Move up Website"));
  await page.keyboard.press("Enter");
  await page.locator('[aria-disabled="true"]').and(button(page, "Move up Website")).waitFor();
  await expectFocus(page, button(page, "Move up Website"));

  await tabTo(page, button(page, "Delete Website"), "Shift+Tab");
  await page.keyboard.press("Enter");
  const deleted = page.getByRole("dialog", { name: "Delete Website ?" });
  await expectFocus(page, deleted.getByRole("button", { name: "Cancel" }));
  await enter(page, deleted.getByRole("button", { name: "Delete" }));
  await button(page, "Delete Website").waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Add"));
});

test("a button keeps the focus while its request runs, and sends it once", async () => {
  const page = await product.openConsole("/components");
  const arrive = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/api/components", async (route) => {
    if (route.request().method() === "POST") sent++;
    await arrive.promise;
    await route.continue();
  });
  await enter(page, button(page, "Add"));
  const dialog = page.getByRole("dialog", { name: "Add Component" });
  await page.keyboard.type("Slow");
  const add = dialog.getByRole("button", { name: "Add" });
  await enter(page, add);
  await add.and(page.locator("[aria-busy]")).waitFor();
  await add.screenshot(); // a frame has passed, in which a button that is off loses the focus
  await expectFocus(page, add);
  await page.keyboard.press("Enter");
  arrive.resolve();
  await dialog.waitFor({ state: "detached" });
  expect(sent).toBe(1);
  await expectFocus(page, button(page, "Add"));
});

test("by keyboard an incident is updated, and a previous message of it changed", async () => {
  const page = await product.openConsole("/incidents");
  await button(page, "Edit API is down").waitFor();
  await enter(page, button(page, "Edit API is down"));
  const dialog = page.getByRole("dialog", { name: "Update Incident" });
  await expectFocus(page, dialog.getByLabel("Message", { exact: true }));
  const edit = dialog.getByRole("button", { name: /^Edit the message of / }).first();

  await enter(page, edit);
  await expectFocus(page, dialog.getByLabel("Edited message"));
  await page.keyboard.press("Escape");
  await expectFocus(page, edit);
  await page.keyboard.press("Enter");
  await page.keyboard.type("It does not answer.");
  await page.keyboard.press("Control+Enter");
  await dialog.getByText("It does not answer.").and(page.locator("p")).waitFor();
  await expectFocus(page, edit);

  await tabTo(page, dialog.getByLabel("API"), "Shift+Tab");
  await page.keyboard.type("Partial");
  await tabTo(page, dialog.getByLabel("Message", { exact: true }), "Shift+Tab");
  await page.keyboard.type("We are on it.");
  await tabTo(page, dialog.getByLabel("Incident Status"), "Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await enter(page, dialog.getByRole("button", { name: "Update" }));
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

test("by keyboard the settings are changed, on every tab", async () => {
  await answer(product.api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  const page = await product.openConsole("/settings");
  // The browser only asks Playwright once that is set up, which a key pressed at once may overtake.
  const picked = new Promise((resolve) => page.once("filechooser", resolve));
  await page.getByRole("tab", { name: "General" }).waitFor();
  await tabTo(page, page.getByLabel("Service name"));
  await page.keyboard.type("Example");
  await enter(page, button(page, "Add key"));
  await enter(page, button(page, "Delete API key 1"));
  await expectFocus(page, button(page, "Add key"));
  await page.keyboard.press("Enter");
  await enter(page, button(page, "Save"));
  await page.getByText("Saved").waitFor();
  await expectFocus(page, button(page, "Save"));

  await tabTo(page, page.getByRole("tab", { name: "General" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expectFocus(page, page.getByRole("tab", { name: "Design" }));
  await tabTo(page, button(page, "Upload"));
  await page.keyboard.press("Enter");
  await picked;
  await enter(page, button(page, "Delete"));
  await page.getByText("Deleted!").waitFor();
  await expectFocus(page, button(page, "Upload"));

  await tabTo(page, page.getByRole("tab", { name: "Design" }), "Shift+Tab");
  await page.keyboard.press("End");
  await tabTo(page, page.getByRole("radio", { name: "Disable" }));
  await tabTo(page, page.getByLabel("Source Email Address"));
  await page.keyboard.type("status@example.com");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await answer(product.api.settings.$get())).emailNotification.sourceEmailAddress)
    .toBe("status@example.com");
});

test("by keyboard the content is a press away, and the user menu opens and closes", async () => {
  const page = await product.openConsole("/users");
  await page.getByRole("heading", { name: "Users" }).waitFor();
  await enter(page, page.getByRole("link", { name: "Skip to content" }));
  await expectFocus(page, page.getByRole("main"));
  await tabTo(page, button(page, "User menu"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, button(page, "Sign out"));
  await page.keyboard.press("Escape");
  await button(page, "Sign out").waitFor({ state: "hidden" });
  await expectFocus(page, button(page, "User menu"));
  await page.keyboard.press("Enter");
  await enter(page, button(page, "Sign out"));
  await page.waitForURL("**/signin");
});

test("by keyboard a phone's drawer opens, leads to another screen, and closes", async () => {
  const page = await product.openConsole("/users", { viewport: { width: 360, height: 740 } });
  await button(page, "Menu").waitFor();
  await enter(page, button(page, "Menu"));
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expectTrapped(page, drawer, 6);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Menu"));
  await page.keyboard.press("Enter");
  await enter(page, drawer.getByRole("link", { name: "Incidents" }));
  await page.getByRole("heading", { name: "Incidents" }).waitFor();
  await drawer.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Menu"));
});

test("a tooltip shows what is focused or pointed at, and hides after 5 seconds", async () => {
  const page = await product.openConsole("/components");
  await page.clock.install();
  await page.reload();
  await button(page, "Edit API").waitFor();
  await page.clock.pauseAt(Date.now() + 60_000); // or else it would go on by itself between two steps
  const tip = page.getByRole("tooltip");

  await tabTo(page, button(page, "Edit API"));
  await tip.getByText("Edit").waitFor();
  await page.clock.runFor(4_900);
  expect(await tip.count()).toBe(1);
  await page.clock.runFor(200);
  await tip.waitFor({ state: "detached" });
  await expectFocus(page, button(page, "Edit API"));

  const icon = page.getByRole("main").getByRole("img").first();
  await icon.hover();
  await page.clock.runFor(400);
  expect(await tip.textContent()).toBe(await icon.getAttribute("aria-label"));
  await page.clock.runFor(5_000);
  await tip.waitFor({ state: "detached" });
});
