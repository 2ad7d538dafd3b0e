import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { signOut } from "../../web/admin/sign-in/session.ts";
import { type AnsweringPool, startAnsweringPool } from "./answering-pool.ts";
import { openConsole, showConsole } from "./console.tsx";
import {
  type Daymark,
  emptyPage,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
  startDaymark,
} from "./daymark.ts";

// Every form of the console, in one table: a file with a form that is missing from it fails the first test.

let daymark: Daymark;
let pool: AnsweringPool;
const noAttributes = { requiredAttributes: "[]", userAttributes: "{}" };
beforeAll(async () => {
  daymark = await startDaymark();
  pool = await startAnsweringPool({
    ForgotPassword: { CodeDeliveryDetails: { Destination: "a***@e***.com" } },
    AssociateSoftwareToken: { SecretCode: "ABCDEFGH", Session: "s" },
    GetUser: { UserAttributes: [] },
  });
});
beforeEach(async () => {
  await emptyPage(daymark);
  await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { name: "API is down" });
  await makeMaintenance(daymark, { name: "Database upgrade" });
  await makeMetric(daymark, { title: "Response time" });
});
afterAll(async () => {
  await daymark.stop();
  pool.stop();
});

/** Requests that change something, and whether they are let through. */
const send = globalThis.fetch;
let changes: string[] = [];
beforeEach(() => {
  changes = [];
  globalThis.fetch = (input, init) => {
    const target = new Headers(init?.headers).get("X-Amz-Target");
    const method = init?.method ?? "GET";
    if (method !== "GET" && !target?.endsWith(".GetUser")) changes.push(`${method} ${target ?? input}`);
    return send(input, init);
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));

interface FormCase {
  /** Where the form is. */
  file: string;
  name: string;
  /** Shows it. */
  open: () => Promise<UserEvent>;
  /** What sends it. */
  action: string;
  /** The labels of what has to be written, from top to bottom; an empty form has none of it. */
  required: readonly string[];
  /** Empties what is filled from the start. */
  empty?: readonly string[];
}

const dialog =
  (path: string, ...names: string[]) =>
  async () => {
    const user = await openConsole(daymark, path);
    for (const name of names) await press(user, name);
    return user;
  };
const tab = (title: string) => async () => {
  const user = await openConsole(daymark, "/settings");
  await user.click(await screen.findByRole("tab", { name: title }));
  return user;
};

const forms: FormCase[] = [
  {
    file: "components/component-dialog.tsx",
    name: "Add Component",
    open: dialog("/components", "Add"),
    action: "Add",
    required: ["Name"],
  },
  {
    file: "components/component-dialog.tsx",
    name: "Edit Component",
    open: dialog("/components", "Edit API"),
    action: "Save",
    required: ["Name"],
    empty: ["Name"],
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Add Incident",
    open: dialog("/incidents", "Add"),
    action: "Add",
    required: ["Name"],
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Update Incident",
    open: dialog("/incidents", "Edit API is down"),
    action: "Update",
    required: ["Name"],
    empty: ["Name"],
  },
  {
    file: "notices/notice-dialog.tsx",
    name: "Add Scheduled Maintenance",
    open: dialog("/maintenances", "Add"),
    action: "Add",
    required: ["Name", "Start Time, date", "End Time, date"],
    empty: ["Start Time, date", "End Time, date"],
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Add Metric of CloudWatch",
    open: dialog("/metrics", "Add"),
    action: "Add",
    required: ["Namespace", "MetricName", "Dimensions", "Title"],
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Add Metric of Prometheus",
    open: async () => {
      const user = await dialog("/metrics", "Add")();
      await user.selectOptions(screen.getByLabelText("Metrics Type"), "Prometheus");
      return user;
    },
    action: "Add",
    required: ["URL", "Expression", "Title"],
  },
  {
    file: "metrics/metric-dialog.tsx",
    name: "Edit Metric",
    open: dialog("/metrics", "Edit Response time"),
    action: "Save",
    required: ["Title"],
    empty: ["Title"],
  },
  {
    file: "settings/design-tab.tsx",
    name: "Design",
    open: tab("Design"),
    action: "Save",
    required: ["Background Color"],
    empty: ["Background Color"],
  },
  {
    file: "settings/notifications-tab.tsx",
    name: "Notifications",
    open: async () => {
      const user = await tab("Notifications")();
      await user.click(screen.getByRole("radio", { name: "Enable" }));
      await user.type(screen.getByLabelText("Turnstile Site Key"), "0xSite");
      return user;
    },
    action: "Save",
    required: ["Source Email Address", "Turnstile Secret Key"],
  },
  {
    file: "mail/test-mail.tsx",
    name: "Send test",
    open: tab("Notifications"),
    action: "Send test",
    required: ["Send test to"],
  },
  {
    file: "subscribers/find-subscriber.tsx",
    name: "Find subscriber",
    open: tab("Notifications"),
    action: "Find",
    required: ["Find subscriber"],
  },
  {
    file: "sign-in/sign-in-dialog.tsx",
    name: "Sign in",
    open: () => signInPage(),
    action: "Signin",
    required: ["Email Address", "Password"],
  },
  {
    file: "sign-in/forgot-password-dialog.tsx",
    name: "Forgot Password?",
    open: async () => {
      const user = await signInPage();
      await press(user, "Forgot Password?");
      return user;
    },
    action: "Send verification code",
    required: ["Email Address"],
  },
  {
    file: "sign-in/set-password-dialog.tsx",
    name: "Set New Password",
    open: async () => {
      const user = await signInPage();
      await press(user, "Forgot Password?");
      await user.type(screen.getByLabelText("Email Address"), "admin@example.com{Enter}");
      await screen.findByRole("heading", { name: "Set New Password" });
      changes = [];
      return user;
    },
    action: "Done",
    required: ["Verification code", "Password"],
  },
  {
    file: "sign-in/new-password-dialog.tsx",
    name: "Login successful",
    open: () => challenged("NEW_PASSWORD_REQUIRED"),
    action: "DONE",
    required: ["New Password"],
  },
  {
    file: "sign-in/code-dialog.tsx",
    name: "Code",
    open: () => challenged("SOFTWARE_TOKEN_MFA"),
    action: "Verify",
    required: ["Code"],
  },
  {
    file: "sign-in/set-up-app-dialog.tsx",
    name: "Set up your authenticator app.",
    open: () => challenged("MFA_SETUP"),
    action: "Done",
    required: ["Code"],
  },
  {
    file: "sign-in/second-factor-dialog.tsx",
    name: "Set up your authenticator app",
    open: async () => {
      const user = await openConsole({ ...daymark, settings: withPool() }, "/components");
      await press(user, "User menu");
      await press(user, /^Second factor/);
      await screen.findByText("It is off.");
      await press(user, "Set up");
      await screen.findByLabelText("Code");
      changes = [];
      return user;
    },
    action: "Turn on",
    required: ["Code"],
  },
];

/** They have nothing that must be written. */
const withoutRequired = [
  "components/delete-component-dialog.tsx",
  "metrics/delete-metric-dialog.tsx",
  "notices/delete-notice-dialog.tsx",
  "settings/general-tab.tsx",
  "sign-in/choose-factor-dialog.tsx",
  "subscribers/erase-dialog.tsx",
];

test("every file with a form is in the table", () => {
  const sources = import.meta.glob<string>("../../web/admin/**/*.tsx", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const withForms = Object.entries(sources)
    .filter(([, source]) => /<(FormDialog|DeleteDialog|SignInForm|FormCard|Form)\b/.test(source))
    .map(([path]) => path.replace("../../web/admin/", ""))
    .filter((path) => !/sign-in-form\.tsx$/.test(path));
  const listed = [...forms.map(({ file }) => file), ...withoutRequired];
  expect(withForms.toSorted()).toEqual([...new Set(listed)].toSorted());
  expect(Object.values(sources).filter((source) => source.includes("<form"))).toEqual([]);
});

for (const { name, open, action, required, empty = [] } of forms) {
  test(`${name}: what is required is marked, and checked before anything is sent`, async () => {
    const user = await open();
    const [first = ""] = required;
    await screen.findByLabelText(labelled(first));
    for (const label of empty) fireEvent.change(field(label), { target: { value: "" } });
    const form = within(field(first).form ?? document.body);
    await user.click(form.getByRole("button", { name: action }));

    expect(document.activeElement).toBe(field(first));
    for (const label of required) {
      expect(field(label).required).toBe(true);
      expect(labelOf(field(label))).toMatch(/\*$/);
      expect(field(label).getAttribute("aria-invalid")).toBe("true");
      const [told] = (field(label).getAttribute("aria-describedby") ?? "").split(" ").slice(-1);
      expect(document.getElementById(told ?? "")?.textContent).toMatch(/required|date as YYYY-MM-DD/);
    }
    expect(form.getAllByRole("alert")).toHaveLength(required.length);
    expect(changes).toEqual([]);
  });
}

function field(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(labelled(label));
}

/** The label of a secret key says whether one is saved. */
function labelled(label: string): string | RegExp {
  return label === "Turnstile Secret Key" ? /^Turnstile Secret Key/ : label;
}

/** As it is seen: a date has it in the legend around it. */
function labelOf(input: HTMLInputElement): string {
  const label = document.querySelector(`label[for="${input.id}"]`)?.parentElement;
  return (label ?? input.closest("fieldset")?.querySelector("legend"))?.textContent ?? "";
}

test("a date that is none is told beside its field, in the field's own format", async () => {
  const user = await dialog("/maintenances", "Add")();
  await user.type(screen.getByLabelText("Name"), "Undated");
  for (const wrong of ["2027-02-30", "31.01.2027", "soon"]) {
    fireEvent.change(field("End Time, date"), { target: { value: wrong } });
    await user.click(button("Add"));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toBe("Enter a date like 2027-01-31.");
    expect(alert.parentElement?.contains(field("End Time, date"))).toBe(true);
    expect(document.activeElement).toBe(field("End Time, date"));
  }
  expect(changes).toEqual([]);
  fireEvent.change(field("End Time, date"), { target: { value: "2096-02-29" } });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an end that is not after its start is told beside the end", async () => {
  const user = await dialog("/maintenances", "Add")();
  await user.type(screen.getByLabelText("Name"), "No time at all");
  await user.click(button("Add"));
  expect(screen.getByRole("alert").textContent).toBe("End time must be after start time.");
  expect(document.activeElement).toBe(field("End Time, date"));
  expect(changes).toEqual([]);
});

test.each([
  ["/incidents", incidentsOf],
  ["/maintenances", maintenancesOf],
] as const)("Enter in a field of %s publishes nothing, and Ctrl+Enter does", async (path, stored) => {
  const user = await dialog(path, "Add")();
  const before = (await stored(daymark)).length;
  await user.type(screen.getByLabelText("Name"), "Half a name{Enter}");
  if (path === "/maintenances") {
    fireEvent.change(field("End Time, date"), { target: { value: "2096-02-29" } });
    await user.type(field("End Time, date"), "{Enter}");
  }
  expect(changes).toEqual([]);
  expect(screen.getByRole("dialog")).toBeTruthy();

  await user.type(screen.getByLabelText("Name"), "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changes).toHaveLength(1);
  expect(await stored(daymark)).toHaveLength(before + 1);
});

test("a new key's last day is told beside its field, and nothing is created", async () => {
  const user = await tab("General")();
  await press(user, "Add key");
  for (const [written, words] of [
    ["2096-02-30", "Enter a date like 2027-01-31."],
    ["2020-01-31", "The last day of use can't be in the past."],
  ] as const) {
    fireEvent.change(field("Last day of use, date"), { target: { value: written } });
    await user.click(button("Save"));
    expect(screen.getByRole("alert").textContent).toBe(words);
    expect(document.activeElement).toBe(field("Last day of use, date"));
  }
  expect(changes).toEqual([]);
});

function withPool() {
  return { ...daymark.settings, userPoolEndpoint: pool.endpoint, authenticationFlow: "USER_PASSWORD_AUTH" };
}

async function signInPage() {
  window.settings = daymark.settings;
  signOut();
  const user = showConsole(withPool(), "/signin");
  await screen.findByLabelText("Email Address");
  return user;
}

async function challenged(name: string) {
  pool.answers.InitiateAuth = { ChallengeName: name, Session: "s", ChallengeParameters: noAttributes };
  const user = await signInPage();
  await user.type(screen.getByLabelText("Email Address"), "admin@example.com");
  await user.type(screen.getByLabelText("Password"), "Password-1{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Email Address")).toBeNull());
  changes = [];
  return user;
}
