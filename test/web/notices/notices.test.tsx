import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "../../../web/admin/times/dates.ts";
import {
  button,
  enter,
  expectDialogClosed,
  fieldValue,
  namesIn,
  openConsole,
  pressInMenu,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  maintenancesOf,
  makeComponent,
  makeIncident,
  makeMaintenance,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const kinds = [
  {
    path: "/incidents",
    name: "API is down",
    firstStatus: "Investigating",
    make: makeIncident,
    list: incidentsOf,
    emptyList: "No incidents",
    overStatus: "Resolved",
    overLabel: "Resolved",
  },
  {
    path: "/maintenances",
    name: "Database upgrade",
    firstStatus: "Scheduled",
    make: makeMaintenance,
    list: maintenancesOf,
    emptyList: "No scheduled maintenance",
    overStatus: "Completed",
    overLabel: "Completed",
  },
] as const;

test.each(kinds)("$path: a previous update's message has an inline editor", async (kind) => {
  const { path, name, firstStatus, make, list } = kind;
  await make(daymark, { message: "We lok into it." });
  const user = await openConsole(daymark, path);
  await user.click(await screen.findByRole("button", { name: `Edit ${name}` }));
  await enter(user, screen.getByLabelText("Message"), "Half written");
  await user.click(button(new RegExp(`^Edit the message of ${firstStatus}`)));
  const editor = screen.getByLabelText<HTMLTextAreaElement>("Edited message");
  expect(editor.value).toBe("We lok into it.");
  await user.clear(editor);
  await enter(user, editor, "We look into it.");
  await user.click(button("Save"));

  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  expect(screen.getByText("We look into it.")).toBeTruthy();
  // The dialog's own fields are unchanged.
  expect(fieldValue("Message")).toBe("Half written");
  expect(await list(daymark)).toMatchObject([{ message: "We look into it." }]);
});

test.each(kinds)("$path: an item is deleted after confirmation", async (kind) => {
  const { path, name, make, list, emptyList } = kind;
  await make(daymark);
  const user = await openConsole(daymark, path);
  await pressInMenu(user, name, `Delete ${name}`);
  const dialog = within(screen.getByRole("dialog", { name: `Delete ${name} ?` }));
  const warning = dialog.getByText("This operation can not be undone.");
  expect(warning.nextElementSibling?.textContent).toBe(
    "It is final after ten seconds. Until then, you can press Undo.",
  );
  await user.click(dialog.getByRole("button", { name: "Delete" }));

  await expectDialogClosed();
  expect(await screen.findByText(emptyList)).toBeTruthy();
  expect(await list(daymark)).toEqual([]);
});

const noticeNames = (path: string) => namesIn(path === "/incidents" ? "Incidents" : "Scheduled Maintenance");

test.each(kinds)(
  "$path: search, tabs and filters are in the address",
  async ({ path, make, overStatus, overLabel }) => {
    const { componentID } = await makeComponent(daymark, { name: "Search API" });
    const components = [{ componentID, status: "Under Maintenance" as const }];
    await make(daymark, { name: "Still open", message: "A disk is full.", components });
    await make(daymark, { name: "Long over", message: "A disk was slow.", status: overStatus as never });
    const user = await openConsole(daymark, path);
    expect(await noticeNames(path)).toEqual(["Long over", "Still open"]);
    expect(screen.getByText(/The newest is first\.$/)).toBeTruthy();

    await user.click(screen.getByRole("link", { name: overLabel }));
    await waitFor(async () => expect(await noticeNames(path)).toEqual(["Long over"]));
    expect(window.location.search).toBe("?show=over");
    await user.click(screen.getByRole("link", { name: "Open" }));
    await waitFor(async () => expect(await noticeNames(path)).toEqual(["Still open"]));
    await user.click(screen.getByRole("link", { name: "All" }));
    await waitFor(async () => expect(await noticeNames(path)).toHaveLength(2));

    await user.keyboard("/slow disk");
    await waitFor(async () => expect(await noticeNames(path)).toEqual(["Long over"]));
    expect(window.location.search).toBe("?q=slow+disk");
    await user.selectOptions(screen.getByLabelText("Affected component"), "Search API");
    await screen.findByText("No matches");
    expect(window.location.search).toBe(`?q=slow+disk&component=${componentID}`);
    window.history.back();
    await waitFor(async () => expect(await noticeNames(path)).toEqual(["Long over"]));
    await user.clear(screen.getByRole("searchbox"));
    await user.selectOptions(screen.getByLabelText("Month"), "2022-05");
    await user.click(await screen.findByRole("button", { name: "Show all" }));
    await waitFor(async () => expect(await noticeNames(path)).toHaveLength(2));
    expect(window.location.search).toBe("");
  },
);

test.each(kinds)(
  "$path: an empty list has no filters, and a search that finds nothing keeps its field",
  async ({ path, make }) => {
    await openConsole(daymark, path);
    await screen.findByText(/^No (incidents|scheduled maintenance)$/);
    expect(screen.queryByRole("searchbox")).toBeNull();
    await make(daymark, { name: "The only one" });
    const user = await openConsole(daymark, path);
    expect(await noticeNames(path)).toEqual(["The only one"]);
    const field = screen.getByRole("searchbox");
    await user.type(field, "x");
    await screen.findByText("No matches");
    await user.type(field, "{Backspace}");
    await waitFor(async () => expect(await noticeNames(path)).toEqual(["The only one"]));
    expect(document.activeElement).toBe(field);
  },
);

test("an address with a search shows what it finds, and / is typed into fields", async () => {
  await makeIncident(daymark, { name: "Found by its address" });
  await makeIncident(daymark, { name: "Something else" });
  const user = await openConsole(daymark, "/incidents?q=address");
  expect(await namesIn("Incidents")).toEqual(["Found by its address"]);
  const field = screen.getByLabelText<HTMLInputElement>("Search names, messages, write-ups");
  await user.click(button("Add"));
  await enter(user, screen.getByLabelText("Name"), "Either/or");
  expect([fieldValue("Name"), field.value]).toEqual(["Either/or", "address"]);
});

test("a row says when an incident began, how long it lasted and what it affected", async () => {
  const { componentID } = await makeComponent(daymark, { name: "Rows API" });
  const components = [{ componentID, status: "Major Outage" as const }];
  const createdAt = "2026-01-02T03:04:00.000Z";
  const { incidentID } = await makeIncident(daymark, { name: "It lasted", createdAt, components });
  await openConsole(daymark, "/incidents");
  const began = `began at ${formatDateTime(createdAt)}`;
  const duration = () => screen.findByRole("img", { name: (name) => name.endsWith(`, ${began}`) });
  expect((await duration()).getAttribute("aria-label")).toMatch(/^open for /);
  expect((await duration()).textContent).toMatch(/^\d+\sd/);
  expect(screen.getByText(/^updated at .+\(.+\)$/)).toBeTruthy();
  expect(screen.getByText("affects Rows API")).toBeTruthy();
  const { incidents } = daymark.administrator;
  const param = { incidentID };
  await incidents[":incidentID"].$patch({ param, json: { status: "Resolved" } });
  const [resolved] = await incidentsOf(daymark);
  const [update] = resolved?.incidentUpdates ?? [];
  const incidentUpdateID = update?.incidentUpdateID ?? "";
  const json = { createdAt: "2026-01-02T05:09:30.000Z" };
  await incidents[":incidentID"].incidentupdates[":incidentUpdateID"].$patch({
    param: { ...param, incidentUpdateID },
    json,
  });
  await openConsole(daymark, "/incidents");
  expect((await duration()).getAttribute("aria-label")).toBe(`lasted 2\u00a0h\u00a05\u00a0min, ${began}`);
  expect((await duration()).textContent).toBe("2\u00a0h\u00a05\u00a0min");
});
