import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { parseComponentList } from "../../web/admin/components/component-list.ts";
import { enter, expectDialogClosed, namesIn, openConsole, press } from "./support/console.tsx";
import {
  componentsOf,
  type Daymark,
  makeComponent,
  makeIncident,
  makeMetric,
  startDaymark,
} from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const loadedList = () => screen.findByRole("region", { name: "Set up your page" });

test("an empty installation opens on a list of what to do, which knows what is done", async () => {
  await openConsole(daymark, "/");
  expect(within(await loadedList()).getByText("0 of 7 done")).toBeTruthy();

  await daymark.administrator.settings.$patch({ json: { serviceName: "Acme", endpointsEnabled: true } });
  await makeComponent(daymark);
  await makeMetric(daymark);
  const user = await openConsole(daymark, "/");
  const list = within(await loadedList());
  expect(list.getByText("4 of 7 done")).toBeTruthy();
  expect(list.getByText("Name and colors").textContent).toBe("Name and colors (done)");
  for (const step of ["Send yourself a test", "Invite a colleague"])
    await user.click(list.getByRole("checkbox", { name: step }));
  expect(list.getByText("6 of 7 done")).toBeTruthy();
  await user.click(list.getByRole("checkbox", { name: "Share it" }));
  expect(screen.queryByRole("region", { name: "Set up your page" })).toBeNull();
});

test("the list can be hidden and shown again, and then nothing leads to it", async () => {
  const user = await openConsole(daymark, "/");
  const hide = async () => user.click(within(await loadedList()).getByRole("button", { name: "Hide" }));
  const isShown = () => screen.queryByRole("region", { name: "Set up your page" }) !== null;
  await hide();
  expect(isShown()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox"), "set up");
  await user.keyboard("{Enter}");
  await hide();
  expect(isShown()).toBe(false);
  expect(location.pathname + location.search).toBe("/");
  await openConsole(daymark, "/components");
  await screen.findByText("No components yet");
  expect(screen.queryByRole("link", { name: /^Set up your page/ })).toBeNull();
});

test("below the list of components, a line leads back to the set-up list", async () => {
  await makeComponent(daymark);
  const user = await openConsole(daymark, "/components");
  const link = await screen.findByRole("link", { name: /^Set up your page/ });
  expect(link.textContent).toBe("Set up your page1 of 7 doneNext: Name and colors");
  await user.click(link);
  await loadedList();
  expect(location.pathname).toBe("/");
});

test("name, ways to follow and a test email are set in dialogs of the list, which knows that they are done", async () => {
  const user = await openConsole(daymark, "/");
  const list = within(await loadedList());
  await user.click(list.getByRole("button", { name: "Name your page" }));
  const field = await screen.findByLabelText("Service name");
  expect(document.activeElement).toBe(field);
  await enter(user, field, "Acme");
  await press(user, "Save");
  await expectDialogClosed();
  await list.findByText("1 of 7 done");

  await user.click(list.getByRole("button", { name: "Turn on" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Let people subscribe" }));
  const email = within(dialog.getByRole("group", { name: "Email Notifications" }));
  expect(email.getByLabelText<HTMLInputElement>("Enable").checked).toBe(true); // which Turn on is about
  await press(user, "Save");
  expect(dialog.getByText("Source Email Address is required to enable email notifications.")).toBeTruthy();
  await enter(user, dialog.getByLabelText("Source Email Address"), "status@example.org");
  await press(user, "Save");
  await expectDialogClosed();
  await list.findByText("2 of 7 done");

  await user.click(list.getByRole("button", { name: "Send" }));
  await press(user, "Send test");
  await expectDialogClosed();
  await screen.findByText("Sent to admin@example.com");
  await list.findByText("3 of 7 done");
  expect(await daymark.administrator.settings.$get().then((response) => response.json())).toMatchObject({
    serviceName: "Acme",
    emailNotification: { enable: true, sourceEmailAddress: "status@example.org" },
  });
});

test("what Turn on chooses is forgotten with its dialog, unless someone has edited it", async () => {
  const user = await openConsole(daymark, "/");
  const email = () => within(screen.getByRole("group", { name: "Email Notifications" }));
  const open = async () => user.click(within(await loadedList()).getByRole("button", { name: "Turn on" }));
  await open();
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await expectDialogClosed();
  await openConsole(daymark, "/settings?tab=notifications");
  await within(await screen.findByRole("tabpanel", { name: "Notifications" })).findByText("Nothing to save");
  expect(email().getByLabelText<HTMLInputElement>("Disable").checked).toBe(true);

  await openConsole(daymark, "/");
  await open();
  await enter(user, await screen.findByLabelText("Source Email Address"), "status@example.org");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await open();
  expect(screen.getByLabelText<HTMLInputElement>("Source Email Address").value).toBe("status@example.org");
});

test("copying the page's address ticks its step", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Copy address");
  expect(within(await loadedList()).getByText("1 of 7 done")).toBeTruthy();
});

test("while an incident is open, a line stands for the list, which is back once it is resolved", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is down" });
  const user = await openConsole(daymark, "/");
  await user.click(await screen.findByRole("link", { name: /^Set up your page/ }));
  await loadedList();
  await daymark.administrator.incidents[":incidentID"].$patch({
    param: { incidentID },
    json: { status: "Resolved" },
  });
  await openConsole(daymark, "/");
  await loadedList();
});

test("an installation that has 20 components shows the list only on request", async () => {
  for (let n = 1; n <= 20; n += 1) await makeComponent(daymark, { name: `Component ${n}` });
  await openConsole(daymark, "/?set-up");
  await loadedList();
  await openConsole(daymark, "/");
  await screen.findByText("Component 20");
  expect(screen.queryByRole("region", { name: "Set up your page" })).toBeNull();
});

test("the step of the first metric leads to its form, and Cancel to the list of metrics", async () => {
  const user = await openConsole(daymark, "/");
  await user.click(within(await loadedList()).getByRole("link", { name: "Metric" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Metric" }));
  expect((await dialog.findByLabelText<HTMLSelectElement>("Metrics Type")).value).toBe("Self");
  await user.click(await dialog.findByRole("button", { name: "Cancel" }));
  await expectDialogClosed();
  expect(location.pathname + location.search).toBe("/metrics");
});

test("a pasted list makes components and their groups", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Paste a list");
  await enter(
    user,
    await screen.findByLabelText(/^List of components/),
    "Website\n- Europe / API\n- Europe / Search\n",
  );
  await screen.findByText("Adds 3 components and 1 new group.");
  await press(user, "Add 3 components");
  await screen.findByText("3 components added");
  await expectDialogClosed();
  await waitFor(async () =>
    expect(await namesIn("Components")).toEqual(["Website", "Europe", "API", "Search"]),
  );
});

test("what a list had before a line that is refused is added, and the next try begins there", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Paste a list");
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^List of components/);
  await enter(user, field, `API\n${"x".repeat(201)}\nSearch`);
  await press(user, "Add 3 components");
  await within(screen.getByRole("dialog")).findByRole("alert");
  expect((await componentsOf(daymark)).map(({ name }) => name)).toEqual(["API"]);
  expect(field.value).toBe(`${"x".repeat(201)}\nSearch`);
});

test("a line whose response is lost is added once", async () => {
  const user = await openConsole(daymark, "/");
  await press(user, "Paste a list");
  const field = await screen.findByLabelText<HTMLTextAreaElement>(/^List of components/);
  await enter(user, field, "Europe / API\nSearch");
  const send = globalThis.fetch;
  let isLost = false;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const response = await send(...request);
    const [input, init] = request;
    if (isLost || init?.method !== "POST" || !String(input).endsWith("/components")) return response;
    isLost = true;
    throw new TypeError("Failed to fetch");
  });
  await press(user, "Add 2 components");
  await within(screen.getByRole("dialog")).findByRole("alert");
  expect(field.value).toBe("Europe / API\nSearch");
  await press(user, "Add 2 components");
  await expectDialogClosed();
  vi.unstubAllGlobals();
  expect((await componentsOf(daymark)).map(({ name }) => name)).toEqual(["API", "Search"]);
});

test("in an empty installation the list of components offers to paste a list, also if the set-up is hidden", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Paste a list of components");
  await screen.findByLabelText(/^List of components/);
});

test.each([
  ["API", [{ group: undefined, name: "API" }]],
  ["  * Europe / API  ", [{ group: "Europe", name: "API" }]],
  ["A/B testing", [{ group: undefined, name: "A/B testing" }]],
  ["Europe / API / v2", [{ group: "Europe", name: "API / v2" }]],
  ["\n \n", []],
])("the line %j of a list is read as %j", (text, expected) => {
  expect(parseComponentList(text)).toEqual(expected);
});

test("the next step is the filled button of a page without components, and an invitation to copy ticks the step of a colleague", async () => {
  const user = await openConsole(daymark, "/");
  const list = within(await loadedList());
  const filled = await waitFor(() => {
    const report = screen.getByRole("link", { name: "Report incident" });
    const controls = [report, ...screen.getAllByRole("button")];
    return controls.filter(({ className }) => /\bbg-accent\b(?!-)/.test(className));
  });
  expect(filled.map(({ textContent }) => textContent)).toEqual(["Name your page"]);
  await user.click(list.getByRole("link", { name: "Invite" }));
  await user.click(await screen.findByRole("button", { name: "Copy invitation" }));
  expect(await navigator.clipboard.readText()).toBe(
    `You can now post incidents and maintenances on our status page. Sign in at ${location.origin}`,
  );
  expect(localStorage.getItem("daymark.setUp")).toBe("colleague");
});

test.each([
  ["/metrics", "Add"],
  ["/maintenances", "Add"],
  ["/incidents", undefined],
])(
  "at %s one button is filled: Report incident, or %s while there are no components",
  async (path, expected) => {
    const filled = () =>
      [...screen.getAllByRole("link"), ...screen.getAllByRole("button")]
        .filter(({ className }) => /\bbg-accent\b(?!-)/.test(className))
        .map(({ textContent }) => textContent)
        .filter((text) => text !== "Skip to content");
    await openConsole(daymark, path);
    await screen.findByRole("link", { name: "Report incident" });
    await waitFor(() => expect(filled()).toEqual(expected ? [expected] : []));
    await makeComponent(daymark);
    await openConsole(daymark, path);
    await screen.findByRole("link", { name: "Report incident" });
    await waitFor(() => expect(filled()).toEqual(["Report incident"]));
  },
);
