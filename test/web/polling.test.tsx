import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { drawer } from "../../web/admin/app/screens.tsx";
import { openConsole, pressInMenu, returnToWindow } from "./support/console.tsx";
import { type Daymark, makeIncident, makeMaintenance, startDaymark } from "./support/daymark.ts";

// Observes the requests with which screens poll. They still reach the Worker.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const send = globalThis.fetch;
interface Read {
  path: string;
  status: number;
}
let reads: Read[] = [];
const requestedPaths = new Set<string>();
/** The console can have the responses of earlier tests, so the first response to these paths can be a 304. */
let readBefore = new Set<string>();
beforeEach(() => {
  readBefore = new Set(requestedPaths);
  // A response can arrive during the next test.
  const ownReads: Read[] = [];
  reads = ownReads;
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input), "http://console");
    const path = pathname + search;
    const isRead = (init?.method ?? "GET") === "GET" && path.startsWith("/api/");
    if (isRead) requestedPaths.add(path);
    const response = await send(input, init);
    if (isRead) ownReads.push({ path, status: response.status });
    return response;
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

/** The browser caches public settings itself, and the email log can change at any time. */
const ignoredPaths = ["/api/public-settings", "/api/mail/messages"];
const polled = () => reads.filter(({ path }) => !ignoredPaths.includes(path));
const statusesOf = (path: string) => reads.filter((each) => each.path === path).map(({ status }) => status);

/** They read nothing, or what shouldn't move while someone reads it. */
const notPolled = ["/subscribers", "/users", "/audit"];

test.each(drawer.filter(({ path }) => !notPolled.includes(path)))(
  "$title polls with If-None-Match and gets 304 for unchanged data",
  async ({ path }) => {
    await Promise.all([makeIncident(daymark), makeMaintenance(daymark)]);
    await openConsole(daymark, path);
    await waitFor(() => expect(polled()).not.toHaveLength(0));
    const paths = [...new Set(polled().map((each) => each.path))];
    for (const each of paths)
      await waitFor(() => expect(readBefore.has(each) ? [200, 304] : [200]).toContain(statusesOf(each)[0]));
    await returnToWindow();
    for (const each of paths) {
      await waitFor(() => expect(statusesOf(each).length).toBeGreaterThan(1));
      expect([each, new Set(statusesOf(each).slice(1))]).toEqual([each, new Set([304])]);
    }
  },
);

test("an unchanged list stays on the screen, and an own change appears at once", async () => {
  await makeIncident(daymark, { name: "API is down" });
  const user = await openConsole(daymark, "/incidents");
  await screen.findByText("API is down");
  await returnToWindow();
  await waitFor(() => expect(statusesOf("/api/incidents?fresh=1")).toEqual([200, 304]));
  expect(screen.getByText("API is down")).toBeTruthy();

  await pressInMenu(user, "API is down", "Delete API is down");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText(/No incidents/);
  expect(statusesOf("/api/incidents?fresh=1")).toContain(200);
});
