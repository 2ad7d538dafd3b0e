import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { administrator, invitedUser } from "../../../tools/start/user-pool.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { noticeStatuses } from "../../../worker/notices/domain.ts";
import {
  expectAccessible,
  expectAccessibleOnPhone,
  expectLightColors,
  expectReflow,
} from "../../support/browser/axe.ts";
import { signIn } from "../../support/browser/browser-profile.ts";
import { shareConsole } from "../../support/browser/shared-console.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Every screen and dialog of the console, each in the dark theme on a desktop and in the light one on a phone. The first two tests need
// an empty database, so they must stay first.

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
const openScreen = shareConsole(() => product);

const longName = "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhereonaphone";
const startAt = "2030-01-01T10:00:00.000Z";
const endAt = "2030-01-01T12:00:00.000Z";

/** Creates a component, an incident and a maintenance of each status. */
async function createContent() {
  const { api } = product;
  const { groupID } = await answer(api.groups.$post({ json: { name: "Platform" } }));
  const components = [];
  for (const [index, status] of componentStatuses.entries()) {
    const name = index === 0 ? longName : `Component ${index}`;
    const json = { name, description: "What it is for", status, groupID: index > 2 ? groupID : null };
    components.push(await answer(api.components.$post({ json })));
  }
  const componentChanges = components.map(({ componentID, status }) => ({ componentID, status }));
  const message = "We **look** into it, see [the log](https://example.com/log):\n\n- one `word`\n- another";
  for (const [index, status] of noticeStatuses.incident.entries()) {
    const json = { name: `Incident ${index} ${longName}`, status, message, components: componentChanges };
    const { incidentID } = await answer(api.incidents.$post({ json }));
    // While one message is edited, another is shown.
    if (index === 0)
      await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }));
  }
  for (const [index, status] of noticeStatuses.maintenance.entries()) {
    const json = { name: `Work ${index}`, status, startAt, endAt, message };
    const { maintenanceID } = await answer(api.maintenances.$post({ json }));
    if (index === 0)
      await answer(
        api.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json: { message } }),
      );
  }
  await answer(api.settings.apikeys.$post());
}

let content: ReturnType<typeof createContent> | undefined;
function ensureContent() {
  content ??= createContent();
  return content;
}

async function press(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).click();
}

test("the sign-in dialogs are accessible", async () => {
  const page = await product.openSignIn();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, { ...administrator, password: "wrong" });
  await page.getByRole("alert").waitFor();
  await expectAccessible(page);
  await signIn(page, invitedUser);
  await page.getByRole("heading", { name: "Login successful. Now, set your own password." }).waitFor();
  await expectAccessible(page);
  await product.closePages();
});

test("screens without content are accessible", async () => {
  const page = await openScreen("/");
  for (const [link, text] of [
    ["Components", "No components yet"],
    ["Incidents", "No incidents"],
    ["Scheduled Maintenance", "No scheduled maintenance"],
    ["Settings", "No API keys yet"],
  ] as const) {
    await page.getByRole("link", { name: link }).click();
    await page.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
  }
});

test("the Components screen and its dialogs are accessible", async () => {
  await ensureContent();
  const page = await openScreen("/components");
  await page.getByText("Component 4").waitFor();
  await expectAccessible(page);

  await press(page, "Add");
  const addDialog = page.getByRole("dialog", { name: "Add Component" });
  await addDialog.getByLabel("Description (optional)").waitFor();
  await addDialog.getByRole("button", { name: "Add" }).click();
  await addDialog.getByRole("alert").waitFor();
  await expectAccessible(page);
  await press(page, "Cancel");

  await press(page, "Edit Component 1");
  const editDialog = page.getByRole("dialog", { name: "Edit Component" });
  expect(await editDialog.getByLabel("Name").inputValue()).toBe("Component 1");
  await expectAccessible(page);
  await press(page, "Cancel");

  await press(page, `More for ${longName}`);
  await press(page, `Delete ${longName}`);
  const deleteDialog = page.getByRole("dialog", { name: `Delete ${longName} ?` });
  await deleteDialog.getByText("This operation can not be undone.").waitFor();
  await expectAccessible(page);
  await press(page, "Cancel");

  await press(page, "Rename Platform");
  await page.getByRole("dialog", { name: "Rename Group" }).getByLabel("Name", { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, "Cancel");

  await press(page, "More for Platform");
  await press(page, "Delete Platform");
  await page.getByText(/^Its components stay/).waitFor();
  await expectAccessible(page);
  await press(page, "Cancel");

  await press(page, "Select");
  await page.getByText("0 selected").waitFor();
  await expectAccessible(page);
});

test.for([
  {
    screen: "Incidents",
    path: "/incidents",
    lastText: `Incident 3 ${longName}`,
    addTitle: "Add Incident",
    addField: "Component 4",
    notice: { name: `Incident 0 ${longName}`, title: "Update Incident" },
  },
  {
    screen: "Scheduled Maintenance",
    path: "/maintenances",
    lastText: "scheduled for Jan 01, 10:00 - Jan 01, 12:00 (UTC)",
    addTitle: "Add Scheduled Maintenance",
    addField: "Start Time, date",
    notice: { name: "Work 0", title: "Update Scheduled Maintenance" },
  },
])(
  "the $screen screen and its dialogs are accessible",
  async ({ path, lastText, addTitle, addField, notice }) => {
    await ensureContent();
    const page = await openScreen(path);
    await page.getByText(lastText).first().waitFor();
    await expectAccessible(page);
    await press(page, "Add");
    await page.getByRole("dialog", { name: addTitle }).getByLabel(addField, { exact: true }).waitFor();
    await expectAccessible(page);
    await press(page, "Cancel");
    await expectNoticeDialogsAccessible(page, notice);
    await expectDetailAccessible(page, notice.name);
  },
);

/** Checks the place of a notice, with the editor of its update. */
async function expectDetailAccessible(page: Page, name: string) {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByLabel("Component 4", { exact: true }).waitFor();
  await page.locator(".message").last().waitFor();
  await press(page, "Post update");
  await page.getByRole("alert").waitFor();
  await page
    .getByRole("button", { name: /^Edit the update / })
    .first()
    .click();
  await page.getByLabel("Posted at, date").waitFor();
  await page.getByRole("alert").waitFor();
  await expectAccessible(page);
}

/** Checks the update dialog, its inline message editor and the delete dialog. */
async function expectNoticeDialogsAccessible(page: Page, { name, title }: { name: string; title: string }) {
  await press(page, `Edit ${name}`);
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("heading", { name: "Previous Updates" }).waitFor();
  await dialog.getByLabel("Component 4", { exact: true }).waitFor();
  await dialog
    .getByRole("button", { name: /^Edit the message of / })
    .first()
    .click();
  await dialog.getByLabel("Edited message").fill("x".repeat(20_001));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Edit message").getByRole("button", { name: "Cancel" }).click();
  await press(page, "Cancel");

  await press(page, `More for ${name}`);
  await press(page, `Delete ${name}`);
  await page.getByRole("dialog", { name: `Delete ${name} ?` }).waitFor();
  await expectAccessible(page);
  await press(page, "Cancel");
}

test("the tabs of the Settings screen are accessible", async () => {
  await ensureContent();
  const page = await openScreen("/settings");
  await page.getByLabel("API key 1", { exact: true }).waitFor();
  await page.getByText("Created at").waitFor();
  await press(page, "Delete API key 1");
  await page.getByText("This key will be deleted on Save.").waitFor();
  await press(page, "Add key");
  await page.getByText("This key will be created on Save.").waitFor();
  await page.getByLabel("Note").fill("We move on Friday.");
  await press(page, "Add header link");
  await page.getByLabel("Header link 1, name").fill("Docs");
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByText("No logo yet", { exact: true }).waitFor();
  await page.getByRole("region", { name: "Preview" }).waitFor();
  await page.getByLabel("Background Color", { exact: true }).fill("#1A2B3C");
  await page.getByLabel("Accent Color", { exact: true }).fill("#FFE600");
  await page.getByLabel("Header Color", { exact: true }).fill("#2E1065");
  await page.getByLabel("Logo file").setInputFiles({
    name: "logo.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("GIF89a"),
  });
  await page.getByText("Unsupported image type").waitFor();
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Notifications" }).click();
  await page.getByLabel("Simple Email Service Region").waitFor();
  await expectAccessible(page);
});

test("the tab with rules, senders and received alerts is accessible", async () => {
  await ensureContent();
  await answer(product.api["alert-rules"].$post({ json: { name: longName, groupStatus: "Major Outage" } }));
  await answer(product.api.heartbeats.$post({ json: { name: longName, periodMinutes: 60 } }));
  const page = await openScreen("/settings?tab=automation");
  await page.getByRole("radio", { name: "Alertmanager" }).check();
  await press(page, "Make a key");
  await press(page, "Send a test");
  await page.getByText(/^Arrived/).waitFor();
  // The heartbeat was never heard, so it is open.
  await page.getByRole("button", { name: /^Copy the command of/ }).waitFor();
  const received = page.getByRole("list", { name: "Received alerts" });
  await received.getByRole("button", { name: /^Details of/ }).click();
  await received.getByRole("button", { name: /^Make a rule of this/ }).waitFor();
  await expectAccessible(page);
  await expectReflow(page);

  await received.getByRole("button", { name: /^Make a rule of this/ }).click();
  const dialog = page.getByRole("dialog", { name: "Add Rule" });
  await dialog.getByLabel("Value 2").fill("");
  await dialog.getByText("Timing").click();
  await dialog.getByLabel("Value 2").press("Control+Enter");
  await dialog.getByRole("alert").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("the dialog that says how messages in another format are read is accessible", async () => {
  await ensureContent();
  const { value } = await answer(product.api.settings.apikeys.$post({ json: { scopes: ["alerts"] } }));
  await fetch(`${product.statusPage}/api/v0/alerts/generic`, {
    method: "POST",
    headers: { "x-api-key": value },
    body: JSON.stringify({ id: 1, name: longName, status: "open" }),
  });
  const page = await openScreen("/settings?tab=automation");
  await press(page, "Details of A message in another format");
  await press(page, "Choose what is read");
  const dialog = page.getByRole("dialog", { name: "Read These Messages" });
  await dialog.getByRole("button", { name: "id 1", exact: true }).click();
  await expectAccessible(page);
  await expectReflow(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").first().waitFor();
  await expectAccessible(page);
});

test("the audit log is accessible", async () => {
  await ensureContent();
  const page = await openScreen("/audit");
  await page
    .getByRole("button", { name: /^Details, / })
    .first()
    .click();
  await page.getByText("After:").first().waitFor({ state: "attached" });
  await expectAccessible(page);
  await expectReflow(page);
});

test("the Users screen, the menus and the 404 page are accessible", async () => {
  const page = await openScreen("/users");
  await page.getByRole("link", { name: "Open the Cognito console" }).waitFor();
  await expectAccessible(page);
  await expectLightColors(page);
  await press(page, "User menu");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await expectAccessibleOnPhone(page);
  await press(page, "Menu");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Incidents" }).waitFor();
  await expectAccessibleOnPhone(page);
  // The drawer closes when the window becomes wide enough for the sidebar, as when a tablet is turned.
  await page.setViewportSize({ width: 1120, height: 800 });
  await menu.waitFor({ state: "detached" });
  await expectAccessible(page);

  await page.goto(`${product.adminPage}/nowhere`);
  await page.getByRole("heading", { name: "404 page not found" }).waitFor();
  await expectAccessible(page);
});

test("the command palette and the list of shortcuts are accessible", async () => {
  await ensureContent();
  const page = await openScreen("/users");
  await press(page, "Commands");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await palette
    .getByRole("option", { name: /^Post an update on Incident/ })
    .first()
    .waitFor();
  await palette.getByRole("option", { name: /more actions$/ }).click();
  await palette
    .getByRole("option", { name: /^Resolve Incident/ })
    .first()
    .waitFor();
  await expectAccessible(page);
  await expectReflow(page);
  await palette.getByRole("combobox").fill("zzz");
  await palette.getByText("No matches.").waitFor();
  await expectAccessible(page);
  await palette.getByRole("combobox").fill("shortcuts");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).waitFor();
  await expectAccessible(page);
  await expectReflow(page);
  await page.keyboard.press("Escape");
});

test("the conflict notice and tooltips are accessible", async () => {
  await ensureContent();
  const components = await answer(product.api.components.$get());
  const { componentID = "" } = components.find(({ name }) => name === "Component 1") ?? {};
  const page = await openScreen("/components");
  await press(page, "Edit Component 1");
  const dialog = page.getByRole("dialog", { name: "Edit Component" });
  await dialog.getByLabel("Name").fill("Mine");
  await answer(
    product.api.components[":componentID"].$patch({ param: { componentID }, json: { name: "Theirs" } }),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Someone else just changed this. Your changes aren't saved yet.").waitFor();
  await dialog.getByLabel("Name").focus();
  await page.keyboard.press("Shift+Tab");
  // getByRole can't find it: behind a dialog the tooltip is hidden from screen readers, which read the button's name.
  await page.locator("[role=tooltip]").waitFor();
  await expectAccessible(page);
});
