import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enter, openConsole } from "../support/console.tsx";
import { type Daymark, settingsOf, startDaymark } from "../support/daymark.ts";

// A Save in Settings sends several requests. It shows which of them failed, and the next Save sends only those.

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
let requests: string[] = [];
/** Requests that match the pattern fail before or after they reach the Worker. */
let failure: { pattern: RegExp; when: "before" | "after" } | undefined;
beforeEach(() => {
  requests = [];
  failure = undefined;
  globalThis.fetch = async (input, init) => {
    const request = `${init?.method ?? "GET"} ${new URL(String(input), "http://console").pathname}`;
    if (request.startsWith("GET")) return send(input, init);
    requests.push(request.replace(/apikeys\/.+/, "apikeys/{keyID}"));
    if (!failure?.pattern.test(request)) return send(input, init);
    if (failure.when === "after") await send(input, init);
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
  await enter(user, screen.getByLabelText("Name (optional)"), "CI");
  await enter(user, screen.getByLabelText("Service name"), " Cloud");
  return user;
}
const save = () => screen.getByRole("button", { name: "Save" });
const alertText = async () => (await screen.findByRole("alert")).textContent;

test.each([
  {
    pattern: /DELETE/,
    message: `Done: created the key CI, changed the settings.\nNot done: delete the key Old. ${unreachable}\nSave again to do the rest.`,
    failedRequests: [remove],
  },
  {
    pattern: /POST/,
    message: `Done: deleted the key Old, changed the settings.\nNot done: create the key CI. ${unreachable}\nSave again to do the rest.`,
    failedRequests: [create],
  },
  {
    pattern: /PATCH/,
    message: `Done: deleted the key Old, created the key CI.\nNot done: change the settings. ${unreachable}\nSave again to do the rest.`,
    failedRequests: [rename],
  },
  {
    pattern: /DELETE|PATCH/,
    message: `Done: created the key CI.\nNot done: delete the key Old, change the settings. ${unreachable}\nSave again to do the rest.`,
    failedRequests: [remove, rename],
  },
  {
    pattern: /./,
    message: `Not done: delete the key Old, create the key CI, change the settings. ${unreachable}\nSave again to do the rest.`,
    failedRequests: [remove, create, rename],
  },
])(
  "a Save whose $pattern fails shows what was saved and what wasn't, and the next saves the rest",
  async ({ pattern, message, failedRequests }) => {
    const user = await changeAll();
    failure = { pattern, when: "before" };
    await user.click(save());
    expect(await alertText()).toBe(message);
    expect(requests).toEqual([remove, create, rename]);
    expect(screen.queryByText("Settings saved")).toBeNull();

    requests = [];
    failure = undefined;
    await user.click(save());
    await screen.findByText("Settings saved");
    expect(requests).toEqual(failedRequests);
    expect(screen.queryByRole("alert")).toBeNull();
    expect((await keyNames()).toSorted()).toEqual(["CI", "Older"]);
    expect(await settingsOf(daymark)).toMatchObject({ serviceName: "Fernway Cloud" });
  },
);

test("a key whose creation got no response is created only once, even after another Save", async () => {
  const user = await changeAll();
  failure = { pattern: /POST/, when: "after" };
  await user.click(save());
  expect(await alertText()).toContain("Not done: create the key CI.");
  await waitFor(async () => expect(await keyNames()).toContain("CI"));
  failure = undefined;
  await user.click(save());
  await screen.findByText("Settings saved");
  expect((await keyNames()).toSorted()).toEqual(["CI", "Older"]);
  expect(screen.queryByText("This key will be created on Save.")).toBeNull();
  expect(screen.getAllByText("CI")).toHaveLength(1);
});
