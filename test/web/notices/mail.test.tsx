import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  button,
  choiceOfEmail,
  chooseStatus,
  enter,
  expectDialogClosed,
  openConsole,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  makeComponent,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

// The tests depend on their order: mail is disabled at first, then enabled, then there is a subscriber.
let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function openNotifications() {
  const user = await openConsole(daymark, "/settings");
  await user.click(await screen.findByRole("tab", { name: "Notifications" }));
  return user;
}

async function openIncidentDialog() {
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("button", { name: "Add" }));
  await enter(user, screen.getByLabelText("Name"), "Uploads fail");
  return user;
}

test("while mail is disabled, the dialog has no checkbox for notifications", async () => {
  const user = await openIncidentDialog();
  await waitFor(() => expect(screen.queryByLabelText("Notify subscribers")).toBeNull());
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await expectDialogClosed();
});

test("a test email needs a source address, and shows its recipient", async () => {
  const user = await openNotifications();
  const field = screen.getByLabelText<HTMLInputElement>("Send test to");
  expect(field.value).toBe("admin@example.com"); // who is signed in
  await user.clear(field);
  await enter(user, field, "me@example.org");
  await user.click(button("Send test"));
  expect((await screen.findByRole("alert")).textContent).toContain("Save a Source Email Address first");
  await user.click(choiceOfEmail("Enable"));
  await enter(user, screen.getByLabelText("Source Email Address"), "status@example.org");
  const save = screen.getAllByRole("button", { name: "Save" }).at(-1);
  if (save) await user.click(save);
  await screen.findByText("Settings saved");
  await user.click(button("Send test"));
  await screen.findByText("Sent to me@example.org");
  expect(localStorage.getItem("daymark.setUp")).toBe("test");
  expect(screen.getByText("Nothing was sent in the last 90 days.")).toBeTruthy();
});

test("a test email saves what is changed before it is sent, and isn't sent if that fails", async () => {
  const emailNotification = { enable: false, sourceEmailAddress: "" };
  await daymark.administrator.settings.$patch({ json: { emailNotification } });
  const user = await openNotifications();
  await user.click(choiceOfEmail("Enable"));
  await user.click(await screen.findByRole("button", { name: "Save and send test" }));
  expect((await screen.findAllByRole("alert"))[0]?.textContent).toContain("Source Email Address");
  expect(screen.queryByText("Sent to admin@example.com")).toBeNull();
  await enter(user, screen.getByLabelText("Source Email Address"), "status@example.org");
  await user.click(button("Save and send test"));
  await screen.findByText("Sent to admin@example.com");
  const settings = await daymark.administrator.settings.$get();
  expect(await settings.json()).toMatchObject({
    emailNotification: { enable: true, sourceEmailAddress: "status@example.org" },
  });
  expect(button("Send test")).toBeTruthy();
});

test("an incident's dialog shows the number of recipients, and can notify nobody", async () => {
  let user = await openIncidentDialog();
  const notify = await screen.findByLabelText<HTMLInputElement>("Notify subscribers");
  expect(notify.checked).toBe(true);
  await screen.findByText("No one has subscribed to this.");

  daymark.subscribe("reader@example.org");
  await waitFor(async () => {
    const response = await daymark.administrator.mail.recipients.$get({ query: {} });
    expect(await response.json()).toMatchObject({ count: 1 });
  });
  user = await openIncidentDialog();
  await screen.findByText("1 person gets an email.");
  await user.click(screen.getByLabelText("Notify subscribers"));
  await screen.findByText("No email will be sent.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toHaveLength(2);

  user = await openIncidentDialog();
  await enter(user, screen.getByLabelText("Message"), "This update is sent.");
  await screen.findByText("1 person gets an email.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await expectDialogClosed();

  user = await openConsole(daymark, "/incidents");
  const [edit] = await screen.findAllByRole("button", { name: "Edit Uploads fail" });
  if (edit) await user.click(edit);
  await screen.findByText("Nothing to send yet.");
  await enter(user, screen.getByLabelText("Name"), " again");
  expect(screen.getByText("Nothing to send yet.")).toBeTruthy();
  expect(screen.queryByText("1 person gets an email.")).toBeNull();
  await enter(user, screen.getByLabelText("Message"), "More.");
  await screen.findByText("1 person gets an email.");
  await user.clear(screen.getByLabelText("Message"));
  await screen.findByText("Nothing to send yet.");
  await user.click(button("Cancel"));
  await expectDialogClosed();

  await openNotifications();
  const log = within(await screen.findByRole("table", { name: "Delivery log" }));
  await log.findByText("Email 1/1");
  expect(log.getAllByRole("row")).toHaveLength(2); // the first has the headings
});

test("the number of recipients for one choice of components isn't shown for another", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openIncidentDialog();
  await screen.findByText("1 person gets an email.");
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes(componentID)) await promise;
    return send(input, init);
  };
  await chooseStatus(user, "API", "Major Outage");
  expect(screen.queryByText("1 person gets an email.")).toBeNull();
  expect(screen.getByText("Subscribers get an email.")).toBeTruthy();
  expect(screen.getByLabelText("Notify subscribers")).toBeTruthy();
  resolve();
  await screen.findByText("1 person gets an email.");
  globalThis.fetch = send;
});

test("rescheduling a maintenance notifies its subscribers only if the box is checked, and says how many", async () => {
  await makeMaintenance(daymark, { notifySubscribers: false });
  for (const notifies of [false, true]) {
    const user = await openConsole(daymark, "/maintenances");
    await user.click(await screen.findByRole("button", { name: "Edit Database upgrade" }));
    await screen.findByText("Nothing to send yet.");
    await user.click(button(notifies ? "1 h" : "30 min"));
    await screen.findByText("No email will be sent.");
    if (notifies) await user.click(screen.getByLabelText("Tell subscribers of the new time"));
    if (notifies) await screen.findByText("1 person gets an email.");
    await user.click(button("Update"));
    await expectDialogClosed();
    await screen.findByText(
      `Changes saved. ${notifies ? "1 person will be notified." : "No email is sent."}`,
    );
  }
  await openNotifications();
  const log = within(await screen.findByRole("table", { name: "Delivery log" }));
  await log.findByText("Database upgrade");
});

test("before and after an update is sent, each channel has a line", async () => {
  const address = "https://hooks.slack.com/services/T1/B1/secret";
  await daymark.administrator.channels.$post({ json: { name: "Operations", address } });
  const user = await openIncidentDialog();
  await screen.findByText("Operations gets it, too.");
  expect(screen.getByText("1 person gets an email.")).toBeTruthy();
  await enter(user, screen.getByLabelText("Message"), "For all channels.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add" }));
  await expectDialogClosed();
  const [newest] = await incidentsOf(daymark);
  await openConsole(daymark, `/incidents/${newest?.incidentID}`);
  await screen.findByText(/^Sending… \d of 2$/);
  const sent = within(await screen.findByRole("list", { name: "Sent to" }));
  await sent.findByText("Slack 0 of 1");
  expect(sent.getByText(/^Email \d of 1$/)).toBeTruthy();
});

test("a warning above the sent emails shows that the limit of requests to subscribe was reached", async () => {
  daymark.reachSubscribeLimit();
  await waitFor(async () => {
    const response = await daymark.administrator.mail.messages.$get();
    expect((await response.json()).confirmations.warnings).toHaveLength(1);
  });
  await openNotifications();
  await screen.findByText(/^The limit of 40 requests to subscribe a minute was reached/);
});

test("in a long list, only the components chosen for a channel have boxes", async () => {
  const names = Array.from({ length: 13 }, (_, index) => `Region ${index}`);
  await Promise.all(names.map((name) => makeComponent(daymark, { name })));
  const user = await openNotifications();
  await user.click(await screen.findByRole("button", { name: "Add channel" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Channel" }));
  await user.click(await dialog.findByRole("radio", { name: "Chosen" }));
  await user.click(await dialog.findByRole("combobox", { name: "Add a component" }));
  expect(dialog.queryByRole("checkbox", { name: /^Region/ })).toBeNull();
  await user.click(dialog.getByRole("option", { name: "Region 7" }));
  const box = dialog.getByRole<HTMLInputElement>("checkbox", { name: /^Region/ });
  expect([box.labels?.[0]?.textContent, box.checked]).toEqual(["Region 7", true]);
  await user.click(box);
  expect([box.isConnected, box.checked]).toEqual([true, false]);
});
