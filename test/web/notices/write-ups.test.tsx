import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Postmortem } from "../../../worker/notices/postmortem/schema.ts";
import {
  button,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
  returnToWindow,
} from "../support/console.tsx";
import { type Daymark, makeComponent, makeIncident, makeWriteUp, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
let incidentID: string;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  await daymark.reset();
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const components = [{ componentID, status: "Operational" as const }];
  ({ incidentID } = await makeIncident(daymark, { name: "API is down", status: "Resolved", components }));
});
afterAll(() => daymark.stop());

const openWriteUp = async () => {
  const user = await openConsole(daymark, `/incidents/${incidentID}/write-up`);
  await screen.findByLabelText("Text");
  return user;
};
const write = (text: string) => fireEvent.change(screen.getByLabelText("Text"), { target: { value: text } });
const saveDraft = (user: UserEvent) => press(user, /^Save draft/);
const writeAsOther = (body: string) => makeWriteUp(daymark, incidentID, { body });

async function stored(): Promise<Pick<Postmortem, "body" | "state"> | undefined> {
  const { postmortem } = daymark.administrator.incidents[":incidentID"];
  const response: Response = await postmortem.$get({ param: { incidentID } });
  if (!response.ok) return undefined;
  const { body, state } = await response.json();
  return { body, state };
}

async function conflict(): Promise<(string | null)[]> {
  const alert = await screen.findByRole("alert");
  within(alert).getByText("Someone else just changed this. Your changes aren't saved yet.");
  return within(alert)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
}

/** The label of the text has one beside it, and the empty preview has another. */
const insertButtons = () => screen.findAllByRole("button", { name: "Insert outline" });

test("an empty write-up begins from the record, beside a preview with headings", async () => {
  const user = await openWriteUp();
  const preview = within(screen.getByRole("region", { name: "Preview" }));
  expect(await preview.findByText("Start with the timeline: 1 update, 1 component")).toBeTruthy();
  await user.click(preview.getByRole("button", { name: "Insert outline" }));
  await waitFor(() => expect(fieldValue("Text")).toContain("API: Operational throughout"));
  expect((await preview.findByRole("heading", { name: "Root cause" })).tagName).toBe("H2");
  expect(screen.queryByRole("button", { name: "Insert outline" })).toBeNull();
  expect(await stored()).toBeUndefined();
});

test("the help on formatting says that a write-up can have headings", async () => {
  const user = await openWriteUp();
  await user.click(screen.getByText("Formatting"));
  expect(screen.getByText("## What happened").closest("dl")?.textContent).toContain("a smaller heading");
});

test("a link in the preview opens in a new tab, and leaves the console as it is", async () => {
  await openWriteUp();
  write("See [our host](https://host.example).");
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "our host" });
  expect(link.target).toBe("_blank");
  expect(link.rel).toContain("noreferrer");
});

test("what is typed while the record is read stays", async () => {
  const send = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  const user = await openWriteUp();
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith("/outline")) await promise;
    return send(input, init);
  };
  try {
    await user.click((await insertButtons())[0] as HTMLElement);
    write("My own words");
    resolve();
    await returnToWindow();
    expect(fieldValue("Text")).toBe("My own words");
  } finally {
    globalThis.fetch = send;
  }
});

test("a draft is saved, published with what was typed since, and unpublished", async () => {
  const user = await openWriteUp();
  write("A disk was full.");
  await saveDraft(user);
  await screen.findByText(/^Only administrators see it\. Saved at /);
  expect(await stored()).toEqual({ body: "A disk was full.", state: "Draft" });
  await screen.findByText("Saved");

  write("A **disk** was full.");
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  await press(user, "Publish …");
  await press(user, "Publish");
  await expectDialogClosed();
  await screen.findByText(/^Visitors can read it\. Published at /);
  expect(await stored()).toEqual({ body: "A **disk** was full.", state: "Published" });
  const toast = within(await screen.findByRole("group", { name: "Publish write-up" }));
  const link = toast.getByRole("link", { name: /^View on status page/ });
  expect(new URL(link.getAttribute("href") ?? "").pathname).toBe(`/incidents/${incidentID}/postmortem`);

  write("A disk.");
  await press(user, /^Save changes/);
  await waitFor(async () => expect(await stored()).toEqual({ body: "A disk.", state: "Published" }));
  await press(user, "Unpublish");
  await screen.findByText(/^Only administrators see it\./);
  expect(await stored()).toEqual({ body: "A disk.", state: "Draft" });
  await press(user, "Delete …");
  await press(user, "Delete");
  await expectDialogClosed();
  await insertButtons();
  expect(await stored()).toBeUndefined();
});

test("a text that was not saved is back when the screen is opened again", async () => {
  const user = await openWriteUp();
  write("Half written");
  window.history.pushState(null, "", "/users");
  await screen.findByRole("heading", { name: "Users" });
  window.history.back();
  await screen.findByText(/^Your draft from .* is back\.$/);
  expect(fieldValue("Text")).toBe("Half written");
  await press(user, "Discard");
  expect(fieldValue("Text")).toBe("");
});

test("nothing is published while there is nothing to read", async () => {
  await openWriteUp();
  expect(button("Publish …").hasAttribute("disabled")).toBe(true);
  write("   ");
  expect(button("Publish …").hasAttribute("disabled")).toBe(true);
  write("x");
  expect(button("Publish …").hasAttribute("disabled")).toBe(false);
});

test("of two administrators who write the first draft, the second sees the text of the first", async () => {
  const user = await openWriteUp();
  write("Mine");
  await writeAsOther("Theirs");
  await returnToWindow();
  await screen.findByText(/^Only administrators see it\./);
  await saveDraft(user);
  expect(await conflict()).toEqual([
    "The text is now Theirs (was empty)",
    "The state is now Draft (was Not saved)",
  ]);
  expect([fieldValue("Text"), (await stored())?.body]).toEqual(["Mine", "Theirs"]);
  await press(user, /^Keep mine/);
  await waitFor(async () => expect((await stored())?.body).toBe("Mine"));
});

test("a write-up that nobody has saved yet is not polled", async () => {
  const send = globalThis.fetch;
  const reads: string[] = [];
  globalThis.fetch = (input, init) => {
    reads.push(new URL(String(input)).pathname);
    return send(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = send;
    vi.useRealTimers();
  });
  const readsOf = (path: string) => reads.filter((each) => each === path).length;
  vi.useFakeTimers({ toFake: ["setInterval"], shouldAdvanceTime: true });
  await openWriteUp();
  for (const count of [2, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await expect.poll(() => readsOf(`/api/incidents/${incidentID}`)).toBeGreaterThanOrEqual(count);
  }
  expect(readsOf(`/api/incidents/${incidentID}/postmortem`)).toBe(1);
});

test("the write-up of an unknown incident says that nothing is there", async () => {
  await openConsole(daymark, "/incidents/unknown/write-up");
  expect(await screen.findByText("Nothing is at this address. It may have been deleted.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a text that someone else deleted meanwhile can be saved again", async () => {
  await writeAsOther("Ours");
  const user = await openWriteUp();
  write("Ours, and mine");
  await daymark.administrator.incidents[":incidentID"].postmortem.$delete({ param: { incidentID } });
  await saveDraft(user);
  expect(await conflict()).toEqual([
    "The text is now empty (was Ours)",
    "The state is now Not saved (was Draft)",
  ]);
  await press(user, /^Keep mine/);
  await waitFor(async () => expect((await stored())?.body).toBe("Ours, and mine"));
});

test("the write-up of an incident that was reopened says why it can't be saved", async () => {
  await writeAsOther("Ours");
  const json = { status: "Investigating" } as const;
  await daymark.administrator.incidents[":incidentID"].$patch({ param: { incidentID }, json });
  const user = await openWriteUp();
  await screen.findByText("This incident is open. You can save and publish its write-up once it's resolved.");
  write("Ours, and mine");
  await saveDraft(user);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This incident is still open/);
  expect([fieldValue("Text"), (await stored())?.body]).toEqual(["Ours, and mine", "Ours"]);
});

test("the write-up of an incident that is deleted elsewhere can be copied, not saved", async () => {
  await openWriteUp();
  write("The cause.");
  await daymark.administrator.incidents[":incidentID"].$delete({ param: { incidentID } });
  await returnToWindow();
  await screen.findByText(/^This incident was deleted/);
  expect(fieldValue("Write-up")).toBe("The cause.");
  expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
});
