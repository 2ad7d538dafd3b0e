import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { openConsole } from "./console.tsx";
import {
  type Daymark,
  emptyPage,
  makeComponent,
  makeIncident,
  makeMaintenance,
  makeMetric,
  startDaymark,
} from "./daymark.ts";

// Whoever leaves what is being saved reads how it ended; a file that saves something and is missing here fails a test.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await emptyPage(daymark);
  await makeComponent(daymark, { name: "API" });
  await makeComponent(daymark, { name: "Website" });
  await makeIncident(daymark, { name: "API is down", message: "We look into it." });
  await makeMaintenance(daymark, { name: "Database upgrade" });
  await makeMetric(daymark, { title: "Response time" });
  await daymark.administrator.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } });
});
afterAll(() => daymark.stop());

/** A request that changes something waits here until a test says whether it gets to the server. */
const send = globalThis.fetch;
let held: ((reaches: boolean) => void)[] = [];
beforeEach(() => {
  held = [];
  globalThis.fetch = async (input, init) => {
    if ((init?.method ?? "GET") === "GET") return send(input, init);
    const { promise, resolve: go } = Promise.withResolvers<boolean>();
    held.push(go);
    return (await promise) ? send(input, init) : send("http://127.0.0.1:9", init);
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

/** Waits until the request is on its way. */
const isSent = () => waitFor(() => expect(held).toHaveLength(1));
function arrive(reaches: boolean) {
  for (const go of held.splice(0)) go(reaches);
}

const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));
const type = (user: UserEvent, label: string, text: string) => user.type(screen.getByLabelText(label), text);

interface Saving {
  file: string;
  path: string;
  /** Up to the press that sends it. */
  start: (user: UserEvent) => Promise<unknown>;
  /** What the outcome is told as. */
  title: string;
  /** In a dialog, which closes in all the ways that dialogs do. */
  isDialog: boolean;
}

const deletion = (name: string) => async (user: UserEvent) => {
  await press(user, `Delete ${name}`);
  await press(user, "Delete");
};

const savings: Saving[] = [
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
    start: deletion("API"),
    title: "Delete API",
    isDialog: true,
  },
  {
    file: "notices/notice-dialog.tsx",
    path: "/incidents",
    start: async (user) => {
      await press(user, "Edit API is down");
      await type(user, "Message", "Better.{Control>}{Enter}{/Control}");
    },
    title: "Update API is down",
    isDialog: true,
  },
  {
    file: "notices/notice-dialog.tsx",
    path: "/maintenances",
    start: async (user) => {
      await press(user, "Add");
      fireEvent.change(screen.getByLabelText("End Time, date"), { target: { value: "2096-02-29" } });
      await type(user, "Name", "Moving house{Control>}{Enter}{/Control}");
    },
    title: "Add Scheduled Maintenance",
    isDialog: true,
  },
  {
    file: "notices/update-message-editor.tsx",
    path: "/incidents",
    start: async (user) => {
      await press(user, "Edit API is down");
      await press(user, /^Edit the message of/);
      await type(user, "Edited message", "!{Control>}{Enter}{/Control}");
    },
    title: "Edit message",
    isDialog: false,
  },
  {
    file: "notices/delete-notice-dialog.tsx",
    path: "/maintenances",
    start: deletion("Database upgrade"),
    title: "Delete Database upgrade",
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
    start: deletion("Response time"),
    title: "Delete Response time",
    isDialog: true,
  },
  {
    file: "move-buttons.tsx",
    path: "/components",
    start: (user) => press(user, "Move down API"),
    title: "Move",
    isDialog: false,
  },
  {
    file: "settings/use-settings-draft.ts",
    path: "/settings",
    start: async (user) => {
      await screen.findByLabelText("Service name");
      await type(user, "Service name", "!{Enter}");
    },
    title: "Save settings",
    isDialog: false,
  },
  {
    file: "settings/logo-section.tsx",
    path: "/settings?tab=design",
    start: async (user) => {
      await screen.findByRole("img", { name: "The logo" });
      await press(user, "Delete");
    },
    title: "Delete logo",
    isDialog: false,
  },
  {
    file: "mail/test-mail.tsx",
    path: "/settings?tab=notifications",
    start: async (user) => {
      await screen.findByLabelText("Send test to");
      await type(user, "Send test to", "me@example.org{Enter}");
    },
    title: "Send test",
    isDialog: false,
  },
  {
    file: "subscribers/find-subscriber.tsx",
    path: "/settings?tab=notifications",
    start: async (user) => {
      await screen.findByLabelText("Find subscriber");
      await type(user, "Find subscriber", "me@example.org{Enter}");
    },
    title: "Find subscriber",
    isDialog: false,
  },
];

/** The steps of signing in can't be left while they wait; the two others are closed as every dialog is. */
const others = [
  "sign-in/choose-factor-dialog.tsx",
  "sign-in/code-dialog.tsx",
  "sign-in/forgot-password-dialog.tsx",
  "sign-in/new-password-dialog.tsx",
  "sign-in/set-password-dialog.tsx",
  "sign-in/set-up-app-dialog.tsx",
  "sign-in/sign-in-dialog.tsx",
  "sign-in/second-factor-dialog.tsx",
  "subscribers/erase-dialog.tsx",
];

test("every file that saves something is in the table, and none goes past what tells outcomes", () => {
  const sources = Object.entries(
    import.meta.glob<string>(["../../web/admin/**/*.{ts,tsx}"], {
      query: "?raw",
      import: "default",
      eager: true,
    }),
  ).map(([path, source]) => ({ path: path.replace("../../web/admin/", ""), source }));
  const using = (call: string) =>
    sources.filter(({ source }) => source.includes(`${call}({`)).map(({ path }) => path);
  expect(using("useMutation")).toEqual(["action.ts"]);
  const listed = new Set([...savings.map(({ file }) => file), ...others]);
  expect(using("useAction").toSorted()).toEqual([...listed].toSorted());
});

/** Ways out of what is being saved. */
const ways = {
  Escape: (user: UserEvent) => user.keyboard("{Escape}"),
  Cancel: (user: UserEvent) => press(user, "Cancel"),
  Close: (user: UserEvent) => press(user, "Close"),
  "another screen": async () => {
    window.history.pushState(null, "", "/users");
    await screen.findByRole("heading", { name: "Users" });
  },
};
const unreachable = "Can't reach the server. Check your connection and try again.";

for (const { file, path, start, title, isDialog } of savings) {
  const waysOut = Object.entries(ways).filter(([way]) => isDialog || way === "another screen");
  test.each(waysOut)(`${file}, “${title}”: by %s nobody misses that it failed`, async (_, leave) => {
    const user = await openConsole(daymark, path);
    await start(user);
    await isSent();
    expect(screen.queryByText(`${title}: failed`)).toBeNull();
    await leave(user);
    arrive(false);
    const told = (await screen.findByText(`${title}: failed`)).closest('[role="alert"]');
    expect(told?.textContent).toBe(`${title}: failed${unreachable}`);
    expect(screen.getAllByText(unreachable)).toHaveLength(1);

    await press(user, `Dismiss ${title}`);
    expect(screen.queryByText(unreachable)).toBeNull();
  });
}

test("a dialog that stays open shows its failure itself, once, and saves again", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Add");
  await type(user, "Name", "Mail{Enter}");
  await isSent();
  // The list behind the dialog is read in vain, too.
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  fireEvent(window, new Event("visibilitychange"));
  arrive(false);
  const dialog = within(screen.getByRole("dialog"));
  expect((await dialog.findByRole("alert")).textContent).toBe(unreachable);
  await expect.poll(() => screen.queryAllByText(unreachable).length).toBe(1);
  expect(screen.queryByText("Add Component: failed")).toBeNull();

  window.settings = daymark.settings;
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await isSent();
  arrive(true);
  await screen.findByText("Mail");
});

test("what succeeded after its dialog was closed is told, until something fails", async () => {
  const user = await openConsole(daymark, "/components");
  await deletion("API")(user);
  await isSent();
  await user.keyboard("{Escape}");
  arrive(true);
  expect((await screen.findByText("Delete API: done")).closest('[role="status"]')).toBeTruthy();

  await deletion("Website")(user);
  await isSent();
  await user.keyboard("{Escape}");
  arrive(false);
  await screen.findByText("Delete Website: failed");
  expect(screen.queryByText("Delete API: done")).toBeNull();
});

test("a Save in Settings that fails behind another tab is told there, and once", async () => {
  const user = await openConsole(daymark, "/settings");
  await screen.findByLabelText("Service name");
  await type(user, "Service name", "!{Enter}");
  await isSent();
  await user.click(screen.getByRole("tab", { name: "Design" }));
  arrive(false);
  await screen.findByText("Save settings: failed");
  await user.click(screen.getByRole("tab", { name: "General" }));
  await waitFor(() => expect(screen.getAllByText(unreachable)).toHaveLength(1));
});
