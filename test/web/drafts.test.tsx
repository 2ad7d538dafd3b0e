import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkSession } from "../../web/admin/session/session.ts";
import {
  button,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  pickDate,
  press,
  pressInMenu,
  storeSession,
} from "./support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  makeComponent,
  makeIncident,
  startDaymark,
} from "./support/daymark.ts";

// `test/browser/crashes/drafts.test.ts` kills the browser. Here the page stays loaded.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

const notice = () => screen.queryByText(/^Your draft from \d\d:\d\d is back\.$/);

async function goTo(path: string, heading: string) {
  window.history.pushState(null, "", path);
  await screen.findByRole("heading", { name: heading });
}

test.for(["{Escape}", "Cancel", "Close", "another screen"])(
  "after %s, what was typed into a dialog comes back and can be discarded",
  async (way) => {
    await makeIncident(daymark);
    const user = await openConsole(daymark, "/incidents");
    await press(user, "Edit API is down");
    expect(notice()).toBeNull();
    await enter(user, screen.getByLabelText("Message"), "Half written");
    if (way === "{Escape}") await user.keyboard(way);
    else if (way === "another screen") await goTo("/users", "Users");
    else await press(user, way);
    if (way === "another screen") await goTo("/incidents", "Incidents");
    await expectDialogClosed();

    await press(user, "Edit API is down");
    expect(fieldValue("Message")).toBe("Half written");
    expect(notice()).toBeTruthy();
    await press(user, "Discard");
    expect(fieldValue("Message")).toBe("");
    expect(notice()).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Message"));

    await user.keyboard("{Escape}");
    await press(user, "Edit API is down");
    expect(fieldValue("Message")).toBe("");
    expect(notice()).toBeNull();
  },
);

test.each([
  ["/components", "Edit API", "Name", /API II|API/],
  ["/incidents", "Edit API is down", "Message", /API is down/],
])(
  "on %s, a chip on the row says that there is a draft, until it is discarded",
  async (path, edit, label, row) => {
    await makeComponent(daymark, { name: "API" });
    await makeIncident(daymark, { name: "API is down" });
    const user = await openConsole(daymark, path);
    const chips = () => screen.queryAllByText(/^Draft \d\d:\d\d$/);
    await press(user, edit);
    await enter(user, screen.getByLabelText(label), "Half written");
    await user.keyboard("{Escape}");
    await expectDialogClosed();
    const [chip, ...others] = await waitFor(() => {
      expect(chips()).not.toEqual([]);
      return chips();
    });
    expect(others).toEqual([]);
    expect(chip?.closest("li")?.textContent).toMatch(row);

    await press(user, edit);
    await press(user, "Discard");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(chips()).toEqual([]));

    // The chip of what isn't added yet is beside Add.
    await press(user, "Add");
    await enter(user, screen.getByLabelText("Name"), "New one");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(chips()).toHaveLength(1));
    expect(chips()[0]?.closest("li")).toBeNull();
  },
);

test("a chip on the row says that there is a draft of the times, too", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is down" });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await pressInMenu(user, "API is down", "Edit times of API is down");
  await screen.findByRole("dialog", { name: "Edit Times" });
  pickDate("Began at, date", "2026-01-31");
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  act(() => window.history.pushState(null, "", "/incidents"));
  expect(await screen.findByText(/^Draft /)).toBeTruthy();
});

test("a draft stays after a save that fails, and is gone after one that succeeds", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Mail");
  window.settings = { ...daymark.settings, apiURL: "http://127.0.0.1:9" };
  await user.click(button("Add"));
  await screen.findByRole("alert");
  await user.keyboard("{Escape}");

  window.settings = daymark.settings;
  await press(user, "Add");
  expect(fieldValue("Name")).toBe("Mail");
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "Mail" }]);
  await press(user, "Add");
  expect(fieldValue("Name")).toBe("");
  expect(notice()).toBeNull();
});

test("a form whose text was put back as it was has no draft", async () => {
  await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "Edit API");
  await enter(user, screen.getByLabelText("Name"), "!{Backspace}{Escape}");
  await press(user, "Edit API");
  expect(notice()).toBeNull();
});

test("after an Undo, what was sent is back in its form", async () => {
  await makeIncident(daymark);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Edit API is down");
  await enter(user, screen.getByLabelText("Message"), "Sent by mistake.");
  await press(user, "Update");
  await expectDialogClosed();
  await press(user, "Undo");
  await screen.findByText("Undone. Nothing was sent.");
  await press(user, "Edit API is down");
  expect(fieldValue("Message")).toBe("Sent by mistake.");
  expect(notice()).toBeTruthy();
  await press(user, "Update");
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([
    { incidentUpdates: [{ message: "Sent by mistake." }, {}] },
  ]);
});

test("a draft that comes back is still based on the version that it was typed on", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const user = await openConsole(daymark, "/components");
  await press(user, "Edit API");
  await enter(user, screen.getByLabelText("Name"), " of mine{Escape}");
  await daymark.administrator.components[":componentID"].$patch({
    param: { componentID },
    json: { name: "API of theirs" },
  });
  await goTo("/users", "Users");
  await goTo("/components", "Components");
  await press(user, "Edit API of theirs");
  expect(fieldValue("Name")).toBe("API of mine");
  await user.click(button("Save"));
  await screen.findByText("Name is now API of theirs (was API)");
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API of theirs" }]);
});

test("what was typed into one editor of an update is in the other one, too", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is down", message: "We look." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await press(user, /^Edit the update/);
  await enter(user, await screen.findByLabelText("Edited message"), " Now.");
  await user.selectOptions(screen.getByLabelText("Status of this update"), "Identified");
  await goTo("/incidents", "Incidents");
  await press(user, "Edit API is down");
  await press(user, /^Edit the message of/);
  expect(fieldValue("Edited message")).toBe("We look. Now.");
  screen.getByText("Your draft also changes the update's status or time.");
  await user.click(
    within(screen.getByRole("group", { name: "Edit message" })).getByRole("button", { name: "Save" }),
  );
  await waitFor(() => expect(screen.queryByLabelText("Edited message")).toBeNull());
  const [incident] = await incidentsOf(daymark);
  expect(incident?.incidentUpdates).toMatchObject([
    { message: "We look. Now.", incidentStatus: "Identified" },
  ]);
});

test("another administrator of the same browser doesn't see a draft, and its writer does again", async () => {
  const signIn = async (sub: string) => {
    const idToken = await daymark.token({ sub, "cognito:username": sub });
    storeSession(daymark.settings, {
      idToken,
      accessToken: await daymark.token({ token_use: "access", sub, username: sub }),
    });
    await checkSession();
    window.history.replaceState(null, "", "/incidents");
  };
  const user = await openConsole(daymark, "/incidents", { sub: "ada", "cognito:username": "ada" });
  await press(user, "Add");
  await enter(user, screen.getByLabelText("Name"), "Ada's words{Escape}");
  await expectDialogClosed();
  for (const [sub, name] of [
    ["bob", ""],
    ["ada", "Ada's words"],
  ] as const) {
    // The session ends by itself.
    localStorage.clear();
    await checkSession();
    await screen.findByLabelText("Email Address");
    await signIn(sub);
    await screen.findByRole("heading", { name: "Incidents" });
    await press(user, "Add");
    expect(fieldValue("Name")).toBe(name);
  }
  expect(await incidentsOf(daymark)).toEqual([]);
});

test.for(["the user menu", "the palette"])(
  "signing out by %s asks before it deletes the administrator's drafts, and no one else's",
  async (way) => {
    const open = (sub: string) => reopenConsole({ sub, "cognito:username": sub });
    const user = await openConsole(daymark, "/components", { sub: "bob", "cognito:username": "bob" });
    await press(user, "Add");
    await enter(user, screen.getByLabelText("Name"), "Bob's words{Escape}");
    await open("ada");
    await press(user, "Add");
    await enter(user, screen.getByLabelText("Name"), "Ada's words{Escape}");
    await goTo("/incidents", "Incidents");
    await press(user, "Add");
    await enter(user, screen.getByLabelText("Name"), "Other words{Escape}");

    for (const answer of ["Cancel", "Sign out"]) {
      if (way === "the user menu") {
        await press(user, "User menu");
        await press(user, "Sign out");
      } else await user.keyboard("{Control>}k{/Control}sign out{Enter}");
      const dialog = within(await screen.findByRole("dialog", { name: "Sign out" }));
      dialog.getByText("2 drafts on this device will be deleted.");
      await user.click(dialog.getByRole("button", { name: answer }));
      await expectDialogClosed();
      if (answer !== "Cancel") continue;
      screen.getByRole("heading", { name: "Incidents" });
      if (way === "the user menu") expect(document.activeElement).toBe(button("User menu"));
    }
    await screen.findByLabelText("Email Address");

    for (const [sub, name] of [
      ["ada", ""],
      ["bob", "Bob's words"],
    ] as const) {
      await open(sub);
      await goTo("/components", "Components");
      await press(user, "Add");
      expect(fieldValue("Name")).toBe(name);
    }
  },
);

/** Stores the session of someone who has signed in meanwhile. */
async function reopenConsole(claims: Record<string, string>) {
  storeSession(daymark.settings, {
    idToken: await daymark.token(claims),
    accessToken: await daymark.token({ ...claims, token_use: "access" }),
  });
  await checkSession();
  await screen.findByRole("heading", { level: 1 });
}

test("a new API key that was not saved comes back with the Settings screen", async () => {
  const user = await openConsole(daymark, "/settings");
  await press(user, "Add key");
  await enter(user, screen.getByLabelText("Name (optional)"), "Deploys");
  await goTo("/users", "Users");
  await goTo("/settings", "Settings");
  expect(fieldValue("Name (optional)")).toBe("Deploys");
  expect(notice()).toBeTruthy();
  await press(user, "Discard");
  await waitFor(() => expect(screen.queryByLabelText("Name (optional)")).toBeNull());
});
