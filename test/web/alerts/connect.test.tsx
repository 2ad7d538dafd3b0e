import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alert, makeRule, makeSenderKey, rulesOf, runCronIn, sendAlerts } from "../support/alerts.ts";
import { fieldValue, openConsole, press } from "../support/console.tsx";
import { type Daymark, settingsOf, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const TAB = "/settings?tab=automation";
const listed = async (name: string) => within(await screen.findByRole("list", { name }));

test.each([
  [
    "Alertmanager",
    /^ {2}- name: daymark\n[\s\S]*url: \S+\/api\/v0\/alerts\/alertmanager\n[\s\S]*type: Bearer\n +credentials: KEY$/,
  ],
  ["Grafana", /^http\S+\/api\/v0\/alerts\/alertmanager\/KEY$/],
  ["Uptime Kuma", /^http\S+\/api\/v0\/alerts\/uptime-kuma\/KEY$/],
  ["PagerDuty format", /^http\S+\/api\/v0\/alerts\/events\/KEY$/],
  ["Amazon CloudWatch", /^http\S+\/api\/v0\/alerts\/sns\/KEY\?topic=YOUR_TOPIC_ARN$/],
  ["Your own script", /^curl \S+\/api\/v0\/alerts\/generic [\s\S]*-H "x-api-key: KEY"/],
])("for %s, a key is made that can only send alerts, and the text to copy has it", async (sender, text) => {
  const user = await openConsole(daymark, TAB);
  await user.click(await screen.findByRole("radio", { name: sender }));
  await press(user, "Make a key");
  const copy = await screen.findByRole("button", { name: /^Copy the/ });
  const { apiKeys } = await settingsOf(daymark);
  expect(apiKeys).toMatchObject([{ name: sender, scopes: ["alerts"] }]);
  await user.click(copy);
  await screen.findByText("Copied");
  const copied = await navigator.clipboard.readText();
  const key = apiKeys[0]?.value ?? "no key";
  expect(copied).toContain(key);
  expect(copied.replace(key, "KEY")).toMatch(text);
});

test("a test is waited for, arrives in the list, and leads to a rule for the sender", async () => {
  const user = await openConsole(daymark, TAB);
  await screen.findByText("No alerts yet");
  await user.click(await screen.findByRole("radio", { name: "Grafana" }));
  await press(user, "Make a key");
  await screen.findByText("Waiting for the first alert…");
  await press(user, "Send a test");
  await screen.findByText("Arrived just now:");
  const received = await listed("Received alerts");
  expect(received.getByText("Test alert from the console")).toBeTruthy();
  expect(received.getByText(/^Resolved · Test · Grafana · /)).toBeTruthy();
  await press(user, "Make a rule");
  await screen.findByRole("dialog", { name: "Add Rule" });
  expect([fieldValue("Name"), fieldValue("Alerts from")]).toEqual(["Alerts of Grafana", "alertmanager"]);
});

test("what the sender sends itself is waited for, too", async () => {
  const user = await openConsole(daymark, TAB);
  await user.click(await screen.findByRole("radio", { name: "Your own script" }));
  await press(user, "Make a key");
  await screen.findByText("Waiting for the first alert…");
  const { apiKeys } = await settingsOf(daymark);
  await sendAlerts(daymark, apiKeys[0]?.value ?? "", "generic", alert());
  await screen.findByText("Arrived just now:");
  // A test that is newer says less.
  await press(user, "Send a test");
  await (await listed("Received alerts")).findByText("Test alert from the console");
  await press(user, "Make a rule");
  await screen.findByRole("dialog", { name: "Add Rule" });
  expect([fieldValue("Name"), fieldValue("Label 1")]).toEqual(["The API is slow", "title"]);
});

test("the test makes no rule act, even one that acts at once on everything", async () => {
  const { ruleID } = await makeRule(daymark, {
    name: "All",
    mode: "propose",
    holdMinutes: 0,
    settleMinutes: 0,
  });
  const user = await openConsole(daymark, TAB);
  await user.click(await screen.findByRole("radio", { name: "Your own script" }));
  await press(user, "Make a key");
  await press(user, "Send a test");
  await screen.findByText(/matches All$/);
  runCronIn(daymark, 1);
  await sendAlerts(daymark, await makeSenderKey(daymark), "generic", alert()); // It is seen after the test.
  runCronIn(daymark, 2);
  await expect
    .poll(async () => (await rulesOf(daymark)).find((rule) => rule.ruleID === ruleID)?.log)
    .toMatchObject([{ text: expect.stringContaining("The API is slow") }]);
});

test("a sender that has a key gets no second one", async () => {
  let user = await openConsole(daymark, TAB);
  await user.click(await screen.findByRole("radio", { name: "Grafana" }));
  await press(user, "Make a key");
  await screen.findByRole("button", { name: "Copy the address" });
  user = await openConsole(daymark, TAB);
  await user.click(await screen.findByRole("radio", { name: "Grafana" }));
  await screen.findByRole("button", { name: "Copy the address" });
  expect(screen.queryByRole("button", { name: "Make a key" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Uptime Kuma" }));
  await screen.findByRole("button", { name: "Make a key" });
});
