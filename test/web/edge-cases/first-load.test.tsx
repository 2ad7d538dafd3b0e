import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { APIError } from "../../../web/admin/api/api.ts";
import { retryFirstLoad } from "../../../web/admin/api/query-client.ts";
import { enter, openConsole, pressInMenu } from "../support/console.tsx";
import { type Daymark, makeComponent, makeIncident, makeMetric, startDaymark } from "../support/daymark.ts";

// A failed first load shows why, retries automatically, and has a button that retries at once.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.reset();
  await makeComponent(daymark, { name: "API" });
  await makeIncident(daymark, { name: "API is down" });
  await makeMetric(daymark, { title: "Response time" });
});
afterAll(() => daymark.stop());

const unreachable = "Can't reach the server. Check your connection and try again.";
const disconnect = () => {
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
};
const reconnect = () => {
  window.settings = daymark.settings;
};
const openDisconnected = (path: string) =>
  openConsole({ ...daymark, settings: { ...daymark.settings, apiURL: "http://127.0.0.1:9" } }, path);

test.each([
  ["/components", "API"],
  ["/incidents", "API is down"],
  ["/maintenances", "No scheduled maintenance"],
  ["/metrics", "Response time"],
  ["/settings", "No API keys yet"],
])("%s shows a failed load once, and loads after “Try again”", async (path, content) => {
  const user = await openDisconnected(path);
  expect((await screen.findByRole("alert")).textContent).toBe(unreachable);
  expect(screen.getAllByText(unreachable)).toHaveLength(1);
  reconnect();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(content)).toBeTruthy();
  expect(screen.queryByText(unreachable)).toBeNull();
});

test("a failed first load retries automatically, and its error doesn't flicker", async () => {
  await openDisconnected("/components");
  const alert = await screen.findByRole("alert");
  const isAlertShown: boolean[] = [];
  const observer = new MutationObserver(() => isAlertShown.push(alert.isConnected));
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  // The button shows a spinner during the retry, which fails again.
  await screen.findByRole("button", { name: "Try again", busy: true });
  await screen.findByRole("button", { name: "Try again", busy: false });
  observer.disconnect();
  expect(isAlertShown.length).toBeGreaterThan(0);
  expect(isAlertShown).not.toContain(false);
  reconnect();
  expect(await screen.findByText("API")).toBeTruthy();
});

test("a failed first load retries after 5 s, then with doubled delays up to a minute", () => {
  const retryDelayMs = (errorUpdateCount: number) =>
    delayAfter(new Error("unreachable"), { errorUpdateCount });
  expect([1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  for (const status of [429, 500, 503]) expect(delayAfter(new APIError("", status))).toBe(5_000);
});

test("a first load that the API refused, and one that worked before, are not retried", () => {
  for (const status of [400, 401, 403, 404]) expect(delayAfter(new APIError("", status))).toBe(false);
  expect(delayAfter(new Error("unreachable"), { dataUpdatedAt: 1 })).toBe(false);
  expect(delayAfter(null, { errorUpdateCount: 0 })).toBe(false);
});

function delayAfter(error: Error | null, state: { dataUpdatedAt?: number; errorUpdateCount?: number } = {}) {
  return retryFirstLoad({ state: { dataUpdatedAt: 0, errorUpdateCount: 1, error, ...state } });
}

test("a dialog whose components can't be loaded shows one error and retries", async () => {
  const user = await openConsole(daymark, "/incidents");
  await screen.findByText("API is down");
  disconnect();
  await user.click(screen.getByRole("button", { name: "Add" }));
  const dialog = within(screen.getByRole("dialog"));
  expect((await dialog.findByRole("alert")).textContent).toBe(unreachable);
  // The list behind the dialog and the save fail, too.
  fireEvent(window, new Event("visibilitychange"));
  await enter(user, dialog.getByLabelText("Name"), "Down{Control>}{Enter}{/Control}");
  await waitFor(() => expect(dialog.getByRole("button", { name: "Add", busy: false })).toBeTruthy());
  await waitFor(() => expect(screen.getAllByText(unreachable)).toHaveLength(1));
  reconnect();
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a preview that can't be loaded retries inside its dialog", async () => {
  const user = await openConsole(daymark, "/metrics");
  await screen.findByText("Response time");
  await screen.findByRole("link", { name: /^Status page/ });
  disconnect();
  await pressInMenu(user, "Response time", "Preview Response time");
  const dialog = within(screen.getByRole("dialog"));
  // The row has loaded the day.
  await user.click(dialog.getByRole("radio", { name: "Week" }));
  await dialog.findByText(unreachable);
  reconnect();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText("No data for this time period yet.")).toBeTruthy();
  await user.keyboard("{Escape}");
});
