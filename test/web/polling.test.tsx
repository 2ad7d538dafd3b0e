import { act, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { screens } from "../../web/admin/screens.ts";
import { openConsole } from "./console.tsx";
import { type Daymark, emptyPage, makeIncident, startDaymark } from "./daymark.ts";

// What a screen reads again every few seconds, seen on its way to the network, through which it goes unchanged.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => emptyPage(daymark));
afterAll(() => daymark.stop());

const send = globalThis.fetch;
let reads: { path: string; status: number }[] = [];
beforeEach(() => {
  reads = [];
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    const { pathname, search } = new URL(String(input), "http://console");
    if ((init?.method ?? "GET") === "GET" && pathname.startsWith("/api/"))
      reads.push({ path: pathname + search, status: response.status });
    return response;
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

/** The browser keeps these itself, since visitors read them, too; or they change without anybody's doing. */
const others = ["/api/public-settings", "/api/mail/messages"];
const polled = () => reads.filter(({ path }) => !others.includes(path));
const statusesOf = (path: string) => reads.filter((each) => each.path === path).map(({ status }) => status);

/** Time passes in front of a window that is visible, or one is come back to. */
const comeBack = () => act(async () => void window.dispatchEvent(new Event("visibilitychange")));

test.each(screens.filter(({ path }) => path !== "/users"))(
  "$title asks whether anything has changed, and reads nothing twice",
  async ({ path }) => {
    await openConsole(daymark, path);
    await waitFor(() => expect(polled()).not.toHaveLength(0));
    const paths = [...new Set(polled().map((each) => each.path))];
    await waitFor(() => expect(paths.map((each) => statusesOf(each)[0])).toEqual(paths.map(() => 200)));
    await comeBack();
    for (const each of paths) {
      await waitFor(() => expect(statusesOf(each).length).toBeGreaterThan(1));
      expect([each, new Set(statusesOf(each).slice(1))]).toEqual([each, new Set([304])]);
    }
  },
);

test("a list that has not changed stays on the screen, and a change made here is on it at once", async () => {
  await makeIncident(daymark, { name: "API is down" });
  const user = await openConsole(daymark, "/incidents");
  await screen.findByText("API is down");
  await comeBack();
  await waitFor(() => expect(statusesOf("/api/incidents?fresh=1")).toEqual([200, 304]));
  expect(screen.getByText("API is down")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Delete API is down" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText(/No incidents/);
  expect(statusesOf("/api/incidents?fresh=1")).toContain(200);
});
