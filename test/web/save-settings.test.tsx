import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openConsole } from "./console.tsx";
import { type Daymark, settingsOf, startDaymark } from "./daymark.ts";

// A Save in Settings makes several calls. Whichever of them fail, it says so, and the next Save makes only those.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(async () => {
  const { settings } = daymark.administrator;
  await settings.$patch({ json: { serviceName: "Fernway" } });
  for (const { id: keyID } of (await settingsOf(daymark)).apiKeys)
    await settings.apikeys[":keyID"].$delete({ param: { keyID } });
  for (const name of ["Old", "Older"]) await settings.apikeys.$post({ json: { name } });
});
afterAll(() => daymark.stop());

const send = globalThis.fetch;
let made: string[] = [];
/** Calls that fail, on their way there or on their way back. */
let failing: { call: RegExp; on: "way there" | "way back" } | undefined;
beforeEach(() => {
  made = [];
  failing = undefined;
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? "GET"} ${new URL(String(input), "http://console").pathname}`;
    if (call.startsWith("GET")) return send(input, init);
    made.push(call.replace(/apikeys\/.+/, "apikeys/{keyID}"));
    if (!failing?.call.test(call)) return send(input, init);
    if (failing.on === "way back") await send(input, init);
    return send("http://127.0.0.1:9", init);
  };
});
afterEach(() => {
  globalThis.fetch = send;
});

const [create, remove, rename] = [
  "POST /api/settings/apikeys",
  "DELETE /api/settings/apikeys/{keyID}",
  "PATCH /api/settings",
];
const unreachable = "Can't reach the server. Check your connection and try again.";
const keyNames = async () => (await settingsOf(daymark)).apiKeys.map(({ name }) => name);

/** Deletes the key "Old", creates the key "CI", and changes the service's name. */
async function changeAll() {
  const user = await openConsole(daymark, "/settings");
  await user.click(await screen.findByRole("button", { name: "Delete API key 1" }));
  await user.click(screen.getByRole("button", { name: "Add key" }));
  await user.type(screen.getByLabelText("Name (optional)"), "CI");
  await user.type(screen.getByLabelText("Service name"), " Cloud");
  return user;
}
const save = () => screen.getByRole("button", { name: "Save" });
const told = async () => (await screen.findByRole("alert")).textContent;

test.each([
  {
    call: /DELETE/,
    words: `Done: created the key CI, changed the service name.\nNot done: delete the key Old. ${unreachable}\nSave again to do the rest.`,
    left: [remove],
  },
  {
    call: /POST/,
    words: `Done: deleted the key Old, changed the service name.\nNot done: create the key CI. ${unreachable}\nSave again to do the rest.`,
    left: [create],
  },
  {
    call: /PATCH/,
    words: `Done: deleted the key Old, created the key CI.\nNot done: change the service name. ${unreachable}\nSave again to do the rest.`,
    left: [rename],
  },
  {
    call: /DELETE|PATCH/,
    words: `Done: created the key CI.\nNot done: delete the key Old, change the service name. ${unreachable}\nSave again to do the rest.`,
    left: [remove, rename],
  },
  {
    call: /./,
    words: `Not done: delete the key Old, create the key CI, change the service name. ${unreachable}\nSave again to do the rest.`,
    left: [remove, create, rename],
  },
])(
  "a Save of which $call fails says what was done and what was not, and the next does the rest",
  async ({ call, words, left }) => {
    const user = await changeAll();
    failing = { call, on: "way there" };
    await user.click(save());
    expect(await told()).toBe(words);
    expect(made).toEqual([remove, create, rename]);
    expect(screen.queryByText("Saved")).toBeNull();

    made = [];
    failing = undefined;
    await user.click(save());
    await screen.findByText("Saved");
    expect(made).toEqual(left);
    expect(screen.queryByRole("alert")).toBeNull();
    expect((await keyNames()).toSorted()).toEqual(["CI", "Older"]);
    expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Fernway Cloud" });
  },
);

test("a key whose creation was not answered is created once, however often it is saved", async () => {
  const user = await changeAll();
  failing = { call: /POST/, on: "way back" };
  await user.click(save());
  expect(await told()).toContain("Not done: create the key CI.");
  await waitFor(async () => expect(await keyNames()).toContain("CI"));
  failing = undefined;
  await user.click(save());
  await screen.findByText("Saved");
  expect((await keyNames()).toSorted()).toEqual(["CI", "Older"]);
  expect(screen.queryByText("This key will be created on Save.")).toBeNull();
  expect(screen.getAllByText("CI")).toHaveLength(1);
});
