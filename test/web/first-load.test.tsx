import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { retryFirstLoad } from "../../web/admin/query-client.ts";
import { openConsole } from "./console.tsx";
import { type Daymark, emptyPage, makeComponent, makeIncident, makeMetric, startDaymark } from "./daymark.ts";

// What can't be read at first says why, tries again by itself, and has a button that tries at once.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await emptyPage(daymark);
  await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { name: "API is down" });
  await makeMetric(daymark, { title: "Response time" });
});
afterAll(() => daymark.stop());

const unreachable = "Can't reach the server. Check your connection and try again.";
const cutOff = () => {
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
};
const reconnect = () => {
  window.settings = daymark.settings;
};
const brokenConsole = (path: string) =>
  openConsole({ ...daymark, settings: { ...daymark.settings, apiURL: "http://127.0.0.1:9" } }, path);

test.each([
  ["/components", "API"],
  ["/incidents", "API is down"],
  ["/maintenances", "No scheduled maintenance"],
  ["/metrics", "Response time"],
  ["/settings", "No API keys yet"],
])("%s that can not be loaded says so once, and is there after “Try again”", async (path, shown) => {
  const user = await brokenConsole(path);
  expect((await screen.findByRole("alert")).textContent).toBe(unreachable);
  expect(screen.getAllByText(unreachable)).toHaveLength(1);
  reconnect();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.queryByText(unreachable)).toBeNull();
});

test("a first load that failed tries again by itself, and its error does not flicker meanwhile", async () => {
  await brokenConsole("/components");
  const alert = await screen.findByRole("alert");
  const seen: boolean[] = [];
  const watching = new MutationObserver(() => seen.push(alert.isConnected));
  watching.observe(document.body, { childList: true, subtree: true, attributes: true });
  // The button spins while it is tried once more, in vain.
  await screen.findByRole("button", { name: "Try again", busy: true });
  await screen.findByRole("button", { name: "Try again", busy: false });
  watching.disconnect();
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
  reconnect();
  expect(await screen.findByText("API")).toBeTruthy();
});

test("a failed load is tried again at 5 s, then at twice as long, up to a minute, and never once it was refused", () => {
  const error = new Error("unreachable");
  const after = (errorUpdateCount: number) =>
    retryFirstLoad({ state: { dataUpdatedAt: 0, errorUpdateCount, error } });
  expect([1, 2, 3, 4, 5, 9].map(after)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(retryFirstLoad({ state: { dataUpdatedAt: 1, errorUpdateCount: 1, error } })).toBe(false);
  expect(retryFirstLoad({ state: { dataUpdatedAt: 0, errorUpdateCount: 0, error: null } })).toBe(false);
});

test("components that can not be loaded within a dialog are tried again there, and the error stands once", async () => {
  const user = await openConsole(daymark, "/incidents");
  await screen.findByText("API is down");
  cutOff();
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog"));
  expect((await dialog.findByRole("alert")).textContent).toBe(unreachable);
  // The list behind it fails, too, and so does the save.
  fireEvent(window, new Event("visibilitychange"));
  await user.type(dialog.getByLabelText("Name"), "Down{Control>}{Enter}{/Control}");
  await waitFor(() => expect(dialog.getByRole("button", { name: "Add", busy: false })).toBeTruthy());
  await waitFor(() => expect(screen.getAllByText(unreachable)).toHaveLength(1));
  reconnect();
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a preview and the sent mail are tried again where they stand", async () => {
  const user = await openConsole(daymark, "/metrics");
  await screen.findByText("Response time");
  await screen.findByRole("link", { name: /^Status page/ });
  cutOff();
  await user.click(screen.getByRole("button", { name: "Preview Response time" }));
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findByText(unreachable);
  reconnect();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText("No data for this time period yet.")).toBeTruthy();
  await user.keyboard("{Escape}");
});
