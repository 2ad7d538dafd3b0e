import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewHeartbeat } from "../../../worker/alerts/heartbeats/schema.ts";
import { makeSenderKey, runCronIn, sendAlerts } from "../support/alerts.ts";
import { enter, expectDialogClosed, fieldValue, openConsole, press } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const TAB = "/settings?tab=automation";
const listed = async () => within(await screen.findByRole("list", { name: "Heartbeats" }));
const stored = async () => (await daymark.administrator.heartbeats.$get()).json();
const beat = (path: string) => fetch(`${daymark.settings.apiURL}${path}`);

async function make(fields: Partial<NewHeartbeat> = {}) {
  await daymark.administrator.heartbeats.$post({ json: { name: "Backup", periodMinutes: 10, ...fields } });
  const [heartbeat] = await stored();
  if (!heartbeat) throw new Error("No heartbeat was made");
  return heartbeat;
}

test("a heartbeat is added, shows its address, and is changed and deleted", async () => {
  const user = await openConsole(daymark, TAB);
  await screen.findByText("No heartbeats yet");
  await press(user, "Add heartbeat");
  await enter(user, await screen.findByLabelText("Name"), "Backup");
  await enter(user, screen.getByLabelText("Period (minutes)"), "1440");
  expect(screen.getByRole("option", { name: "A job that calls its address", selected: true })).toBeTruthy();
  await press(user, "Add");
  await expectDialogClosed();
  const [heartbeat] = await stored();
  expect(heartbeat).toMatchObject({ name: "Backup", periodMinutes: 1440, graceMinutes: 5 });
  const heartbeats = await listed();
  await heartbeats.findByText("Waiting for the first call");
  expect(heartbeats.getByText("Every 1 d, 5 min of grace")).toBeTruthy();
  const address = `${daymark.settings.apiURL}${heartbeat?.path}`;
  expect(heartbeats.getByText(`curl -fsS -m 10 --retry 3 ${address}`)).toBeTruthy();
  await press(user, "Copy the address of Backup");
  expect(await navigator.clipboard.readText()).toBe(address);

  await press(user, "Edit Backup");
  await user.clear(await screen.findByLabelText("Grace (minutes)"));
  await enter(user, screen.getByLabelText("Grace (minutes)"), "0");
  await press(user, "Save");
  await expectDialogClosed();
  await heartbeats.findByText("Every 1 d");
  expect(await stored()).toMatchObject([{ name: "Backup", periodMinutes: 1440, graceMinutes: 0 }]);

  await press(user, "Delete Backup");
  await press(user, "Delete");
  await screen.findByText("No heartbeats yet");
  expect(await stored()).toEqual([]);
});

test("a period that is none is refused before a request", async () => {
  const user = await openConsole(daymark, TAB);
  await press(user, "Add heartbeat");
  await enter(user, await screen.findByLabelText("Name"), "Backup");
  await enter(user, screen.getByLabelText("Period (minutes)"), "0");
  await press(user, "Add");
  await screen.findByText("Enter a whole number of minutes from 1 to 44,640.");
  expect(await stored()).toEqual([]);
});

test("a missing heartbeat says since when, becomes a rule, and is paused and resumed", async () => {
  const { path } = await make();
  await beat(path);
  let user = await openConsole(daymark, TAB);
  let heartbeats = await listed();
  await heartbeats.findByText("Heard just now");
  expect(heartbeats.queryByText(/curl/)).toBeNull();
  runCronIn(daymark, 17);
  await expect.poll(async () => (await stored())[0]?.isMissing).toBe(true);

  user = await openConsole(daymark, TAB);
  heartbeats = await listed();
  await heartbeats.findByText("Missing · last heard just now");
  await press(user, "Details of Backup");
  await press(user, "Make a rule of this: Backup");
  await screen.findByRole("dialog", { name: "Add Rule" });
  expect([fieldValue("Name"), fieldValue("Alerts from")]).toEqual(["Backup is not heard", "heartbeat"]);
  expect([fieldValue("Label 1"), fieldValue("Value 1")]).toEqual(["heartbeat", "Backup"]);
  await press(user, "Cancel");

  await press(user, "Pause Backup");
  await heartbeats.findByText("Paused · last heard just now");
  expect(await stored()).toMatchObject([{ isPaused: true, isMissing: false }]);
  await press(user, "Resume Backup");
  await heartbeats.findByText("Heard just now");
  expect(await stored()).toMatchObject([{ isPaused: false }]);
});

test("a source that went silent is said above the received alerts", async () => {
  let user = await openConsole(daymark, TAB);
  await press(user, "Add heartbeat");
  await enter(user, await screen.findByLabelText("Name"), "Grafana");
  await user.selectOptions(screen.getByLabelText("Heard from"), "Alertmanager or Grafana");
  await screen.findByText(/also while nothing is wrong/);
  await enter(user, screen.getByLabelText("Period (minutes)"), "10");
  await press(user, "Add");
  await expectDialogClosed();
  let heartbeats = await listed();
  await heartbeats.findByText("Waiting for the first message");
  expect(heartbeats.getByText("Every 10 min, 5 min of grace · Alertmanager or Grafana")).toBeTruthy();
  expect(heartbeats.queryByText(/curl/)).toBeNull();
  expect(await stored()).toMatchObject([{ source: "alertmanager" }]);
  expect(screen.queryByRole("list", { name: "Silent sources" })).toBeNull();

  await sendAlerts(daymark, await makeSenderKey(daymark), "alertmanager", { alerts: [] });
  runCronIn(daymark, 17);
  await expect.poll(async () => (await stored())[0]?.isMissing).toBe(true);
  user = await openConsole(daymark, TAB);
  heartbeats = await listed();
  await heartbeats.findByText("Missing · last heard just now");
  const silent = await screen.findByRole("list", { name: "Silent sources" });
  expect(silent.textContent).toBe(
    "Grafana is silent: the last message from Alertmanager or Grafana came just now.",
  );
  await press(user, "Edit Grafana");
  await user.selectOptions(await screen.findByLabelText("Heard from"), "A job that calls its address");
  await press(user, "Save");
  await expectDialogClosed();
  await heartbeats.findByText("Every 10 min, 5 min of grace");
  expect(await stored()).toMatchObject([{ source: null }]);
});
