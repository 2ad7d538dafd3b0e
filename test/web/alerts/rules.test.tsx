import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alert, makeRule, makeSenderKey, rulesOf, runCronIn, sendAlerts } from "../support/alerts.ts";
import { chooseStatus, enter, expectDialogClosed, openConsole, press } from "../support/console.tsx";
import { type Daymark, makeComponent, makeGroup, makeTemplate, startDaymark } from "../support/daymark.ts";
import { recordWrites } from "../support/record-writes.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());
const writes = recordWrites();

const TAB = "/settings?tab=automation";
const listed = async (name: string) => within(await screen.findByRole("list", { name }));

test("a rule is added with all of its parts, changed and deleted", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const { groupID } = await makeGroup(daymark, { name: "Payments" });
  const { templateID } = await makeTemplate(daymark, { name: "Outage", kind: "incident" });
  await makeTemplate(daymark, { name: "Work", kind: "maintenance" });
  const user = await openConsole(daymark, TAB);
  await screen.findByText("No rules yet: alerts are only listed below.");
  await press(user, "Add rule");
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Propose an incident" })).checked).toBe(
    true,
  );
  await enter(user, screen.getByLabelText("Name"), "Slow API");
  await user.selectOptions(screen.getByLabelText("Alerts from"), "Uptime Kuma");
  await press(user, "Add label");
  await enter(user, screen.getByLabelText("Label 1"), "monitor");
  await enter(user, screen.getByLabelText("Value 1"), "api*");
  await press(user, "Add label"); // which stays empty
  await user.click(await screen.findByRole("checkbox", { name: /^Affected: / }));
  await chooseStatus(user, "API", "Major Outage");
  await user.selectOptions(screen.getByLabelText("Group"), "Payments");
  await user.selectOptions(screen.getByLabelText("All components of the group get"), "Degraded Performance");
  expect(within(screen.getByLabelText("Words of the incident")).queryByText("Work")).toBeNull();
  await user.selectOptions(screen.getByLabelText("Words of the incident"), "Outage");
  await user.clear(screen.getByLabelText("Hold (minutes)"));
  await enter(user, screen.getByLabelText("Hold (minutes)"), "7");
  await press(user, "Add");
  await expectDialogClosed();
  expect(await rulesOf(daymark)).toMatchObject([
    {
      name: "Slow API",
      source: "uptime-kuma",
      labels: [{ name: "monitor", value: "api*" }],
      components: [{ componentID, status: "Major Outage" }],
      groupID,
      groupStatus: "Degraded Performance",
      templateID,
      mode: "propose",
      holdMinutes: 7,
      settleMinutes: 5,
    },
  ]);
  const rules = await listed("Rules");
  await rules.findByText("all of Payments");
  expect(rules.getByText("Proposes an incident")).toBeTruthy();
  expect(rules.getByText("Uptime Kuma · monitor = api*")).toBeTruthy();

  await press(user, "Edit Slow API");
  await user.click(await screen.findByRole("radio", { name: "Set the components only" }));
  expect(screen.queryByLabelText("Words of the incident")).toBeNull();
  await press(user, "Delete label 1");
  await press(user, "Save");
  await expectDialogClosed();
  expect(await rulesOf(daymark)).toMatchObject([
    { mode: "component", labels: [], templateID, holdMinutes: 7 },
  ]);

  await press(user, "Delete Slow API");
  await press(user, "Delete");
  await screen.findByText("No rules yet: alerts are only listed below.");
  expect(await rulesOf(daymark)).toEqual([]);
});

test("a label without a value, and minutes that are none, are refused before a request", async () => {
  const user = await openConsole(daymark, TAB);
  await press(user, "Add rule");
  await enter(user, await screen.findByLabelText("Name"), "Slow API");
  await press(user, "Add label");
  await enter(user, screen.getByLabelText("Label 1"), "team");
  await enter(user, screen.getByLabelText("Settle (minutes)"), "0");
  await enter(user, screen.getByLabelText("Hold (minutes)"), " days");
  await press(user, "Add");
  await screen.findByText("Enter its value, or * for any.");
  await screen.findByText("Enter a whole number of minutes from 0 to 1,440.");
  expect(writes.filter((write) => write.endsWith("/api/alert-rules"))).toEqual([]);
});

test("a rule says how many alerts fire now, and opens to all that it has done", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Degraded Performance" as const }];
  await makeRule(daymark, {
    name: "Slow API",
    mode: "component",
    components,
    holdMinutes: 0,
    settleMinutes: 0,
  });
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", alert());
  runCronIn(daymark, 1);
  await expect.poll(async () => (await rulesOf(daymark))[0]?.log.length).toBe(1);
  await sendAlerts(daymark, key, "generic", alert({ state: "resolved" }));
  await sendAlerts(daymark, key, "generic", alert({ key: "b", title: "Still slow" }));
  await sendAlerts(daymark, key, "generic", alert({ key: "c", title: "Slower" }));
  runCronIn(daymark, 2);
  await expect.poll(async () => (await rulesOf(daymark))[0]?.firing).toBe(2);
  const user = await openConsole(daymark, TAB);
  const rules = await listed("Rules");
  await rules.findByText("2 firing now");
  expect(rules.getByText("The API is slow: Set 1 component.")).toBeTruthy();
  await press(user, "Log of Slow API");
  const log = await listed("Log of Slow API");
  expect(log.getAllByRole("listitem")).toHaveLength((await rulesOf(daymark))[0]?.log.length ?? 0);
});

test("while a rule is edited, its dialog says what it would have done with the received alerts", async () => {
  let user = await openConsole(daymark, TAB);
  await press(user, "Add rule");
  await screen.findByText("There are no alerts yet to try it with.");
  const key = await makeSenderKey(daymark);
  await sendAlerts(daymark, key, "generic", alert());
  await sendAlerts(
    daymark,
    key,
    "generic",
    alert({ key: "b", title: "Disk is full", labels: { team: "data" } }),
  );
  user = await openConsole(daymark, TAB);
  await press(user, "Add rule");
  await screen.findByText(
    /^It matches 2 alerts since .*\. None has fired for \d+ min, so it would have done nothing\.$/,
  );
  await user.clear(screen.getByLabelText("Hold (minutes)"));
  await enter(user, screen.getByLabelText("Hold (minutes)"), "0");
  await screen.findByText(/^It matches 2 alerts since .*, and would have proposed an incident once\.$/);
  const list = await listed("When it would have acted");
  expect(list.getByText("The API is slow")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Publish an incident" }));
  await screen.findByText(/would have published an incident once\.$/);
  await press(user, "Add label");
  await enter(user, screen.getByLabelText("Label 1"), "team");
  await enter(user, screen.getByLabelText("Value 1"), "data");
  await screen.findByText(/^It matches 1 alert since /);
  expect(list.getByText("Disk is full")).toBeTruthy();
  await enter(user, screen.getByLabelText("Value 1"), "base");
  await screen.findByText(/^It matches none of the alerts since /);
  expect(screen.queryByText("When it would have acted")).toBeNull();
});
