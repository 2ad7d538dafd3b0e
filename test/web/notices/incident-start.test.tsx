import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../../web/admin/times/dates.ts";
import { isoTime, localTime } from "../../../web/admin/times/local-time.ts";
import { HOUR_MS } from "../../../worker/shared/time/domain.ts";
import { enter, expectDialogClosed, openConsole, pickDate, press } from "../support/console.tsx";
import { type Daymark, incidentsOf, makeComponent, makeIncident, startDaymark } from "../support/daymark.ts";

// An incident that was noticed late counts from when it began.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const yesterday = () => localTime(new Date(Date.now() - 24 * HOUR_MS));
const tomorrow = () => localTime(new Date(Date.now() + 24 * HOUR_MS));
const dayOf = (local: string) => local.split("T")[0] ?? "";
const timeOf = (iso: string) => localTime(iso).split("T")[1] ?? "";

async function newest() {
  const [incident] = await incidentsOf(daymark);
  if (!incident) throw new Error("There must be an incident.");
  return incident;
}

test("a new incident can begin earlier", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Slow");
  await user.click(screen.getByLabelText("It started earlier"));
  pickDate("Began at, date", dayOf(tomorrow()));
  await press(user, "Add");
  await screen.findByText("This is in the future.");
  pickDate("Began at, date", dayOf(yesterday()));
  await user.selectOptions(screen.getByLabelText("Began at, time"), "07:30");
  await press(user, "Add");
  await expectDialogClosed();
  expect((await newest()).createdAt).toBe(isoTime(`${dayOf(yesterday())}T07:30`));
});

test("one that is over already has its own start", async () => {
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await user.click(screen.getByLabelText("It started earlier"));
  await user.click(screen.getByLabelText("It's already over"));
  expect(screen.queryByLabelText("It started earlier")).toBeNull();
  expect(screen.queryByLabelText("Began at, date")).toBeNull();
});

test("a corrected start is sent alone, and names whose uptime it changes", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const { createdAt } = await makeIncident(daymark, { name: "Slow", components });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit Slow");
  const effect = "Another start counts from then in the uptime of API, but not before their last change.";
  await screen.findByText(`It began at ${formatDateTime(createdAt)}. ${effect}`);
  await user.click(screen.getByLabelText("It started at another time"));
  pickDate("Began at, date", dayOf(yesterday()));
  await press(user, "Update");
  await expectDialogClosed();
  await waitFor(async () =>
    expect((await newest()).createdAt).toBe(isoTime(`${dayOf(yesterday())}T${timeOf(createdAt)}`)),
  );
  const { incidentUpdates, name, status } = await newest();
  expect([incidentUpdates.length, name, status]).toEqual([1, "Slow", "Investigating"]);
});

test("a start that is shown but not changed is not sent", async () => {
  await makeIncident(daymark, { name: "Slow", createdAt: "2026-01-02T03:04:05.678Z" });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit Slow");
  await user.click(await screen.findByLabelText("It started at another time"));
  await enter(user, screen.getByLabelText("Name"), " sign-in");
  await press(user, "Update");
  await expectDialogClosed();
  await waitFor(async () => expect((await newest()).name).toBe("Slow sign-in"));
  expect((await newest()).createdAt).toBe("2026-01-02T03:04:05.678Z");
});

test("an incident can't begin after its end", async () => {
  const resolvedAt = "2026-01-02T04:00:00.000Z";
  await makeIncident(daymark, {
    name: "Slow",
    backfilled: true,
    createdAt: "2026-01-02T03:00:00Z",
    resolvedAt,
  });
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit Slow");
  await user.click(await screen.findByLabelText("It started at another time"));
  pickDate("Began at, date", "2026-01-03");
  await press(user, "Update");
  await screen.findByText(`It ended at ${formatDateTime(resolvedAt)}.`);
  pickDate("Began at, date", "2026-01-01");
  await press(user, "Update");
  await expectDialogClosed();
  await waitFor(async () => expect((await newest()).createdAt).toBe("2026-01-01T03:00:00.000Z"));
});
