import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeSenderKey, sendAlerts } from "../support/alerts.ts";
import { enter, expectDialogClosed, fieldValue, openConsole, press } from "../support/console.tsx";
import { type Daymark, settingsOf, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const TAB = "/settings?tab=automation";
const listed = async (name: string) => within(await screen.findByRole("list", { name }));
const message = (status: string) => ({
  robot: "r2",
  incident: { id: 4711, "sum.mary": "Disk is full", status, url: "https://robot.example.com/4711" },
  token: "hunter2",
});
const UNREAD = "Details of A message in another format";
const pathsOf = async () => (await settingsOf(daymark)).apiKeys[0]?.alertPaths;
const preview = () =>
  screen.getByText(/^(This message|Choose the)/).textContent?.replace(/[\u2066-\u2069]/g, "");

test("values of a message are chosen by clicking them, and the next message is an alert", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", message("open"));
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  await received.findByText(/^Not read yet · Your own script ·/);
  await press(user, UNREAD);
  await press(user, "Choose what is read");
  const lines = await listed("What was sent");
  expect(lines.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "robot r2",
    "incident › id 4711",
    "incident › sum.mary Disk is full",
    "incident › status open",
    "incident › url https://robot.example.com/4711",
  ]);
  expect(preview()).toBe("Choose the key.");
  for (const name of [/^incident › id/, /sum\.mary/, /^incident › status/, /^incident › url/])
    await user.click(lines.getByRole("button", { name }));
  expect(preview()).toBe("This message: firing, Disk is full (key 4711, 2 labels, with a link).");
  await user.clear(screen.getByLabelText("Means that it is over"));
  await enter(user, screen.getByLabelText("Means that it is over"), "closed, open");
  expect(preview()).toBe("This message: resolved, Disk is full (key 4711, 2 labels, with a link).");
  await user.clear(screen.getByLabelText("Means that it is over"));
  await enter(user, screen.getByLabelText("Means that it is over"), "closed, done");
  await press(user, "Save");
  await expectDialogClosed();
  expect(await pathsOf()).toEqual({
    key: "/incident/id",
    title: "/incident/sum.mary",
    state: "/incident/status",
    link: "/incident/url",
    resolved: ["closed", "done"],
  });

  await sendAlerts(daymark, key, "generic", message("Closed"));
  await openConsole(daymark, TAB);
  await screen.findByText(/^Resolved · Your own script ·/);
});

test("another value can be chosen by keyboard, and what was chosen before is filled in", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", message("open"));
  const [{ id: keyID } = { id: "" }] = (await settingsOf(daymark)).apiKeys;
  const alertPaths = { key: "/robot", title: "/incident/id", state: "/incident/state", resolved: ["ok"] };
  const { apikeys } = daymark.administrator.settings;
  await apikeys[":keyID"].$patch({ param: { keyID }, json: { alertPaths } });
  const user = await openConsole(daymark, TAB);
  await press(user, UNREAD);
  await press(user, "Change what is read");
  await screen.findByText(/^This message has no key or no state there/);
  expect([fieldValue("Key"), fieldValue("Means that it is over")]).toEqual(["/robot", "ok"]);
  const lines = await listed("What was sent");
  expect(lines.getByRole("button", { pressed: true }).textContent).toBe("robot r2 (key)");
  await user.click(screen.getByRole("radio", { name: "the state" }));
  lines.getByRole("button", { name: /^incident › status/ }).focus();
  await user.keyboard(" ");
  expect(fieldValue("State")).toBe("/incident/status");
  await press(user, "Save");
  await expectDialogClosed();
  expect(await pathsOf()).toEqual({ ...alertPaths, state: "/incident/status" });
});

test("the messages of a key are read by paths until somebody stops it", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", message("open"));
  const [{ id: keyID } = { id: "" }] = (await settingsOf(daymark)).apiKeys;
  const alertPaths = { key: "/robot", title: "/incident/id", state: "/incident/status", resolved: ["ok"] };
  await daymark.administrator.settings.apikeys[":keyID"].$patch({ param: { keyID }, json: { alertPaths } });
  const user = await openConsole(daymark, TAB);
  await press(user, UNREAD);
  await press(user, "Stop reading them");
  await screen.findByRole("button", { name: "Choose what is read" });
  expect(await pathsOf()).toBeNull();
});

test("a message of a key that is deleted says so, and a list without alerts is read", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", { alerts: [] });
  await sendAlerts(daymark, key, "generic", message("open"));
  const [{ id: keyID } = { id: "" }] = (await settingsOf(daymark)).apiKeys;
  await daymark.administrator.settings.apikeys[":keyID"].$delete({ param: { keyID } });
  const user = await openConsole(daymark, TAB);
  await press(user, UNREAD);
  await screen.findByText("The key that it was sent with is deleted.");
  expect(screen.getByRole("button", { name: "Details of A message without an alert" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Choose what is read" })).toBeNull());
});
