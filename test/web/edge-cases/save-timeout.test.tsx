import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { timeoutMs } from "../../../web/admin/request-timeout.ts";
import {
  button,
  chooseStatus,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
} from "../support/console.tsx";
import {
  componentsOf,
  type Daymark,
  incidentsOf,
  makeComponent,
  makeIncident,
  startDaymark,
} from "../support/daymark.ts";

// A write whose answer doesn't arrive is given up. Pressing the button again does nothing twice.

const NO_RESPONSE =
  "The server hasn't answered, so this may or may not be saved. Your text is still here. Press the button again: nothing is done twice.";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

/** The server stores what it gets, but until `restoreAnswers`, no answer to a write arrives. */
const send = globalThis.fetch;
let isAnswerLost: (status: number) => boolean;
let writes: { method: string; key: string | null; status: number }[] = [];
const loseAnswers = () => {
  isAnswerLost = () => true;
  writes = [];
};
const restoreAnswers = () => {
  isAnswerLost = () => false;
};

let timeouts: { atMs: number; abort: () => void }[] = [];
/** Lets this time pass for all timeouts. */
const elapse = (durationMs: number) =>
  act(async () => {
    for (const timeout of timeouts) {
      timeout.atMs -= durationMs;
      if (timeout.atMs <= 0) timeout.abort();
    }
  });

beforeEach(async () => {
  await daymark.reset();
  await makeComponent(daymark, { name: "API" });
  loseAnswers();
  timeouts = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((atMs) => {
    const controller = new AbortController();
    timeouts.push({ atMs, abort: () => controller.abort(new DOMException("Timed out", "TimeoutError")) });
    return controller.signal;
  });
  globalThis.fetch = async (input, init = {}) => {
    const { method = "GET", signal } = init;
    if (method === "GET" || String(input).endsWith("/api/preview")) return send(input, init);
    const response = await send(input, { ...init, signal: null });
    writes.push({ method, key: new Headers(init.headers).get("Idempotency-Key"), status: response.status });
    if (!isAnswerLost(response.status)) return response;
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  };
});
afterEach(() => {
  globalThis.fetch = send;
  vi.restoreAllMocks();
});

const waitForWrites = (count: number) => waitFor(() => expect(writes).toHaveLength(count));

const SAVED_BEFORE =
  "Your first try was saved after all. What you changed since isn't saved yet: press the button again.";

/** Ends with a save that has been given up. */
async function addUnanswered(name: string): Promise<UserEvent> {
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, await screen.findByLabelText("Name"), name);
  await enter(user, screen.getByLabelText("Message"), "We look into it.");
  await user.click(button("Add"));
  await waitForWrites(1);
  await elapse(19_999);
  expect(screen.getByRole("button", { name: "Add", busy: true })).toBeTruthy();
  expect(screen.queryByText(NO_RESPONSE)).toBeNull();
  await elapse(1);
  await screen.findByText(NO_RESPONSE);
  return user;
}

test("a save without an answer is given up after 20 seconds, and keeps its text", async () => {
  await addUnanswered("API is down");
  expect(screen.getAllByText(NO_RESPONSE)).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Add", busy: false })).toBeTruthy();
  expect(fieldValue("Name")).toBe("API is down");
  expect(fieldValue("Message")).toBe("We look into it.");
});

test("pressing the button again after a timeout adds nothing twice", async () => {
  const user = await addUnanswered("Website is down");
  restoreAnswers();
  await user.click(button("Add"));
  await expectDialogClosed();
  const key = writes[0]?.key;
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(writes).toEqual([
    { method: "POST", key, status: 201 },
    { method: "POST", key, status: 201 },
  ]);
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "Website is down" }]);
});

test("a text that was changed after a timeout becomes an update of the incident that was added", async () => {
  const user = await addUnanswered("Mail is late");
  restoreAnswers();
  await enter(user, screen.getByLabelText("Message"), " Soon more.");
  await user.click(button("Add"));
  await screen.findByText(SAVED_BEFORE);
  screen.getByRole("dialog", { name: "Update Incident" });
  expect(fieldValue("Message")).toBe("We look into it. Soon more.");
  await user.click(button("Update"));
  await expectDialogClosed();
  expect(writes.map(({ method, status }) => [method, status])).toEqual([
    ["POST", 201],
    ["POST", 422],
    ["PATCH", 200],
  ]);
  expect(await incidentsOf(daymark)).toMatchObject([
    {
      name: "Mail is late",
      incidentUpdates: [{ message: "We look into it. Soon more." }, { message: "We look into it." }],
    },
  ]);
});

test("a name that was changed after a timeout posts no second update", async () => {
  const user = await addUnanswered("Mail is lost");
  restoreAnswers();
  const name = screen.getByLabelText("Name");
  await user.clear(name);
  await enter(user, name, "Mail is late");
  await user.click(button("Add"));
  await screen.findByText(SAVED_BEFORE);
  expect(fieldValue("Message")).toBe("");
  await user.click(button("Update"));
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "Mail is late", incidentUpdates: [{}] }]);
});

test("a changed text is added if its first version never arrived", async () => {
  let isUnreachable = true;
  globalThis.fetch = async (input, init) =>
    init?.method === "POST" && isUnreachable && String(input).endsWith("/incidents")
      ? Promise.reject(new TypeError("Failed to fetch"))
      : send(input, init);
  const user = await openConsole(daymark, "/incidents");
  await press(user, "Add");
  await enter(user, await screen.findByLabelText("Name"), "API");
  await user.click(button("Add"));
  await screen.findByText("Can't reach the server. Check your connection and try again.");
  isUnreachable = false;
  await enter(user, screen.getByLabelText("Name"), " is down");
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "API is down" }]);
});

test("a form that is closed after a timeout and opened again still adds nothing twice", async () => {
  const user = await addUnanswered("Search is slow");
  restoreAnswers();
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await press(user, "Add");
  expect(await screen.findByText(/^Your draft from/)).toBeTruthy();
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "Search is slow" }]);
});

test("the same text is added again after its draft was discarded", async () => {
  const user = await addUnanswered("Login fails");
  restoreAnswers();
  await user.keyboard("{Escape}");
  await expectDialogClosed();
  await press(user, "Add");
  await press(user, "Discard");
  await enter(user, await screen.findByLabelText("Name"), "Login fails");
  await enter(user, screen.getByLabelText("Message"), "We look into it.");
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(writes[1]?.key).not.toBe(writes[0]?.key);
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "Login fails" }, { name: "Login fails" }]);
});

test("an incident that is added again after its deletion is added once, even if the answer is lost again", async () => {
  const user = await addUnanswered("Cron is late");
  const [incident] = await incidentsOf(daymark);
  isAnswerLost = (status) => status === 201;
  const param = { incidentID: incident?.incidentID ?? "" };
  await daymark.administrator.incidents[":incidentID"].$delete({ param });
  await enter(user, screen.getByLabelText("Message"), " Soon more.");
  await user.click(button("Add"));
  await waitForWrites(4);
  await elapse(20_000);
  await screen.findByText(NO_RESPONSE);
  restoreAnswers();
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(writes.map(({ method, status }) => [method, status])).toEqual([
    ["POST", 201],
    ["DELETE", 204],
    ["POST", 422],
    ["POST", 201],
    ["POST", 201],
  ]);
  expect(await incidentsOf(daymark)).toMatchObject([{ name: "Cron is late" }]);
});

async function addComponentUnanswered(user: UserEvent) {
  await press(user, "Add");
  await enter(user, await screen.findByLabelText("Name"), "Mail");
  await user.click(button("Add"));
  await waitForWrites(1);
  await elapse(20_000);
  await screen.findByText(NO_RESPONSE);
  restoreAnswers();
}

test("a changed component becomes an edit of the one that was added", async () => {
  const user = await openConsole(daymark, "/components");
  await addComponentUnanswered(user);
  await enter(user, screen.getByLabelText("Name"), " servers");
  await user.click(button("Add"));
  await screen.findByText(SAVED_BEFORE);
  screen.getByRole("dialog", { name: "Edit Component" });
  await press(user, /^Save/);
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API" }, { name: "Mail servers" }]);
});

test("a changed component is added if the one that was added before is deleted by now", async () => {
  const user = await openConsole(daymark, "/components");
  await addComponentUnanswered(user);
  const [, added] = await componentsOf(daymark);
  const param = { componentID: added?.componentID ?? "" };
  await daymark.administrator.components[":componentID"].$delete({ param });
  await enter(user, screen.getByLabelText("Name"), " servers");
  await user.click(button("Add"));
  await expectDialogClosed();
  expect(await componentsOf(daymark)).toMatchObject([{ name: "API" }, { name: "Mail servers" }]);
});

test("pressing Save again after a timeout ends an edit that did arrive", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Edit API");
  const name = await screen.findByLabelText("Name");
  await user.clear(name);
  await enter(user, name, "Public API");
  await user.click(button("Save"));
  await waitForWrites(1);
  await elapse(20_000);
  expect(await screen.findAllByText(NO_RESPONSE)).toHaveLength(1);
  expect(fieldValue("Name")).toBe("Public API");
  restoreAnswers();
  await user.click(button("Save"));
  await expectDialogClosed();
  expect(writes.map(({ status }) => status)).toEqual([200, 200]);
  expect(await componentsOf(daymark)).toMatchObject([{ name: "Public API" }]);
});

async function postUnanswered(message: string) {
  restoreAnswers();
  const { incidentID } = await makeIncident(daymark, { message: "We look." });
  loseAnswers();
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  await enter(user, await screen.findByLabelText("Message"), message);
  await chooseStatus(user, "API", "Partial Outage");
  await user.click(await screen.findByRole("button", { name: /^Post update/ }));
  await waitForWrites(1);
  await elapse(20_000);
  await screen.findByText(NO_RESPONSE);
  restoreAnswers();
  return { user, param: { incidentID } };
}

test("pressing the button again after a timeout posts no update twice", async () => {
  const { user } = await postUnanswered("A disk is full.");
  await press(user, /^Post update/);
  await screen.findByText(/^Update posted\./);
  await waitFor(() => expect(fieldValue("Message")).toBe(""));
  expect(writes.map(({ status }) => status)).toEqual([200, 200]);
  expect(await incidentsOf(daymark)).toMatchObject([
    { incidentUpdates: [{ message: "A disk is full." }, { message: "We look." }] },
  ]);
});

test("a text that was changed after a timeout is posted as another update", async () => {
  const { user } = await postUnanswered("A disk is full.");
  await enter(user, screen.getByLabelText("Message"), " It is being replaced.");
  await press(user, /^Post update/);
  await screen.findByText(SAVED_BEFORE);
  expect(fieldValue("Message")).toBe("A disk is full. It is being replaced.");
  await press(user, /^Post update/);
  await screen.findByText(/^Update posted\./);
  expect(writes.map(({ status }) => status)).toEqual([200, 422, 200]);
  const [incident] = await incidentsOf(daymark);
  expect(incident?.incidentUpdates.map(({ message }) => message)).toEqual([
    "A disk is full. It is being replaced.",
    "A disk is full.",
    "We look.",
  ]);
});

test("what a refused try had is not taken for saved, when a later one was", async () => {
  restoreAnswers();
  const { incidentID } = await makeIncident(daymark, { message: "We look." });
  const user = await openConsole(daymark, `/incidents/${incidentID}`);
  const loseWrites = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    init?.method === "PATCH"
      ? Response.json({ errorMessage: "Not like this." }, { status: 400 })
      : loseWrites(input, init);
  await enter(user, await screen.findByLabelText("Message"), "A disk is full.");
  await press(user, /^Post update/);
  await screen.findByText("Not like this.");
  globalThis.fetch = loseWrites;
  loseAnswers();
  await enter(user, screen.getByLabelText("Message"), " It is being replaced.");
  await press(user, /^Post update/);
  await waitForWrites(1);
  await elapse(20_000);
  await screen.findByText(NO_RESPONSE);
  restoreAnswers();
  await chooseStatus(user, "API", "Partial Outage");
  await press(user, /^Post update/);
  await screen.findByText(SAVED_BEFORE);
  expect(fieldValue("Message")).toBe("");
  expect(fieldValue("API")).toBe("Partial Outage");
});

test("after a timeout, another administrator's change stays, and is no conflict with what was saved", async () => {
  const { user, param } = await postUnanswered("A disk is full.");
  const json = { name: "API is slow", notifySubscribers: false };
  await daymark.administrator.incidents[":incidentID"].$patch({ param, json });
  await press(user, /^Post update/);
  await screen.findByText(/^Update posted\./);
  expect(await incidentsOf(daymark)).toMatchObject([
    { name: "API is slow", incidentUpdates: [{ message: "A disk is full." }, { message: "We look." }] },
  ]);
});

test("a response whose body doesn't arrive is given up like one that doesn't begin", async () => {
  const user = await openConsole(daymark, "/components");
  await press(user, "Add");
  await enter(user, await screen.findByLabelText("Name"), "Mail");
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (init?.method !== "POST") return response;
    const body = new ReadableStream({
      start: (controller) =>
        init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason)),
    });
    writes.push({ method: "POST", key: null, status: response.status });
    return new Response(body, response);
  };
  await user.click(button("Add"));
  await waitForWrites(1);
  await elapse(20_000);
  await screen.findByText(NO_RESPONSE);
});

test("an upload gets a second more for each 10 kB", () => {
  expect(timeoutMs(undefined)).toBe(20_000);
  expect(timeoutMs("x".repeat(9_999))).toBe(20_000);
  expect(timeoutMs("x".repeat(1_000_000))).toBe(120_000);
});

test("a read may take as long as the network does", async () => {
  await openConsole(daymark, "/components");
  await screen.findByText("API");
  expect(timeouts).toEqual([]);
});
