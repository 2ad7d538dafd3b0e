import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredDraft } from "../../../web/admin/drafts/database.ts";
import { drafts } from "../../../web/admin/drafts/stored-drafts.ts";
import { signOut } from "../../../web/admin/session/session.ts";
import { makeSenderKey, sendAlerts } from "../support/alerts.ts";
import {
  button,
  choiceOfEmail,
  enter,
  openConsole,
  press,
  pressInMenu,
  showConsole,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  startDaymark,
} from "../support/daymark.ts";
import { recordWrites } from "../support/record-writes.ts";
import { type ScriptedPool, startScriptedPool } from "../support/scripted-pool.ts";

// These tables have every form of the console. A file with a form that isn't listed fails the first tests.

let daymark: Daymark;
let pool: ScriptedPool;
let incidentID: string;
let proposalID: string;
const noAttributes = { requiredAttributes: "[]", userAttributes: "{}" };
/** All tests share these items, because only one saves, which changes an incident that no other opens. */
beforeAll(async () => {
  daymark = await startDaymark();
  pool = await startScriptedPool({
    ForgotPassword: { CodeDeliveryDetails: { Destination: "a***@e***.com" } },
    AssociateSoftwareToken: { SecretCode: "ABCDEFGH", Session: "s" },
    GetUser: { UserAttributes: [] },
  });
  await makeComponent(daymark, { name: "API" });
  await makeGroup(daymark, { name: "Platform" });
  ({ incidentID } = await makeIncident(daymark, { name: "API is down" }));
  await makeIncident(daymark, { name: "Website is down" });
  await makeMaintenance(daymark, { name: "Database upgrade" });
  await makeMetric(daymark, { title: "Response time" });
  ({ proposalID } = await makeProposal(daymark));
  await sendAlerts(daymark, await makeSenderKey(daymark), "generic", { id: 1, name: "Disk is full" });
});
afterAll(async () => {
  await daymark.stop();
  pool.stop();
});

const writes = recordWrites();

interface OpenForm {
  file: string;
  name: string;
  open: () => Promise<UserEvent>;
  /** What the draft test enters, by the label of its field. */
  texts?: Record<string, string>;
}

interface FormCase extends OpenForm {
  /** The name of the button that submits. */
  action: string;
  /** The labels of required fields, from top to bottom. */
  required: readonly string[];
  /** The labels of fields that have a value at the start, which the test removes. */
  empty?: readonly string[];
}

let restored: StoredDraft[] = [];

/** Opens the console with what the browser's database returns before the first form is rendered. happy-dom has no database. */
async function openPage(path: string): Promise<UserEvent> {
  const user = await openConsole(daymark, path);
  for (const draft of restored.splice(0)) drafts.set(draft.key, draft);
  return user;
}

const openDialog =
  (path: string, ...names: (string | RegExp)[]) =>
  async () => {
    const user = await openPage(path);
    for (const name of names) await press(user, name);
    return user;
  };
const openTab = (title: string) => async () => {
  const user = await openPage("/settings");
  await user.click(await screen.findByRole("tab", { name: title }));
  return user;
};
/** A draft brings back the row that the button adds. */
async function addRow(user: UserEvent, name: string, label: string): Promise<UserEvent> {
  await screen.findByRole("button", { name });
  if (!screen.queryByLabelText(label)) await press(user, name);
  return user;
}

const forms: FormCase[] = [
  {
    file: "components/component-dialog.tsx",
    name: "Add Component",
    open: openDialog("/components", "Add"),
    action: "Add",
    required: ["Name"],
    texts: { Name: "Mail", "Description (optional)": "Sends letters" },
  },
  {
    file: "components/component-dialog.tsx",
    name: "Edit Component",
    open: openDialog("/components", "Edit API"),
    action: "Save",
    required: ["Name"],
    empty: ["Name"],
    texts: { Name: "Public API" },
  },
  {
    file: "components/group-dialog.tsx",
    name: "New Group",
    open: openDialog("/components", "New group"),
    action: "Add",
    required: ["Name"],
    texts: { Name: "Data" },
  },
  {
    file: "components/group-dialog.tsx",
    name: "Rename Group",
    open: openDialog("/components", "Rename Platform"),
    action: "Save",
    required: ["Name"],
    empty: ["Name"],
  },
  {
    file: "components/paste-dialog.tsx",
    name: "Add Components",
    open: openDialog("/?set-up", "Paste a list"),
    action: "Add",
    required: ["List of components"],
    texts: { "List of components": "Europe / Mail\nBlog" },
  },
  {
    file: "notices/form/notice-dialog.tsx",
    name: "Add Incident",
    open: openDialog("/incidents", "Add"),
    action: "Add",
    required: ["Name"],
    texts: { Name: "Mail is slow", Message: "We look into it.\nSoon more." },
  },
  {
    file: "notices/form/notice-dialog.tsx",
    name: "Publish Proposal",
    open: () => openPage(`/incidents/new?proposal=${proposalID}`),
    action: "Publish",
    required: ["Name"],
    empty: ["Name"],
    texts: { Name: "Mail is slow", Message: "We look into it." },
  },
  {
    file: "notices/form/notice-dialog.tsx",
    name: "Update Incident",
    open: openDialog("/incidents", "Edit API is down"),
    action: "Update",
    required: ["Name"],
    empty: ["Name"],
    texts: { Name: "API was down", Message: "It is back." },
  },
  {
    file: "notices/form/notice-dialog.tsx",
    name: "Add Scheduled Maintenance",
    open: openDialog("/maintenances", "Add"),
    action: "Add",
    required: ["Name", "Start Time, date", "End Time, date"],
    empty: ["Start Time, date", "End Time, date"],
    texts: {
      Name: "Moving servers",
      "Start Time, date": "2029-01-30",
      "End Time, date": "2029-01-31",
      Message: "Everything stops.",
    },
  },
  {
    file: "postmortems/write-up-editor.tsx",
    name: "Write-up",
    open: () => openPage(`/incidents/${incidentID}/write-up`),
    action: "Save draft",
    required: ["Text"],
    texts: { Text: "## What happened\nA disk was full." },
  },
  {
    file: "notices/detail/name-editor.tsx",
    name: "the name of an incident",
    open: async () => {
      const user = await openPage(`/incidents/${incidentID}`);
      await pressInMenu(user, "API is down", "Rename API is down");
      return user;
    },
    action: "Save",
    required: ["Name"],
    empty: ["Name"],
    texts: { Name: "API was down" },
  },
  {
    file: "notices/detail/times-dialog.tsx",
    name: "Edit Times",
    open: async () => {
      const user = await openPage(`/incidents/${incidentID}`);
      await pressInMenu(user, "API is down", "Edit times of API is down");
      return user;
    },
    action: "Save",
    required: ["Began at, date"],
    empty: ["Began at, date"],
    texts: { "Began at, date": "2026-01-31" },
  },
  {
    file: "notices/detail/update-editor.tsx",
    name: "the editor of an update",
    open: async () => {
      const user = await openPage("/incidents");
      await user.click(await screen.findByRole("link", { name: "API is down" }));
      await press(user, /^Edit the update/);
      return user;
    },
    action: "Save",
    required: ["Posted at, date"],
    empty: ["Posted at, date"],
    texts: { "Edited message": "We look into it.", "Posted at, date": "2026-01-31" },
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Add Metric of CloudWatch",
    open: openDialog("/metrics", "Add"),
    action: "Add",
    required: ["Namespace", "MetricName", "Dimensions", "Title"],
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Add Metric of Prometheus",
    open: async () => {
      const user = await openDialog("/metrics", "Add")();
      await user.selectOptions(screen.getByLabelText("Metrics Type"), "Prometheus");
      return user;
    },
    action: "Add",
    required: ["URL", "Expression", "Title"],
    texts: {
      URL: "https://prometheus.example.com",
      Expression: "rate(requests[5m])",
      "Secret name (optional)": "PROMETHEUS_MAIN",
      Title: "Requests",
      Unit: "per second",
      Description: "All regions",
    },
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Edit Metric",
    open: openDialog("/metrics", "Edit Response time"),
    action: "Save",
    required: ["Title"],
    empty: ["Title"],
  },
  {
    file: "settings/design-tab.tsx",
    name: "Design",
    open: openTab("Design"),
    action: "Save",
    required: ["Background Color"],
    empty: ["Background Color"],
  },
  {
    file: "settings/notifications-tab.tsx",
    name: "Notifications",
    open: async () => {
      const user = await openTab("Notifications")();
      await user.click(choiceOfEmail("Enable"));
      await enter(user, screen.getByLabelText("Turnstile Site Key"), "0xSite");
      return user;
    },
    action: "Save",
    required: [
      "Turnstile Secret Key",
      "Remind us if there is no update for (minutes)",
      "Source Email Address",
    ],
    empty: ["Remind us if there is no update for (minutes)"],
  },
  {
    file: "channels/channel-dialog.tsx",
    name: "Add Channel",
    open: async () => {
      const user = await openTab("Notifications")();
      await press(user, "Add channel");
      return user;
    },
    action: "Add",
    required: ["Name", "Address"],
    texts: { Name: "Operations" },
  },
  {
    file: "settings/templates/template-dialog.tsx",
    name: "Add Template",
    open: async () => {
      const user = await openTab("Templates")();
      await press(user, "Add template");
      return user;
    },
    action: "Add",
    required: ["Name"],
    texts: { Name: "Outage", Title: "{{components}} is down", Message: "We look into it." },
  },
  {
    file: "settings/automation/rule-dialog.tsx",
    name: "Add Rule",
    open: async () => {
      const user = await openTab("Automation")();
      await press(user, "Add rule");
      return user;
    },
    action: "Add",
    required: ["Name", "Hold (minutes)", "Settle (minutes)"],
    empty: ["Hold (minutes)", "Settle (minutes)"],
    texts: { Name: "Slow API", "Hold (minutes)": "3" },
  },
  {
    file: "settings/automation/heartbeats/heartbeat-dialog.tsx",
    name: "Add Heartbeat",
    open: async () => {
      const user = await openTab("Automation")();
      await press(user, "Add heartbeat");
      return user;
    },
    action: "Add",
    required: ["Name", "Period (minutes)", "Grace (minutes)"],
    empty: ["Grace (minutes)"],
    texts: { Name: "Backup", "Period (minutes)": "60" },
  },
  {
    file: "settings/automation/paths/paths-dialog.tsx",
    name: "Read These Messages",
    open: async () => {
      const user = await openTab("Automation")();
      await press(user, "Details of A message in another format");
      await press(user, "Choose what is read");
      return user;
    },
    action: "Save",
    required: ["Key", "Title", "State", "Means that it is over"],
    empty: ["Means that it is over"],
    texts: { Key: "/id", Title: "/name", "Means that it is over": "closed" },
  },
  {
    file: "mail/test-mail.tsx",
    name: "Send test",
    open: openTab("Notifications"),
    action: "Send test",
    required: ["Send test to"],
    empty: ["Send test to"],
    texts: { "Send test to": "me@example.com" },
  },
  {
    file: "settings/set-up-dialogs.tsx",
    name: "Let people subscribe",
    open: async () => {
      const user = await openDialog("/?set-up", "Turn on")();
      const dialog = within(await screen.findByRole("dialog"));
      const email = within(dialog.getByRole("group", { name: "Email Notifications" }));
      await user.click(email.getByLabelText("Enable"));
      return user;
    },
    action: "Save",
    required: ["Source Email Address"],
    texts: { "Source Email Address": "status@example.org" },
  },
  {
    file: "settings/set-up-dialogs.tsx",
    name: "Send yourself a test",
    open: openDialog("/?set-up", "Send"),
    action: "Send test",
    required: ["Send test to"],
    empty: ["Send test to"],
    texts: { "Send test to": "me@example.com" },
  },
  {
    file: "sign-in/choice/choice-form.tsx",
    name: "How administrators sign in",
    open: async () => {
      const user = await openPage("/settings");
      await user.click(await screen.findByRole("radio", { name: "OpenID Connect provider" }));
      return user;
    },
    action: "Try it",
    required: ["Issuer", "Client ID", "Claim", "Administrators"],
    empty: ["Claim"],
  },
  {
    file: "sign-in/set-up/set-up-screen.tsx",
    name: "Setup key",
    open: async () => {
      window.settings = daymark.settings;
      signOut();
      const { apiURL } = daymark.settings;
      return showConsole({ apiURL, userPoolID: "", clientID: "", isUnset: true }, "/setup");
    },
    action: "Continue",
    required: ["Setup key"],
  },
  {
    file: "sign-in/dialogs/sign-in-dialog.tsx",
    name: "Sign in",
    open: () => openSignInPage(),
    action: "Signin",
    required: ["Email Address", "Password"],
  },
  {
    file: "sign-in/dialogs/forgot-password-dialog.tsx",
    name: "Forgot Password?",
    open: async () => {
      const user = await openSignInPage();
      await press(user, "Forgot Password?");
      return user;
    },
    action: "Send verification code",
    required: ["Email Address"],
  },
  {
    file: "sign-in/dialogs/set-password-dialog.tsx",
    name: "Set New Password",
    open: async () => {
      const user = await openSignInPage();
      await press(user, "Forgot Password?");
      await enter(user, screen.getByLabelText("Email Address"), "admin@example.com{Enter}");
      await screen.findByRole("heading", { name: "Set New Password" });
      writes.length = 0;
      return user;
    },
    action: "Done",
    required: ["Verification code", "Password"],
  },
  {
    file: "sign-in/dialogs/new-password-dialog.tsx",
    name: "Login successful",
    open: () => openChallenge("NEW_PASSWORD_REQUIRED"),
    action: "DONE",
    required: ["New Password"],
  },
  {
    file: "sign-in/dialogs/code-dialog.tsx",
    name: "Code",
    open: () => openChallenge("SOFTWARE_TOKEN_MFA"),
    action: "Verify",
    required: ["Code"],
  },
  {
    file: "sign-in/dialogs/set-up-app-dialog.tsx",
    name: "Set up your authenticator app.",
    open: () => openChallenge("MFA_SETUP"),
    action: "Done",
    required: ["Code"],
  },
  {
    file: "sign-in/dialogs/second-factor-dialog.tsx",
    name: "Set up your authenticator app",
    open: async () => {
      const user = await openConsole({ ...daymark, settings: settingsWithPool() }, "/components");
      await press(user, "User menu");
      await press(user, /^Second factor/);
      await screen.findByText("It is off.");
      await press(user, "Set up");
      await screen.findByLabelText("Code");
      writes.length = 0;
      return user;
    },
    action: "Turn on",
    required: ["Code"],
  },
];

const draftForms: OpenForm[] = [
  ...forms.filter(({ texts }) => texts),
  {
    file: "notices/form/update-message-editor.tsx",
    name: "the message of an update",
    open: openDialog("/incidents", "Edit API is down", /^Edit the message of/),
    texts: { "Edited message": "We look into it." },
  },
  {
    file: "notices/detail/composer.tsx",
    name: "Post an update",
    open: () => openPage(`/incidents/${incidentID}`),
    texts: { Message: "A disk was full." },
  },
  {
    file: "settings/general-tab.tsx",
    name: "General",
    open: async () => {
      const user = await addRow(await openPage("/settings"), "Add key", "Name (optional)");
      return addRow(user, "Add header link", "Header link 1, name");
    },
    texts: {
      "Service name": "Example",
      Note: "We move on Friday.",
      "Header link 1, name": "Docs",
      "Header link 1, address": "https://example.com/docs",
      "Keep the audit log for (days)": "365",
      "Name (optional)": "Deploys",
      "Last day of use, date": "2097-01-31",
    },
  },
  {
    file: "settings/design-tab.tsx",
    name: "Design",
    open: openTab("Design"),
    texts: {
      "Background Color": "#123456",
      "Accent Color": "#663399",
    },
  },
  {
    file: "settings/notifications-tab.tsx",
    name: "Notifications that are off",
    open: openTab("Notifications"),
    texts: {
      "Source Email Address": "status@example.com",
      "Privacy notice URL": "https://example.com/privacy",
      "Turnstile Site Key": "0xSite",
    },
  },
];

const formsWithoutRequiredFields = [
  "channels/delete-channel-dialog.tsx",
  "components/delete-component-dialog.tsx",
  "components/delete-group-dialog.tsx",
  "layout/sign-out-dialog.tsx",
  "metrics/delete-metric-dialog.tsx",
  "notices/delete-notice-dialog.tsx",
  "notices/detail/composer.tsx",
  "notices/detail/delete-update-dialog.tsx",
  "notices/proposals/discard-dialog.tsx",
  "postmortems/delete-write-up-dialog.tsx",
  "postmortems/publish-dialog.tsx",
  "settings/general-tab.tsx",
  "sign-in/dialogs/choose-factor-dialog.tsx",
  "subscribers/erase-dialog.tsx",
  "settings/automation/delete-rule-dialog.tsx",
  "settings/automation/heartbeats/delete-heartbeat-dialog.tsx",
  "settings/templates/delete-template-dialog.tsx",
];

// The dialog of all drafts and the form of all tabs are no forms of their own.
const sources = import.meta.glob<string>(
  ["../../../web/admin/**/*.tsx", "!**/drafts/draft-dialog.tsx", "!**/settings/{settings-form,save-bar}.tsx"],
  { query: "?raw", import: "default", eager: true },
);

function filesWith(pattern: RegExp): string[] {
  return Object.entries(sources)
    .filter(([path, source]) => pattern.test(source) && !path.endsWith("sign-in-form.tsx"))
    .map(([path]) => path.replace("../../../web/admin/", ""))
    .toSorted();
}

const filesWithForms = filesWith(/<(FormDialog|DraftDialog|DeleteDialog|SignInForm|SettingsForm|Form)\b/);

test("every file with a form is in the table", () => {
  const listedFiles = [...forms.map(({ file }) => file), ...formsWithoutRequiredFields];
  expect(filesWithForms).toEqual([...new Set(listedFiles)].toSorted());
  expect(filesWith(/<form/)).toEqual([]);
});

/** They are filled in before anyone has signed in, hold secrets, or have no text. */
const formsWithoutDrafts = [
  "channels/delete-channel-dialog.tsx",
  "components/delete-component-dialog.tsx",
  "components/delete-group-dialog.tsx",
  "layout/sign-out-dialog.tsx",
  "metrics/delete-metric-dialog.tsx",
  "notices/delete-notice-dialog.tsx",
  "notices/detail/delete-update-dialog.tsx",
  "notices/proposals/discard-dialog.tsx",
  "postmortems/delete-write-up-dialog.tsx",
  "postmortems/publish-dialog.tsx",
  "settings/automation/delete-rule-dialog.tsx",
  "settings/automation/heartbeats/delete-heartbeat-dialog.tsx",
  "settings/templates/delete-template-dialog.tsx",
  "sign-in/choice/choice-form.tsx",
  "sign-in/dialogs/choose-factor-dialog.tsx",
  "sign-in/dialogs/code-dialog.tsx",
  "sign-in/dialogs/forgot-password-dialog.tsx",
  "sign-in/dialogs/new-password-dialog.tsx",
  "sign-in/dialogs/second-factor-dialog.tsx",
  "sign-in/dialogs/set-password-dialog.tsx",
  "sign-in/dialogs/set-up-app-dialog.tsx",
  "sign-in/dialogs/sign-in-dialog.tsx",
  "sign-in/set-up/set-up-screen.tsx",
  "subscribers/erase-dialog.tsx",
];

test("every form that takes text keeps it as a draft, except those of the list", () => {
  const filesWithDrafts = filesWith(/<DraftNotice\b|<DraftDialog\b|\{\.\.\.formProps\}/);
  expect(filesWithForms.filter((file) => !filesWithDrafts.includes(file))).toEqual(formsWithoutDrafts);
  expect(filesWithDrafts).toEqual([...new Set(draftForms.map(({ file }) => file))].toSorted());
});

/** Editors inside a form, which have buttons of their own. */
const innerEditors = [
  {
    file: "notices/form/update-message-editor.tsx",
    open: openDialog("/incidents", "Edit Website is down", /^Edit the message of/),
    label: "Edited message",
    outerAction: "Update",
  },
];

test("every editor inside a form is in the table", () => {
  const filesWithActions = filesWith(/<FormActions\b/).filter((file) => !filesWithForms.includes(file));
  expect(filesWithActions).toEqual(innerEditors.map(({ file }) => file));
});

for (const { file, open, label, outerAction } of innerEditors) {
  test(`${file}: the button of the form around it doesn't drop what was typed`, async () => {
    const user = await open();
    await enter(user, screen.getByLabelText(label), "Typed inside");
    await enter(user, screen.getByLabelText("Message"), "Typed outside");
    await user.click(button(outerAction));
    expect(screen.getByRole("alert").textContent).toBe("Save or cancel the edited message first.");
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(writes).toEqual([]);

    await press(user, "Save");
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull());
    await user.click(button(outerAction));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const incident = (await incidentsOf(daymark)).find(({ name }) => name === "Website is down");
    expect(incident).toMatchObject({
      incidentUpdates: [{ message: "Typed outside" }, { message: "Typed inside" }],
    });
  });
}

for (const { name, open, action, required, empty = [] } of forms) {
  test(`${name}: required fields are marked, and checked before a request`, async () => {
    const user = await open();
    const [first = ""] = required;
    await screen.findByLabelText(labelMatcher(first));
    for (const label of empty) fireEvent.change(field(label), { target: { value: "" } });
    const panel = field(first).closest<HTMLElement>('[role="tabpanel"]'); // whose bar saves all of its cards
    const form = within(panel ?? field(first).form ?? document.body);
    await user.click(form.getByRole("button", { name: action }));

    expect(document.activeElement).toBe(field(first));
    for (const label of required) {
      expect(field(label).required).toBe(true);
      expect(labelOf(field(label))).toMatch(/\*$/);
      expect(field(label).getAttribute("aria-invalid")).toBe("true");
      const [errorID] = (field(label).getAttribute("aria-describedby") ?? "").split(" ").slice(-1);
      expect(document.getElementById(errorID ?? "")?.textContent).toMatch(/required|date as YYYY-MM-DD/);
    }
    expect(form.getAllByRole("alert")).toHaveLength(required.length);
    expect(writes).toEqual([]);
  });
}

for (const { name, open, texts = {} } of draftForms) {
  test(`${name}: what was typed comes back after a reload, and Discard removes it`, async () => {
    await open();
    for (const [label, value] of Object.entries(texts))
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    restored = structuredClone([...drafts.values()]); // A database stores a clone, too.
    const user = await open();
    const notice = await screen.findByText(/^Your draft from \d\d:\d\d is back\.$/);
    for (const [label, text] of Object.entries(texts)) expect(field(label).value).toBe(text);
    await press(user, "Discard");
    await waitFor(() => expect(notice.isConnected).toBe(false));
    expect([...drafts.values()]).toEqual([]);
  });
}

function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(labelMatcher(label));
}

/** The label of a secret key ends with whether one is saved. */
function labelMatcher(label: string): string | RegExp {
  return label === "Turnstile Secret Key" ? /^Turnstile Secret Key/ : label;
}

/** Returns the visible label. That of a date is the legend around it. */
function labelOf(input: HTMLInputElement): string {
  const label = document.querySelector(`label[for="${input.id}"]`)?.parentElement;
  return (label ?? input.closest("fieldset")?.querySelector("legend"))?.textContent ?? "";
}

function settingsWithPool() {
  return { ...daymark.settings, userPoolEndpoint: pool.endpoint, authenticationFlow: "USER_PASSWORD_AUTH" };
}

async function openSignInPage() {
  window.settings = daymark.settings;
  signOut();
  const user = showConsole(settingsWithPool(), "/signin");
  await screen.findByLabelText("Email Address");
  return user;
}

async function openChallenge(name: string) {
  pool.responses.InitiateAuth = { ChallengeName: name, Session: "s", ChallengeParameters: noAttributes };
  const user = await openSignInPage();
  await enter(user, screen.getByLabelText("Email Address"), "admin@example.com");
  await enter(user, screen.getByLabelText("Password"), "Password-1{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Email Address")).toBeNull());
  writes.length = 0;
  return user;
}
