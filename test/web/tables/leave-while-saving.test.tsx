import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { makeSenderKey, sendAlerts } from "../support/alerts.ts";
import { enter, openConsole, openMenu, press, pressInMenu } from "../support/console.tsx";
import {
  type Daymark,
  makeComponent,
  makeGroup,
  makeIncident,
  makeMaintenance,
  makeMetric,
  makeProposal,
  makeTeamChannel,
  makeTemplate,
  makeWriteUp,
  startDaymark,
} from "../support/daymark.ts";

// Leaving a dialog or screen while it saves still shows the outcome. A file that saves and isn't listed fails a test.

let daymark: Daymark;
/** In a path, `:resolved` stands for the incident's ID. */
const ids: Record<string, string> = {};
/** All tests share these items, because few requests that would change them are sent. */
beforeAll(async () => {
  daymark = await startDaymark();
  await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  await makeComponent(daymark, { name: "Blog" });
  await makeGroup(daymark, { name: "Platform" });
  await makeIncident(daymark, { name: "API is down", message: "We look into it." });
  const resolved = await makeIncident(daymark, { name: "Was slow", status: "Resolved" });
  ids.resolved = resolved.incidentID;
  await makeWriteUp(daymark, resolved.incidentID, { body: "A draft." });
  const { incidentID } = await makeIncident(daymark, { name: "Two updates" });
  ids.twoUpdates = incidentID;
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { status: "Monitoring" },
  });
  await makeMaintenance(daymark, { name: "Database upgrade" });
  await makeMetric(daymark, { title: "Response time" });
  await makeTeamChannel(daymark);
  const webhook = { name: "Script", address: "https://example.com/hook" };
  await daymark.administrator.channels.$post({ json: webhook });
  await makeTemplate(daymark, { name: "Outage" });
  await makeProposal(daymark);
  await daymark.administrator["alert-rules"].$post({ json: { name: "Slow API" } });
  await daymark.administrator.heartbeats.$post({ json: { name: "Backup", periodMinutes: 60 } });
  await daymark.administrator.settings.apikeys.$post({ json: { name: "Grafana", scopes: ["alerts"] } });
  await sendAlerts(daymark, await makeSenderKey(daymark), "generic", { id: 1, name: "Disk is full" });
  const sensors = { name: "Sensors", scopes: ["alerts" as const] };
  const created = await daymark.administrator.settings.apikeys.$post({ json: sensors });
  const { id: keyID, value } = (await created.json()) as { id: string; value: string }; // An error fails the next line.
  const alertPaths = { key: "/id", title: "/name", state: "/state", resolved: ["ok"] };
  await daymark.administrator.settings.apikeys[":keyID"].$patch({ param: { keyID }, json: { alertPaths } });
  await sendAlerts(daymark, value, "generic", { id: 2, name: "It is hot", state: "open" });
  await daymark.administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } });
});
afterAll(() => daymark.stop());

/** Write requests wait here, until `sendRequests` sends them or lets them fail. */
const send = globalThis.fetch;
let pendingRequests: ((reachesServer: boolean) => void)[] = [];
beforeEach(() => {
  pendingRequests = [];
  globalThis.fetch = async (input, init) => {
    if ((init?.method ?? "GET") === "GET" || String(input).includes("/api/preview")) return send(input, init);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pendingRequests.push(resolve);
    return (await promise) ? send(input, init) : send("http://127.0.0.1:9", init);
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

const waitForRequest = () => waitFor(() => expect(pendingRequests).toHaveLength(1));
function sendRequests(reachesServer: boolean) {
  for (const resolve of pendingRequests.splice(0)) resolve(reachesServer);
}

const type = (user: UserEvent, label: string, text: string) =>
  enter(user, screen.getByLabelText(label), text);

interface SaveCase {
  file: string;
  path: string;
  /** Does all steps up to the click that saves. */
  start: (user: UserEvent) => Promise<unknown>;
  /** The title of the message with the outcome. */
  title: string;
  /** A dialog can be closed in several ways. */
  isDialog: boolean;
}

const deleteItem = (name: string) => async (user: UserEvent) => {
  const opener = await screen.findByRole("button", { name: new RegExp(`^(Delete|More for) ${name}$`) });
  if (opener.getAttribute("aria-label")?.startsWith("More")) await pressInMenu(user, name, `Delete ${name}`);
  else await user.click(opener);
  await press(user, "Delete");
};

const saveCases: SaveCase[] = [
  {
    file: "components/component-dialog.tsx",
    path: "/components",
    start: async (user) => {
      await press(user, "Add");
      await type(user, "Name", "Mail{Enter}");
    },
    title: "Add Component",
    isDialog: true,
  },
  {
    file: "components/delete-component-dialog.tsx",
    path: "/components",
    start: deleteItem("API"),
    title: "Delete API",
    isDialog: true,
  },
  {
    file: "components/group-dialog.tsx",
    path: "/components",
    start: async (user) => {
      await press(user, "New group");
      await type(user, "Name", "Website{Enter}");
    },
    title: "New Group",
    isDialog: true,
  },
  {
    file: "components/paste-dialog.tsx",
    path: "/?set-up",
    start: async (user) => {
      await press(user, "Paste a list");
      await type(user, "List of components", "Mail");
      await press(user, "Add");
    },
    title: "Add components",
    isDialog: true,
  },
  {
    file: "components/delete-group-dialog.tsx",
    path: "/components",
    start: deleteItem("Platform"),
    title: "Delete Platform",
    isDialog: true,
  },
  {
    file: "components/selection-bar.tsx",
    path: "/components",
    start: async (user) => {
      await press(user, "Select");
      await user.click(await screen.findByRole("checkbox", { name: "Select Website" }));
      await openMenu(user, "Set status");
      await press(user, "Major Outage");
    },
    title: "Change components",
    isDialog: false,
  },
  {
    file: "components/use-status-menus.tsx",
    path: "/components",
    start: async (user) => {
      await openMenu(user, "Status of Website: Operational");
      await press(user, "Major Outage");
    },
    title: "Change status",
    isDialog: false,
  },
  {
    file: "notices/form/use-notice-form.ts",
    path: "/incidents",
    start: async (user) => {
      await press(user, "Edit API is down");
      await type(user, "Message", "Better.{Control>}{Enter}{/Control}");
    },
    title: "Update API is down",
    isDialog: true,
  },
  {
    file: "notices/form/use-notice-form.ts",
    path: "/maintenances",
    start: async (user) => {
      await press(user, "Add");
      fireEvent.change(screen.getByLabelText("End Time, date"), { target: { value: "2028-02-29" } });
      await type(user, "Name", "Moving house{Control>}{Enter}{/Control}");
    },
    title: "Add Scheduled Maintenance",
    isDialog: true,
  },
  {
    file: "notices/use-update-edit.ts",
    path: "/incidents",
    start: async (user) => {
      await press(user, "Edit API is down");
      await press(user, /^Edit the message of/);
      await type(user, "Edited message", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit update",
    isDialog: false,
  },
  {
    file: "notices/form/use-notice-form.ts",
    path: "/incidents",
    start: async (user) => {
      await user.click(await screen.findByRole("link", { name: "API is down" }));
      await screen.findByRole("radio", { name: "Identified" });
      await type(user, "Message", "Found.{Control>}{Enter}{/Control}");
    },
    title: "Update API is down",
    isDialog: false,
  },
  {
    file: "notices/detail/name-editor.tsx",
    path: "/incidents",
    start: async (user) => {
      await user.click(await screen.findByRole("link", { name: "API is down" }));
      await pressInMenu(user, "API is down", "Rename API is down");
      await enter(user, await screen.findByLabelText("Name"), "!{Enter}");
    },
    title: "Rename API is down",
    isDialog: false,
  },
  {
    file: "notices/use-update-edit.ts",
    path: "/incidents",
    start: async (user) => {
      await user.click(await screen.findByRole("link", { name: "API is down" }));
      await press(user, /^Edit the update/);
      await type(user, "Edited message", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit update",
    isDialog: false,
  },
  {
    file: "notices/detail/delete-update-dialog.tsx",
    path: "/incidents/:twoUpdates",
    start: async (user) => {
      await press(user, /^Delete the update Monitoring/);
      await press(user, "Delete");
    },
    title: "Delete update",
    isDialog: true,
  },
  {
    file: "notices/delete-notice-dialog.tsx",
    path: "/maintenances",
    start: deleteItem("Database upgrade"),
    title: "Delete Database upgrade",
    isDialog: true,
  },
  {
    file: "notices/form/use-notice-form.ts",
    path: "/incidents",
    start: async (user) => {
      await user.click(await screen.findByRole("link", { name: "Publish: API may be down" }));
      await press(user, /^Publish/);
    },
    title: "Publish API may be down",
    isDialog: true,
  },
  {
    file: "notices/proposals/use-proposing.tsx",
    path: "/incidents",
    start: async (user) => {
      await press(user, "Add");
      await user.clear(await screen.findByLabelText("Name"));
      await type(user, "Name", "Mail may be slow");
      await press(user, "Keep as proposal");
    },
    title: "Keep Mail may be slow as proposal",
    isDialog: true,
  },
  {
    file: "notices/proposals/discard-dialog.tsx",
    path: "/incidents",
    start: async (user) => {
      await user.click(await screen.findByRole("link", { name: "Discard: API may be down" }));
      await press(user, "Discard");
    },
    title: "Discard API may be down",
    isDialog: true,
  },
  {
    file: "postmortems/write-up-editor.tsx",
    path: "/incidents/:resolved/write-up",
    start: async (user) => {
      await screen.findByLabelText("Text");
      await type(user, "Text", "!{Control>}{Enter}{/Control}");
    },
    title: "Save write-up",
    isDialog: false,
  },
  {
    file: "postmortems/publish-dialog.tsx",
    path: "/incidents/:resolved/write-up",
    start: async (user) => {
      await press(user, "Publish …");
      await press(user, "Publish");
    },
    title: "Publish write-up",
    isDialog: true,
  },
  {
    file: "postmortems/delete-write-up-dialog.tsx",
    path: "/incidents/:resolved/write-up",
    start: async (user) => {
      await press(user, "Delete …");
      await press(user, "Delete");
    },
    title: "Delete write-up",
    isDialog: true,
  },
  {
    file: "metrics/metric-dialog.tsx",
    path: "/metrics",
    start: async (user) => {
      await press(user, "Edit Response time");
      await type(user, "Title", " II{Enter}");
    },
    title: "Edit Response time",
    isDialog: true,
  },
  {
    file: "metrics/delete-metric-dialog.tsx",
    path: "/metrics",
    start: deleteItem("Response time"),
    title: "Delete Response time",
    isDialog: true,
  },
  {
    file: "metrics/first-value-dialog.tsx",
    path: "/metrics",
    start: async (user) => {
      await press(user, "Add");
      await user.selectOptions(await screen.findByLabelText("Metrics Type"), "Self");
      await type(user, "Title", "Requests{Enter}");
      await waitForRequest();
      sendRequests(true);
      await press(user, "Make a key");
    },
    title: "Make a key",
    isDialog: false,
  },
  {
    file: "lists/move-action.ts",
    path: "/components",
    start: (user) => pressInMenu(user, "API", "Move down API"),
    title: "Move",
    isDialog: false,
  },
  {
    file: "settings/use-settings-draft.ts",
    path: "/settings",
    start: async (user) => {
      await screen.findByLabelText("Service name");
      await type(user, "Service name", "!");
      await press(user, "Save");
    },
    title: "Save settings",
    isDialog: false,
  },
  {
    file: "settings/look/logo-card.tsx",
    path: "/settings?tab=design",
    start: async (user) => {
      await screen.findByRole("img", { name: "The logo" });
      await press(user, "Delete");
    },
    title: "Delete logo",
    isDialog: false,
  },
  {
    file: "channels/channel-dialog.tsx",
    path: "/settings?tab=notifications",
    start: async (user) => {
      await press(user, "Edit Operations");
      await type(user, "Name", "!{Enter}");
    },
    title: "Edit Operations",
    isDialog: true,
  },
  {
    file: "channels/new-secret.tsx",
    path: "/settings?tab=notifications",
    start: async (user) => {
      await press(user, "Edit Script");
      await press(user, "New secret");
    },
    title: "New secret",
    isDialog: true,
  },
  {
    file: "channels/delete-channel-dialog.tsx",
    path: "/settings?tab=notifications",
    start: deleteItem("Operations"),
    title: "Delete Operations",
    isDialog: true,
  },
  {
    file: "channels/channel-row.tsx",
    path: "/settings?tab=notifications",
    start: (user) => press(user, "Test Operations"),
    title: "Test Operations",
    isDialog: false,
  },
  {
    file: "settings/templates/template-dialog.tsx",
    path: "/settings?tab=templates",
    start: async (user) => {
      await press(user, "Edit Outage");
      await type(user, "Title", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit Outage",
    isDialog: true,
  },
  {
    file: "settings/templates/delete-template-dialog.tsx",
    path: "/settings?tab=templates",
    start: deleteItem("Outage"),
    title: "Delete Outage",
    isDialog: true,
  },
  {
    file: "settings/automation/rule-dialog.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      await press(user, "Edit Slow API");
      await type(user, "Name", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit Slow API",
    isDialog: true,
  },
  {
    file: "settings/automation/delete-rule-dialog.tsx",
    path: "/settings?tab=automation",
    start: deleteItem("Slow API"),
    title: "Delete Slow API",
    isDialog: true,
  },
  {
    file: "settings/automation/heartbeats/heartbeat-dialog.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      await press(user, "Edit Backup");
      await type(user, "Name", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit Backup",
    isDialog: true,
  },
  {
    file: "settings/automation/heartbeats/delete-heartbeat-dialog.tsx",
    path: "/settings?tab=automation",
    start: deleteItem("Backup"),
    title: "Delete Backup",
    isDialog: true,
  },
  {
    file: "settings/automation/heartbeats/heartbeat-row.tsx",
    path: "/settings?tab=automation",
    start: (user) => press(user, "Pause Backup"),
    title: "Pause Backup",
    isDialog: false,
  },
  {
    file: "settings/automation/paths/paths-dialog.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      const details = await screen.findByRole("button", { name: "Details of A message in another format" });
      if (details.getAttribute("aria-expanded") !== "true") await user.click(details);
      await press(user, "Choose what is read");
      for (const label of ["Key", "Title", "State"]) {
        await user.clear(await screen.findByLabelText(label));
        await type(user, label, "/id");
      }
      await user.keyboard("{Enter}");
    },
    title: "Read messages of Monitoring",
    isDialog: true,
  },
  {
    file: "settings/automation/paths/reading.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      const details = await screen.findByRole("button", { name: "Details of It is hot" });
      if (details.getAttribute("aria-expanded") !== "true") await user.click(details);
      await press(user, "Stop reading them");
    },
    title: "Stop reading messages of Sensors",
    isDialog: false,
  },
  {
    file: "settings/automation/connect-card.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      await user.click(await screen.findByRole("radio", { name: "Uptime Kuma" }));
      await press(user, "Make a key");
    },
    title: "Make a key",
    isDialog: false,
  },
  {
    file: "settings/automation/first-alert.tsx",
    path: "/settings?tab=automation",
    start: async (user) => {
      await user.click(await screen.findByRole("radio", { name: "Grafana" }));
      await press(user, "Send a test");
    },
    title: "Send a test",
    isDialog: false,
  },
  {
    file: "sign-in/choice/choice-form.tsx",
    path: "/settings",
    start: async (user) => {
      await user.click(await screen.findByRole("radio", { name: "Cloudflare Access" }));
      await type(user, "Team domain", "https://example.cloudflareaccess.com");
      await type(user, "Application audience", "abc{Enter}");
    },
    title: "Try the sign-in",
    isDialog: false,
  },
  {
    file: "mail/use-test-mail.ts",
    path: "/settings?tab=notifications",
    start: async (user) => {
      await user.clear(await screen.findByLabelText("Send test to"));
      await type(user, "Send test to", "me@example.org{Enter}");
    },
    title: "Send test",
    isDialog: false,
  },
];

/** The overview and the steps of signing in can't be left while they wait, and the two others close like every dialog. */
const untestedFiles = [
  // These only read, which nothing is lost by.
  "audit/export-buttons.tsx",
  "subscribers/subscriber-table.tsx",
  "subscribers/subscribers-screen.tsx",
  "overview/check-line.tsx",
  "sign-in/dialogs/choose-factor-dialog.tsx",
  "sign-in/dialogs/code-dialog.tsx",
  "sign-in/dialogs/forgot-password-dialog.tsx",
  "sign-in/dialogs/new-password-dialog.tsx",
  "sign-in/dialogs/provider-dialog.tsx",
  "sign-in/dialogs/set-password-dialog.tsx",
  "sign-in/dialogs/set-up-app-dialog.tsx",
  "sign-in/dialogs/sign-in-dialog.tsx",
  "sign-in/dialogs/second-factor-dialog.tsx",
  "sign-in/set-up/set-up-screen.tsx",
  "subscribers/erase-dialog.tsx",
];

test("every file that saves is in the table, and uses `useAction`, which shows outcomes", () => {
  const sources = Object.entries(
    import.meta.glob<string>(["../../../web/admin/**/*.{ts,tsx}"], {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, source]) => ({ path: path.replace("../../../web/admin/", ""), source }));
  const filesWith = (hook: string) =>
    sources.filter(({ source }) => source.includes(`${hook}({`)).map(({ path }) => path);
  expect(filesWith("useMutation")).toEqual(["action.ts"]);
  const listedFiles = new Set([...saveCases.map(({ file }) => file), ...untestedFiles]);
  expect(filesWith("useAction").toSorted()).toEqual([...listedFiles].toSorted());
});

const waysToLeave = {
  Escape: (user: UserEvent) => user.keyboard("{Escape}"),
  Cancel: (user: UserEvent) => press(user, "Cancel"),
  Close: (user: UserEvent) => press(user, "Close"),
  "another screen": async () => {
    window.history.pushState(null, "", "/users");
    await screen.findByRole("heading", { name: "Users" });
  },
};
const unreachable = "Can't reach the server. Check your connection and try again.";

for (const { file, path, start, title, isDialog } of saveCases) {
  const possibleWays = Object.entries(waysToLeave).filter(([way]) => isDialog || way === "another screen");
  const names = possibleWays.map(([way]) => way).join(", ");
  test(`${file}, “${title}”: after leaving by ${names} a failure is shown`, async () => {
    const user = await openConsole(
      daymark,
      path.replace(/:(\w+)/, (_, name) => ids[name] ?? ""),
    );
    for (const [way, leave] of possibleWays) {
      await start(user);
      await waitForRequest();
      expect([way, screen.queryByText(`${title}: failed`)]).toEqual([way, null]);
      await leave(user);
      await screen.findByText(`${title}: still saving …`);
      sendRequests(false);
      const alert = (await screen.findByText(`${title}: failed`)).closest('[role="alert"]');
      expect([way, alert?.textContent]).toEqual([way, `${title}: failed${unreachable}`]);
      expect([way, screen.queryByText(/still saving/)]).toEqual([way, null]);
      expect([way, screen.getAllByText(unreachable).length]).toEqual([way, 1]);

      await press(user, `Dismiss ${title}`);
      expect([way, screen.queryByText(unreachable)]).toEqual([way, null]);
    }
  });
}

test("a dialog that stays open shows its failure once, and can save again", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Add");
  await type(user, "Name", "Mail{Enter}");
  await waitForRequest();
  // The list behind the dialog fails to load, too.
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  fireEvent(window, new Event("visibilitychange"));
  sendRequests(false);
  const dialog = within(screen.getByRole("dialog"));
  expect((await dialog.findByRole("alert")).textContent).toBe(unreachable);
  await expect.poll(() => screen.queryAllByText(unreachable).length).toBe(1);
  expect(screen.queryByText("Add Component: failed")).toBeNull();

  window.settings = daymark.settings;
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await waitForRequest();
  sendRequests(true);
  await screen.findByText("Mail");
});

test("a success after its dialog was closed is shown until another save fails", async () => {
  const user = await openConsole(daymark, "/components");
  await deleteItem("Blog")(user);
  await waitForRequest();
  await user.keyboard("{Escape}");
  sendRequests(true);
  expect((await screen.findByText("Delete Blog: done")).closest('[role="status"]')).toBeTruthy();

  await deleteItem("Website")(user);
  await waitForRequest();
  await user.keyboard("{Escape}");
  sendRequests(false);
  await screen.findByText("Delete Website: failed");
  expect(screen.queryByText("Delete Blog: done")).toBeNull();
});

test("a try of a sign-in that is answered after leaving Settings doesn't leave the console", async () => {
  const { start } = saveCases.find(({ title }) => title === "Try the sign-in") ?? expect.unreachable();
  const user = await openConsole(daymark, "/settings");
  await start(user);
  await waitForRequest();
  await user.click(screen.getByRole("link", { name: "Components" }));
  await screen.findByText("Try the sign-in: still saving …");
  sendRequests(true);
  const alert = (await screen.findByText("Try the sign-in: failed")).closest('[role="alert"]');
  expect(alert?.textContent).toContain("You left before it began. Nothing was changed.");
  expect(sessionStorage.getItem("daymark.sign-in-trial")).toBeNull();
});

test("a Save in Settings that fails while another tab is open is shown once", async () => {
  const user = await openConsole(daymark, "/settings");
  await screen.findByLabelText("Service name");
  await type(user, "Service name", "!");
  await press(user, "Save");
  await waitForRequest();
  await user.click(screen.getByRole("tab", { name: "Design" }));
  sendRequests(false);
  await screen.findByText("Save settings: failed");
  await user.click(screen.getByRole("tab", { name: "General" }));
  await waitFor(() => expect(screen.getAllByText(unreachable)).toHaveLength(1));
});
