import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { administrator, invited } from "../../tools/start/user-pool.ts";
import { componentStatuses } from "../../worker/components/domain.ts";
import { noticeStatuses } from "../../worker/notices/domain.ts";
import { expectAccessible, expectAccessibleOnPhone } from "../support/axe.ts";
import { type Product, startProduct } from "../support/product.ts";
import { signIn } from "../support/profile.ts";

// Every screen and dialog of the console, each in both themes, on a desktop and on a phone. The first tests find an empty page.

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

const long = "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhereonaphone";
const startAt = "2030-01-01T10:00:00.000Z";
const endAt = "2030-01-01T12:00:00.000Z";

/** Something of every status. */
async function fill() {
  const { api } = product;
  const components = [];
  for (const [index, status] of componentStatuses.entries()) {
    const name = index === 0 ? long : `Component ${index}`;
    const json = { name, description: "What it is for", status };
    components.push(await answer(api.components.$post({ json })));
  }
  const touched = components.map(({ componentID, status }) => ({ componentID, status }));
  const message = "We **look** into it, see [the log](https://example.com/log):\n\n- one `word`\n- another";
  for (const [index, status] of noticeStatuses.incident.entries()) {
    const json = { name: `Incident ${index} ${long}`, status, message, components: touched };
    await answer(api.incidents.$post({ json }));
  }
  for (const [index, status] of noticeStatuses.maintenance.entries()) {
    const json = { name: `Work ${index}`, status, startAt, endAt, message };
    await answer(api.maintenances.$post({ json }));
  }
  await answer(api.settings.apikeys.$post());
}

let filling: ReturnType<typeof fill> | undefined;
function filled() {
  filling ??= fill();
  return filling;
}

/** Once what is shown is not about to change. */
async function look(page: Page) {
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await expectAccessible(page);
}

async function press(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).click();
}

test("the sign-in dialogs are accessible", async () => {
  const page = await product.openSignIn();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await look(page);
  await signIn(page, { ...administrator, password: "wrong" });
  await page.getByRole("alert").waitFor();
  await look(page);
  await signIn(page, invited);
  await page.getByRole("heading", { name: "Login successful. Now, set your own password." }).waitFor();
  await look(page);
});

test("screens with nothing on them are accessible", async () => {
  const page = await product.openConsole();
  for (const [link, text] of [
    ["Components", "No components yet"],
    ["Incidents", "No incidents"],
    ["Scheduled Maintenance", "No scheduled maintenance"],
    ["Settings", "No API keys yet"],
  ] as const) {
    await page.getByRole("link", { name: link }).click();
    await page.getByText(text, { exact: true }).waitFor();
    await look(page);
  }
});

test("the Components screen and its dialogs are accessible", async () => {
  await filled();
  const page = await product.openConsole("/components");
  await page.getByText("Component 4").waitFor();
  await look(page);

  await press(page, "Add");
  const added = page.getByRole("dialog", { name: "Add Component" });
  await added.getByLabel("Description (optional)").waitFor();
  await added.getByRole("button", { name: "Add" }).click();
  await added.getByRole("alert").waitFor();
  await look(page);
  await press(page, "Cancel");

  await press(page, "Edit Component 1");
  const edited = page.getByRole("dialog", { name: "Edit Component" });
  expect(await edited.getByLabel("Name").inputValue()).toBe("Component 1");
  await look(page);
  await press(page, "Cancel");

  await press(page, `Delete ${long}`);
  const deleted = page.getByRole("dialog", { name: `Delete ${long} ?` });
  await deleted.getByText("This operation can not be undone.").waitFor();
  await look(page);
});

test("the Incidents screen and its dialogs are accessible", async () => {
  await filled();
  const page = await product.openConsole("/incidents");
  await page.getByText(`Incident 3 ${long}`).waitFor();
  await look(page);
  await press(page, "Add");
  await page.getByRole("dialog", { name: "Add Incident" }).getByLabel("Component 4").waitFor();
  await look(page);
  await press(page, "Cancel");
  await lookAtNotice(page, { name: `Incident 0 ${long}`, title: "Update Incident" });
});

test("the Scheduled Maintenance screen and its dialogs are accessible", async () => {
  await filled();
  const page = await product.openConsole("/maintenances");
  await page.getByText("scheduled for Jan 01, 10:00 - Jan 01, 12:00 (UTC)").first().waitFor();
  await look(page);
  await press(page, "Add");
  await page
    .getByRole("dialog", { name: "Add Scheduled Maintenance" })
    .getByLabel("Start Time, date")
    .waitFor();
  await look(page);
  await press(page, "Cancel");
  await lookAtNotice(page, { name: "Work 0", title: "Update Scheduled Maintenance" });
});

/** Its update, with a message edited where it stands, and its deletion. */
async function lookAtNotice(page: Page, { name, title }: { name: string; title: string }) {
  await press(page, `Edit ${name}`);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("heading", { name: "Previous Updates" }).waitFor();
  await dialog.getByLabel("Component 4").waitFor();
  await look(page);
  await dialog.getByRole("button", { name: /^Edit the message of / }).click();
  await dialog.getByLabel("Edited message").fill("x".repeat(20_001));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor();
  await look(page);
  await dialog.getByLabel("Edit message").getByRole("button", { name: "Cancel" }).click();
  await press(page, "Cancel");

  await press(page, `Delete ${name}`);
  await page.getByRole("dialog", { name: `Delete ${name} ?` }).waitFor();
  await look(page);
  await press(page, "Cancel");
}

test("the tabs of the Settings screen are accessible", async () => {
  await filled();
  const page = await product.openConsole("/settings");
  await page.getByLabel("API key 1", { exact: true }).waitFor();
  await page.getByText("Created at").waitFor();
  await press(page, "Delete API key 1");
  await page.getByText("This key will be deleted on Save.").waitFor();
  await press(page, "Add key");
  await page.getByText("This key will be created on Save.").waitFor();
  await look(page);

  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByText("No logo").waitFor();
  await page.getByLabel("Background Color", { exact: true }).fill("#1A2B3C");
  await look(page);
  await page.getByLabel("Logo file").setInputFiles({
    name: "logo.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("GIF89a"),
  });
  await page.getByText("Unsupported image type").waitFor();
  await look(page);

  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByLabel("Simple Email Service Region").waitFor();
  await look(page);
});

test("the Users screen, the menus and an unknown address are accessible", async () => {
  const page = await product.openConsole("/users");
  await page.getByRole("link", { name: "Open the Cognito console" }).waitFor();
  await look(page);
  await press(page, "User menu");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await look(page);
  await page.keyboard.press("Escape");

  await page.setViewportSize({ width: 360, height: 740 });
  await press(page, "Menu");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Incidents" }).waitFor();
  await expectAccessibleOnPhone(page);
  // Where the window has room for the drawer itself, as when a tablet is turned, nothing is left over the page.
  await page.setViewportSize({ width: 1120, height: 800 });
  await menu.waitFor({ state: "detached" });
  await look(page);

  await page.goto(`${product.adminPage}/nowhere`);
  await page.getByRole("heading", { name: "404 page not found" }).waitFor();
  await look(page);
});

test("what somebody else changed meanwhile, and a tooltip, are accessible", async () => {
  const { componentID } = await answer(product.api.components.$post({ json: { name: "Twice changed" } }));
  const page = await product.openConsole("/components");
  await press(page, "Edit Twice changed");
  const dialog = page.getByRole("dialog", { name: "Edit Component" });
  await dialog.getByLabel("Name").fill("Mine");
  await answer(
    product.api.components[":componentID"].$patch({ param: { componentID }, json: { name: "Theirs" } }),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Someone else just changed this. Your changes aren't saved yet.").waitFor();
  await dialog.getByLabel("Name").focus();
  await page.keyboard.press("Shift+Tab");
  // Not by its role: behind a dialog it is hidden from screen readers, who have the button's name.
  await page.locator("[role=tooltip]").waitFor();
  await look(page);
});
