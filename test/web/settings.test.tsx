import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { logoProblem } from "../../web/admin/settings/look/logo-contrast.ts";
import { previewStyles } from "../../web/admin/settings/look/page-styles.ts";
import { saveApiKey } from "../../web/admin/settings/save-general.ts";
import { formatDate } from "../../web/admin/times/dates.ts";
import { themeRules } from "../../web/shared/theme/theme-rules.ts";
import { secretKey, siteKey } from "../support/fakes/turnstile.ts";
import { button, choiceOfEmail, enter, openConsole } from "./support/console.tsx";
import { type Daymark, settingsOf, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  const { settings } = daymark.administrator;
  const { apiKeys, logoID } = await settingsOf(daymark);
  for (const { id: keyID } of apiKeys) await settings.apikeys[":keyID"].$delete({ param: { keyID } });
  await settings.logos[":logoID"].$delete({ param: { logoID: logoID || "none" } });
  await settings.$patch({
    json: {
      serviceName: "Fernway",
      backgroundColor: "#FFFFFF",
      note: "",
      headerLinks: [],
      footerLinks: [],
      accentColor: "",
      headerColor: "",
      pageTint: "none",
      pageWidth: "normal",
      font: "system",
      emailNotification: { enable: false, sourceRegion: "us-west-2", sourceEmailAddress: "" },
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => daymark.stop());

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** Dismisses the toast, so that it isn't taken for that of the next save. */
async function expectSaved(): Promise<void> {
  await screen.findByText("Settings saved");
  fireEvent.click(button("Dismiss Save settings"));
}

async function openTab(title: string) {
  const user = await openConsole(daymark, "/settings");
  await user.click(await screen.findByRole("tab", { name: title }));
  return user;
}

test("arrow keys move through the tabs of Settings, which keep their input", async () => {
  const user = await openConsole(daymark, "/settings");
  const tabs = await screen.findAllByRole("tab");
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    "General",
    "Design",
    "Notifications",
    "Templates",
    "Automation",
  ]);
  await enter(user, field("Service name"), " Cloud");
  tabs[0]?.focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tab", { selected: true })).toBe(tabs[1]);
  expect(document.activeElement).toBe(tabs[1]);
  expect(screen.getByRole("tabpanel", { name: "Design" })).toBeTruthy();
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("tabpanel", { name: "General" })).toBeTruthy();
  expect(field("Service name").value).toBe("Fernway Cloud");
});

test("each topic of a tab has a link, and a link to another tab's topic opens that tab", async () => {
  const user = await openConsole(daymark, "/settings");
  const topics = within(await screen.findByRole("navigation", { name: "Topics" }));
  const titles = () => topics.getAllByRole("link").map(({ textContent }) => textContent);
  expect(titles()).toEqual([
    ...["Page", "API Keys", "Data", "Sign-in"],
    ...["Look", "Images"],
    ...["Ways to follow", "Team alerts", "Email", "Delivery log"],
    "All templates",
    ...["Senders", "Rules", "Heartbeats", "Received alerts"],
  ]);
  expect(topics.getByRole("link", { current: "location" }).textContent).toBe("Page");
  await user.click(topics.getByRole("link", { name: "Team alerts" }));
  expect(screen.getByRole("tabpanel", { name: "Notifications" })).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Team alerts" })).toBeTruthy();
  expect(`${window.location.search}${window.location.hash}`).toBe("?tab=notifications#team-alerts");
});

test("what is not saved is said, and Discard takes it back, also the keys", async () => {
  await daymark.administrator.settings.apikeys.$post({ json: { name: "Deployments" } });
  const user = await openTab("General");
  const panel = within(screen.getByRole("tabpanel", { name: "General" }));
  expect(panel.getByText("Nothing to save")).toBeTruthy();
  expect(button("Save").getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
  await enter(user, field("Service name"), " Cloud");
  expect(button("Save").getAttribute("aria-disabled")).toBeNull();
  await user.click(button("Add key"));
  await user.click(button("Delete API key 1"));
  expect(screen.getByText("Unsaved changes")).toBeTruthy();
  await user.click(button("Discard"));
  expect(field("Service name").value).toBe("Fernway");
  expect(screen.queryByText(/^This key will be/)).toBeNull();
  expect(panel.getByText("Nothing to save")).toBeTruthy();
  expect(document.activeElement).toBe(button("Save"));
  expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Fernway", apiKeys: [{}] });
});

test("the service name is saved and becomes part of the console's title", async () => {
  const user = await openTab("General");
  await user.clear(field("Service name"));
  await enter(user, field("Service name"), "Fernway Cloud");
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({
    serviceName: "Fernway Cloud",
    backgroundColor: "#FFFFFF",
  });
  await waitFor(() => expect(document.title).toBe("Fernway Cloud Status Admin"));
});

test("an API key is created on Save, and one that isn't saved yet is deleted at once", async () => {
  const user = await openTab("General");
  expect(screen.getByText("No API keys yet")).toBeTruthy();
  await user.click(button("Add key"));
  await user.click(button("Add key"));
  expect(screen.getAllByText("This key will be created on Save.")).toHaveLength(2);
  await user.click(button("Delete API key 2"));
  expect(screen.getAllByText("This key will be created on Save.")).toHaveLength(1);
  expect((await settingsOf(daymark)).apiKeys).toEqual([]);
  await user.click(button("Save"));

  await expectSaved();
  const [key, ...others] = (await settingsOf(daymark)).apiKeys;
  expect(others).toEqual([]);
  expect(screen.queryByText("This key will be created on Save.")).toBeNull();
  expect(field("API key 1").value).toBe(key?.value);
  expect(screen.getByText(`Created at ${formatDate(key?.createdDate ?? "")}`)).toBeTruthy();
});

test("a key is created with its name, scope and last day of use", async () => {
  const user = await openTab("General");
  await user.click(button("Add key"));
  expect(document.activeElement).toBe(field("Name (optional)"));
  await user.keyboard("Deployments");
  await user.selectOptions(field("Scope"), "Submit metric points");
  await user.type(field("Last day of use, date"), "2096-02-30");
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toBe("There is no 2096-02-30.");
  expect((await settingsOf(daymark)).apiKeys).toEqual([]);
  await user.clear(field("Last day of use, date"));
  await user.type(field("Last day of use, date"), "2096-02-29");
  await user.click(button("Save"));

  await expectSaved();
  const expiresAt = new Date("2096-02-29T23:59").toISOString();
  expect((await settingsOf(daymark)).apiKeys).toMatchObject([
    { name: "Deployments", scopes: ["metrics"], expiresAt },
  ]);
  for (const text of [
    "Deployments",
    "· Submit metric points",
    "Never used",
    `Expires ${formatDate(expiresAt)}`,
  ])
    expect(screen.getByText(text)).toBeTruthy();
});

test("a key shows when it was last used", async () => {
  const { value } = await (await daymark.administrator.settings.apikeys.$post()).json();
  await fetch(`${daymark.settings.apiURL}/api/v0/components`, { headers: { "x-api-key": value } });
  const lastUsed = async () => (await settingsOf(daymark)).apiKeys[0]?.lastUsedAt ?? "";
  await expect.poll(lastUsed).not.toBe("");
  await openTab("General");
  expect(screen.getByText(`Last used ${formatDate(await lastUsed())}`)).toBeTruthy();
});

test("a button copies a key", async () => {
  const { value } = await (await daymark.administrator.settings.apikeys.$post()).json();
  const user = await openTab("General");
  await user.click(button("Copy API key 1"));
  expect(await screen.findByText("Copied")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(value);
});

test("a key that can't be decrypted differs from one that doesn't work", async () => {
  await daymark.administrator.settings.apikeys.$post({ json: { name: "Deployments" } });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request);
    if (!String(request[0]).endsWith("/api/settings")) return response;
    const settings = await response.json();
    return Response.json({ ...settings, apiKeys: [{ ...settings.apiKeys[0], value: "" }] });
  });
  await openTab("General");
  expect(
    screen.getByText(
      "This key still works, but its value can't be shown because the Worker's SECRET_KEY has changed.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Copy API key 1" })).toBeNull();
  expect(button("Delete API key 1")).toBeTruthy();
});

test("a click on a key's value selects it", async () => {
  await daymark.administrator.settings.apikeys.$post();
  const user = await openTab("General");
  await user.click(field("API key 1"));
  const { value, selectionStart, selectionEnd } = field("API key 1");
  expect([value.length, selectionStart, selectionEnd]).toEqual([40, 0, 40]);
});

test("an API key is deleted on Save, unless its deletion is undone", async () => {
  for (let count = 0; count < 2; count++) await daymark.administrator.settings.apikeys.$post();
  const [first, second] = (await settingsOf(daymark)).apiKeys;
  const user = await openTab("General");
  await user.click(button("Delete API key 1"));
  await user.click(button("Delete API key 2"));
  expect(screen.getAllByText("This key will be deleted on Save.")).toHaveLength(2);
  await user.click(button("Keep API key 1"));
  expect((await settingsOf(daymark)).apiKeys).toEqual([first, second]);
  await user.click(button("Save"));

  await expectSaved();
  expect((await settingsOf(daymark)).apiKeys).toEqual([first]);
  expect(field("API key 1").value).toBe(first?.value);
  expect(screen.queryByLabelText("API key 2")).toBeNull();
});

test("a confirmation that can't be undone is closed by the next dialog", async () => {
  const user = await openTab("General");
  await user.type(field("Service name"), "x");
  await user.click(button("Save"));
  await screen.findByText("Settings saved");
  await user.click(button("Commands"));
  await screen.findByRole("dialog");
  await waitFor(() => expect(screen.queryByText("Settings saved")).toBeNull());
});

test("after a Save that fails in part, saved changes are shown as saved and the others stay unsaved", async () => {
  const user = await openTab("General");
  await user.click(button("Add key"));
  fireEvent.change(field("Service name"), { target: { value: "x".repeat(201) } });
  await user.click(button("Save"));

  expect((await screen.findByRole("alert")).textContent).toBe(
    [
      "Done: created a key.",
      "Not done: change the settings. Service name can be 200 characters at most.",
      "Save again to do the rest.",
    ].join("\n"),
  );
  const [key, ...others] = (await settingsOf(daymark)).apiKeys;
  expect(others).toEqual([]);
  expect(field("API key 1").value).toBe(key?.value);
  expect(field("Service name").value).toBe("x".repeat(201));
  expect(screen.queryByText("Settings saved")).toBeNull();

  // The second Save creates nothing again.
  await user.clear(field("Service name"));
  await enter(user, field("Service name"), "Fernway II");
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Fernway II", apiKeys: [key] });
});

test("a key of unknown status shows an error", async () => {
  const row = { id: "x", status: 3, value: "", createdDate: "" } as unknown as Parameters<
    typeof saveApiKey
  >[0];
  await expect(saveApiKey(row)).rejects.toThrow("Unknown API key status: 3");
});

test("the background color can be typed or picked, and an invalid one is refused", async () => {
  const user = await openTab("Design");
  const picker = field("Background Color, preview and picker");
  await user.clear(field("Background Color"));
  await enter(user, field("Background Color"), "#0F172A");
  expect(picker.value).toBe("#0f172a");
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({ backgroundColor: "#0F172A", serviceName: "Fernway" });

  fireEvent.change(picker, { target: { value: "#abcdef" } });
  expect(field("Background Color").value).toBe("#ABCDEF");
  await enter(user, field("Background Color"), "0");
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a color as #RRGGBB, like #1A2B3C.");
  expect(await settingsOf(daymark)).toMatchObject({ backgroundColor: "#0F172A" });
});

test("a note and links are saved, changed and deleted, and a dangerous address is refused", async () => {
  const user = await openTab("General");
  await enter(user, field("Note"), "We **move** on Friday.");
  await user.click(button("Add header link"));
  await waitFor(() => expect(document.activeElement).toBe(field("Header link 1, name")));
  await user.keyboard("Docs");
  await enter(user, field("Header link 1, address"), "javascript:alert(1)");
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Enter an address that starts with https://, http:// or mailto:.",
  );
  expect(await settingsOf(daymark)).toMatchObject({ note: "", headerLinks: [] });

  await user.clear(field("Header link 1, address"));
  await enter(user, field("Header link 1, address"), "https://acme.example/docs");
  await user.click(button("Add header link"));
  await user.click(button("Add footer link"));
  await enter(user, field("Footer link 1, name"), "Contact");
  await enter(user, field("Footer link 1, address"), "mailto:help@acme.example");
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({
    note: "We **move** on Friday.",
    headerLinks: [{ name: "Docs", url: "https://acme.example/docs" }],
    footerLinks: [{ name: "Contact", url: "mailto:help@acme.example" }],
    backgroundColor: "#FFFFFF",
  });
  expect(screen.queryByLabelText("Header link 2, name")).toBeNull();

  await user.click(button("Delete header link 1"));
  expect(document.activeElement).toBe(button("Add header link"));
  await user.clear(field("Note"));
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({
    note: "",
    headerLinks: [],
    footerLinks: [{ name: "Contact", url: "mailto:help@acme.example" }],
  });
});

test("a header color and a soft tint are saved, and the tint is hidden beside a background color", async () => {
  const user = await openTab("Design");
  await enter(user, await screen.findByLabelText("Header Color"), "#2E1065");
  await user.click(screen.getByRole("radio", { name: "Soft" }));
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({
    headerColor: "#2E1065",
    pageTint: "soft",
    backgroundColor: "#FFFFFF",
  });
  await user.clear(field("Background Color"));
  await enter(user, field("Background Color"), "#0F172A");
  expect(screen.queryByRole("radio", { name: "Soft" })).toBeNull();
});

test("an empty color shows the color in force, and what has a value has no mark", async () => {
  const user = await openTab("Design");
  await screen.findByLabelText("Header Color");
  expect([field("Header Color").placeholder, field("Accent Color").placeholder]).toEqual([
    "#FFFFFF",
    "#1A54C4",
  ]);
  const background = field("Background Color");
  const mark = () => background.labels?.[0]?.nextSibling?.textContent;
  expect(mark()).toBeUndefined();
  await user.clear(background);
  expect(mark()).toBe("*");
  await enter(user, background, "#abcdef");
  expect(field("Header Color").placeholder).toBe("#ABCDEF");
});

test("a logo that can hardly be seen on the header is said", () => {
  const pixels = (...colors: number[][]) => new Uint8ClampedArray(colors.flat());
  const [ink, purple, white, clear] = [
    [23, 32, 46, 255],
    [109, 40, 217, 255],
    [255, 255, 255, 255],
    [0, 0, 0, 0],
  ];
  expect(logoProblem(pixels(ink, ink, purple, clear), "#2E1065")).toBe("Your logo is dark on dark");
  expect(logoProblem(pixels(ink, ink, purple, clear), "#FFFFFF")).toBeUndefined();
  expect(logoProblem(pixels(white, white, clear, clear), "#FFFFFF")).toBe("Your logo is light on light");
  expect(logoProblem(pixels(clear), "#2E1065")).toBeUndefined();
});

test("the preview shows the real page with the unsaved look, in each theme and on a phone", async () => {
  const user = await openTab("Design");
  const preview = await screen.findByRole("img", { name: "The status page, in the light theme" });
  const root = () => preview.shadowRoot;
  await waitFor(() => expect(root()?.textContent).toContain("Fernway Status"));
  expect(root()?.querySelectorAll("script, style, link")).toHaveLength(0);
  const rules = () => root()?.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).length ?? 0;
  const before = rules();
  await enter(user, field("Header Color"), "#2E1065");
  await waitFor(() => expect(rules()).toBeGreaterThan(before));
  await user.click(button("Dark"));
  expect(preview.getAttribute("aria-label")).toBe("The status page, in the dark theme");
  await user.click(button("Phone"));
  expect(preview.getAttribute("aria-label")).toBe("The status page, on a phone");
});

test("the preview's style has its own theme and width, and not those of the window", () => {
  const look = {
    backgroundColor: "#FFFFFF",
    accentColor: "",
    headerColor: "",
    pageTint: "none",
    pageWidth: "normal",
    font: "system",
  } as const;
  const page =
    ":root{--page:#fff}html{font-size:1rem}body{margin:0}a,body{color:red}@media (prefers-color-scheme:dark){:root{--page:#000}body{x:y}}@media (min-width:48rem){.wide{a:b}}@media print{p{c:d}}";
  const saved = { ...look, headerColor: "#112233" };
  const css = page + themeRules(saved);
  const drafted = { ...look, headerColor: "#445566" };
  expect(previewStyles(css, saved, drafted, "dark")).toBe(
    `:host{--page:#fff}.html{font-size:1rem}.body{margin:0}a,.body{color:red}@media all{:host{--page:#000}.body{x:y}}@container (min-width:48rem){.wide{a:b}}@media print{p{c:d}}${themeRules(drafted)}`,
  );
  expect(previewStyles(css, saved, drafted, "light")).toContain("@media not all{:host{--page:#000}");
});

test("accent, width and font are saved", async () => {
  const user = await openTab("Design");
  await enter(user, await screen.findByLabelText("Accent Color"), "#FF0000");
  await user.click(screen.getByRole("radio", { name: "Wide" }));
  await user.selectOptions(field("Font"), "Monospace");
  await user.click(button("Save"));
  await expectSaved();
  const look = { accentColor: "#FF0000", pageWidth: "wide", font: "monospace" };
  expect(await settingsOf(daymark)).toMatchObject(look);
  await user.clear(field("Accent Color"));
  await enter(user, field("Accent Color"), "red");
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toBe("Enter a color as #RRGGBB, like #1A2B3C.");
  expect(await settingsOf(daymark)).toMatchObject(look);
});

test("mail is enabled with a region and a source address", async () => {
  const user = await openTab("Notifications");
  expect(choiceOfEmail("Disable").checked).toBe(true);
  const regions = [...screen.getByLabelText<HTMLSelectElement>("Simple Email Service Region").options];
  expect(regions.map(({ text }) => text)).toEqual([
    "US West (Oregon)",
    "US East (N. Virginia)",
    "EU (Ireland)",
  ]);
  await user.click(choiceOfEmail("Enable"));
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Source Email Address is required/);

  await user.selectOptions(screen.getByLabelText("Simple Email Service Region"), "EU (Ireland)");
  await enter(user, field("Source Email Address"), "status@example.com");
  await user.click(button("Save"));
  await expectSaved();
  expect((await settingsOf(daymark)).emailNotification).toEqual({
    enable: true,
    sourceRegion: "eu-west-1",
    sourceEmailAddress: "status@example.com",
  });
});

test("what is no address is said at its field before a request", async () => {
  const user = await openTab("Notifications");
  await screen.findByLabelText("Source Email Address");
  for (const [label, error] of [
    ["Source Email Address", "Source Email Address must be an email address."],
    ["Privacy notice URL", "Privacy notice URL must be an https address without a user name or password."],
  ] as const) {
    await enter(user, field(label), "example");
    await user.click(button("Save"));
    expect((await screen.findByRole("alert")).textContent).toBe(error);
    expect(document.activeElement).toBe(field(label));
    expect(field(label).getAttribute("aria-invalid")).toBe("true");
    await user.clear(field(label));
  }
});

test("Cloudflare's Email Service is chosen in place of Amazon SES and its region", async () => {
  const user = await openTab("Notifications");
  expect(field("Email service").value).toBe("ses");
  await user.selectOptions(field("Email service"), "Cloudflare Email Service");
  expect(screen.queryByLabelText("Simple Email Service Region")).toBeNull();
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({ mailProvider: "cloudflare" });
  await user.selectOptions(field("Email service"), "Amazon SES");
  expect(screen.getByLabelText("Simple Email Service Region")).toBeDefined();
  await user.click(button("Save"));
  await expectSaved();
  expect(await settingsOf(daymark)).toMatchObject({ mailProvider: "ses" });
});

test("a service with a key asks for it, and the key is typed only once", async () => {
  const user = await openTab("Notifications");
  await user.selectOptions(await screen.findByLabelText("Email service"), "Postmark");
  await user.click(button("Save"));
  expect(screen.getByText("Postmark Server API Token is required.")).toBeTruthy();
  await enter(user, field("Postmark Server API Token"), "the-token-of-postmark");
  await user.selectOptions(field("Email service"), "Resend");
  expect(field("Resend API Key").value).toBe("");
  await enter(user, field("Resend API Key"), " re_key ");
  const secret = `whsec_${"abcd".repeat(8)}`;
  await enter(user, field("Resend Webhook Signing Secret"), secret);
  await user.click(button("Save"));
  await screen.findByText("Settings saved");
  expect(await settingsOf(daymark)).toMatchObject({
    mailProvider: "resend",
    hasMailKey: true,
    hasMailWebhookSecret: true,
  });
  expect(field("Resend Webhook Signing Secret (saved; type to replace it)").value).toBe("");
  expect(field("Resend API Key (saved; type to replace it)").value).toBe("");
});

test("an SMTP server is asked for with its port, user and password, which belongs to both", async () => {
  const user = await openTab("Notifications");
  await user.selectOptions(await screen.findByLabelText("Email service"), "SMTP server");
  await user.click(button("Save"));
  for (const name of ["Server", "User", "Password"])
    expect(screen.getByText(`SMTP ${name} is required.`)).toBeTruthy();
  await enter(user, field("SMTP Server"), " smtp.example.org ");
  await user.selectOptions(screen.getByLabelText("SMTP Port"), "587 (STARTTLS)");
  await enter(user, field("SMTP User"), "daymark");
  await enter(user, field("SMTP Password"), "secret word");
  await user.click(button("Save"));
  await screen.findByText("Settings saved");
  expect(await settingsOf(daymark)).toMatchObject({
    mailProvider: "smtp",
    hasMailKey: true,
    smtp: { host: "smtp.example.org", port: 587, user: "daymark" },
  });
  expect(field("SMTP Password (saved; type to replace it)").value).toBe("");
  await enter(user, field("SMTP User"), "another");
  expect(field("SMTP Password").required).toBe(true);
});

test("Turnstile is on with both keys and off without; the secret key is never shown again", async () => {
  const user = await openTab("Notifications");
  const secretField = () => screen.getByLabelText<HTMLInputElement>(/^Turnstile Secret Key/);
  await enter(user, field("Turnstile Site Key"), siteKey);
  await user.click(button("Save"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Turnstile Secret Key is required/);
  await enter(user, secretField(), "0xWrong");
  await user.click(button("Save"));
  await screen.findByText(/^Turnstile doesn't recognize this Secret Key/);
  await user.clear(secretField());
  await enter(user, secretField(), secretKey);
  await user.click(button("Save"));
  await expectSaved();
  expect((await settingsOf(daymark)).turnstile).toEqual({ siteKey, hasSecretKey: true });
  await screen.findByLabelText("Turnstile Secret Key (saved; type to replace it)");
  expect([secretField().type, secretField().value]).toEqual(["password", ""]);
  await user.clear(field("Turnstile Site Key"));
  await user.click(button("Save"));
  await waitFor(async () =>
    expect((await settingsOf(daymark)).turnstile).toEqual({ siteKey: "", hasSecretKey: false }),
  );
});

// happy-dom can't decode or draw images, so these are fakes. Tests in a browser resize real ones.
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function stubCanvas({ height }: { height: number }) {
  const drawnSizes: string[] = [];
  vi.stubGlobal("createImageBitmap", async () => ({ width: height * 2, height, close() {} }));
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage() {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockImplementation(function (
    this: HTMLCanvasElement,
    type,
  ) {
    drawnSizes.push(`${this.width}x${this.height} ${type}`);
    return PIXEL;
  });
  return drawnSizes;
}

const image = (type = "image/png") => new File(["…"], "logo", { type });

test("a logo is uploaded at two sizes, shown, and deleted", async () => {
  const drawnSizes = stubCanvas({ height: 1000 });
  const user = await openTab("Design");
  expect(screen.getByText("No logo yet")).toBeTruthy();
  expect(button("Delete").hasAttribute("disabled")).toBe(true);
  await user.upload(field("Logo file"), image());
  expect(field("Logo file").value).toBe("");

  const logo = await screen.findByRole("img", { name: "The logo" });
  await screen.findByText("Logo uploaded");
  expect(drawnSizes).toEqual(["560x280 image/png", "280x140 image/png"]);
  const { logoID, statusPageURL } = await settingsOf(daymark);
  expect(logo.getAttribute("src")).toBe(`${statusPageURL}/logos/${logoID}`);
  expect(logo.getAttribute("srcset")).toBe(`${statusPageURL}/logos/${logoID}@2x 2x`);

  await user.click(button("Delete"));
  expect(await screen.findByText("Deleted!")).toBeTruthy();
  expect(screen.getByText("No logo yet")).toBeTruthy();
  expect((await settingsOf(daymark)).logoID).toBe("");
});

test("a logo can't be deleted while another one is uploaded", async () => {
  stubCanvas({ height: 300 });
  const user = await openTab("Design");
  await user.upload(field("Logo file"), image());
  await screen.findByRole("img", { name: "The logo" });
  const deletable = () => !button("Delete").hasAttribute("disabled");
  await waitFor(() => expect(deletable()).toBe(true));
  const decoding = Promise.withResolvers<unknown>();
  vi.stubGlobal("createImageBitmap", () => decoding.promise);
  await user.upload(field("Logo file"), image());
  await waitFor(() => expect(deletable()).toBe(false));
  decoding.reject(new Error("no image"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Can't read the image/);
  expect(deletable()).toBe(true);
});

test("a logo for the dark theme and an icon are uploaded and deleted on their own", async () => {
  const drawnSizes = stubCanvas({ height: 1000 });
  const user = await openTab("Design");
  await screen.findByText("No icon yet");
  await user.upload(field("Logo for the dark theme file"), image());
  await screen.findByRole("img", { name: "The logo for the dark theme" });
  await user.upload(field("Icon file"), image("image/jpeg"));
  const icon = await screen.findByRole("img", { name: "The icon" });
  expect(drawnSizes).toEqual([
    ...["560x280 image/png", "280x140 image/png"],
    ...["180x180 image/png", "64x64 image/png"],
  ]);
  const { logoID, darkLogoID, faviconID, statusPageURL } = await settingsOf(daymark);
  expect(logoID).toBe("");
  expect(icon.getAttribute("src")).toBe(`${statusPageURL}/logos/${faviconID}`);

  await user.click(button("Delete logo for the dark theme"));
  await screen.findByText("No dark logo yet");
  await user.click(button("Delete icon"));
  await screen.findByText("No icon yet");
  expect(darkLogoID).not.toBe("");
  expect(await settingsOf(daymark)).toMatchObject({ darkLogoID: "", faviconID: "" });
});

test("a small logo is never enlarged", async () => {
  const drawnSizes = stubCanvas({ height: 90 });
  const user = await openTab("Design");
  await user.upload(field("Logo file"), image("image/jpeg"));
  await screen.findByRole("img", { name: "The logo" });
  expect(drawnSizes).toEqual(["180x90 image/jpeg", "180x90 image/jpeg"]);
});

test("a file that is neither PNG nor JPEG is refused", async () => {
  await openTab("Design");
  fireEvent.change(field("Logo file"), { target: { files: [image("image/svg+xml")] } });
  expect((await screen.findByRole("alert")).textContent).toBe("Unsupported image type");
  expect((await settingsOf(daymark)).logoID).toBe("");
});

test("choosing two files at once uploads neither", async () => {
  const drawnSizes = stubCanvas({ height: 10 });
  const user = await openTab("Design");
  fireEvent.change(field("Logo file"), { target: { files: [image(), image()] } });
  await user.upload(field("Logo file"), image());
  await screen.findByRole("img", { name: "The logo" });
  // The single file was drawn in both sizes.
  expect(drawnSizes).toHaveLength(2);
});
