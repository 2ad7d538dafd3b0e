import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertSources } from "../../../worker/alerts/domain.ts";
import { alert, makeSenderKey, rulesOf, sendAlerts } from "../support/alerts.ts";
import { button, expectDialogClosed, fieldValue, openConsole, press } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const TAB = "/settings?tab=automation";
const listed = async (name: string) => within(await screen.findByRole("list", { name }));

test("a received alert opens to labels, link and body, and a rule made of it has its labels", async () => {
  const key = await makeSenderKey(daymark);
  const labels = { alertname: "HighLatency", severity: "page" };
  const link = "https://prometheus.example.com/graph";
  await sendAlerts(daymark, key, "generic", alert({ labels, link }));
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  await received.findByText(/^Firing · Your own script · .*matches no rule$/);
  await press(user, "Details of The API is slow");
  expect(received.getByText("alertname = HighLatency")).toBeTruthy();
  expect(received.getByRole("link", { name: /^Open at the sender/ }).getAttribute("href")).toBe(link);
  expect(received.getByText(/"title": "The API is slow"/)).toBeTruthy();
  await press(user, "Make a rule of this: The API is slow");
  expect([fieldValue("Name"), fieldValue("Alerts from")]).toEqual(["The API is slow", "generic"]);
  expect([fieldValue("Label 2"), fieldValue("Value 2")]).toEqual(["severity", "page"]);
  await press(user, "Delete label 2");
  await press(user, "Add");
  await expectDialogClosed();
  expect(await rulesOf(daymark)).toMatchObject([
    { source: "generic", labels: [{ name: "alertname", value: "HighLatency" }], mode: "propose" },
  ]);
  await received.findByText(/matches The API is slow$/);
});

test("an alert without labels makes a rule about its title, and a message without an alert is shown, too", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", alert());
  await sendAlerts(daymark, key, "uptime-kuma", { heartbeat: null, monitor: null, msg: "Testing" });
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  expect(
    received.getAllByRole("button", { name: /^Details of/ }).map((each) => each.getAttribute("aria-label")),
  ).toEqual(["Details of A message without an alert", "Details of The API is slow"]);
  await press(user, "Details of The API is slow");
  await press(user, "Make a rule of this: The API is slow");
  expect([fieldValue("Label 1"), fieldValue("Value 1")]).toEqual(["title", "The API is slow"]);
});

test("received alerts are found by a part of their title or labels", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", alert({ labels: { host: "db-7" } }));
  await sendAlerts(daymark, key, "generic", alert({ key: "disk", title: "Disk is full" }));
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  await received.findByText("Disk is full");
  await user.type(screen.getByLabelText("Find an alert"), "DB-7");
  await waitFor(() => expect(received.queryByText("Disk is full")).toBeNull());
  expect(received.getByText("The API is slow")).toBeTruthy();
  await user.type(screen.getByLabelText("Find an alert"), "7");
  await screen.findByText("No alert with “DB-77” in 30 days");
});

test("a message with more alerts than are listed says how many more it has", async () => {
  const key = await makeSenderKey(daymark);
  const alerts = Array.from({ length: 25 }, (_, n) => alert({ key: `${n}`, title: `Queue ${n}` }));
  await sendAlerts(daymark, key, "generic", { alerts });
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  await user.click(await received.findByRole("button", { name: /^Details of/ }));
  expect(received.getByText("5 more in the same message.")).toBeTruthy();
});

test("received alerts are filtered by their source, and older ones come with a button", async () => {
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "events", { event_action: "trigger", payload: { summary: "Disk is full" } });
  for (let n = 0; n < 50; n += 1)
    await sendAlerts(daymark, key, "generic", alert({ key: `${n}`, title: `Queue ${n}` }));
  const user = await openConsole(daymark, TAB);
  const received = await listed("Received alerts");
  expect(received.getByText("Queue 49")).toBeTruthy();
  expect(received.queryByText("Disk is full")).toBeNull();
  await press(user, "Show older");
  await received.findByText("Disk is full");
  expect(received.getByText("Queue 0")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();

  const source = screen.getByLabelText("Source");
  expect(
    within(source)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Any source", ...alertSources.map(({ name }) => name), "Heartbeats"]);
  await user.selectOptions(source, "Events (PagerDuty's format)");
  await waitFor(() => expect(screen.queryByText("Queue 0")).toBeNull());
  await screen.findByText("Disk is full");
  await user.selectOptions(source, "Alertmanager or Grafana");
  await screen.findByText("No alerts from Alertmanager or Grafana in 30 days");
  expect(button("Add rule")).toBeTruthy();
});
