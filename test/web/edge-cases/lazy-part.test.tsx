import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { lazyDialog } from "../../../web/ui/dialogs/lazy-dialog.tsx";
import { lazyPart, optionalPart } from "../../../web/ui/lazy-part.tsx";
import { button, openConsole, press, pressInMenu } from "../support/console.tsx";
import { type Daymark, makeComponent, makeMetric, startDaymark } from "../support/daymark.ts";

// Most of the console is in files that are loaded when they are first shown.

const UNREACHABLE = "Can't reach the server. Check your connection and try again.";
const UPDATED = "The console has been updated since you opened it. Reload it to go on. Drafts are kept.";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const send = globalThis.fetch;
let isServerReachable = true;
beforeEach(() => {
  isServerReachable = true;
  vi.spyOn(HTMLImageElement.prototype, "decode").mockImplementation(async () => {
    if (!isServerReachable) throw new Error("No image");
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = send;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A file that can't be loaded until `arrive` is called. */
function missingFile<Props>(Component: (props: Props) => ReactNode) {
  let hasArrived = false;
  const load = vi.fn(async () => {
    if (!hasArrived) throw new TypeError("Failed to fetch dynamically imported module");
    return Component;
  });
  const arrive = () => {
    hasArrived = true;
  };
  return { load, arrive };
}

let partCount = 0;
/** Parts keep what they loaded, so each test has parts of its own. */
const newName = () => `part ${++partCount}`;

/** React Query tells components about a result in further timers, so a test waits a few more milliseconds for what it shows. */
const wait = (durationMs: number) => act(() => vi.advanceTimersByTimeAsync(durationMs));

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Clicked {count} times
    </button>
  );
}

test("a part shows its placeholder until it is loaded", async () => {
  const file = Promise.withResolvers<() => ReactNode>();
  const Part = lazyPart(newName(), () => file.promise, <p>Placeholder</p>);
  render(<Part />);
  expect(screen.getByText("Placeholder")).toBeTruthy();
  await act(async () => file.resolve(() => <p>Content</p>));
  expect(await screen.findByText("Content")).toBeTruthy();
  expect(screen.queryByText("Placeholder")).toBeNull();
});

test("a part that was loaded ahead is shown at once", async () => {
  const Part = lazyPart(newName(), async () => () => <p>Content</p>, <p>Placeholder</p>);
  await Part.preload();
  render(<Part />);
  expect(screen.getByText("Content")).toBeTruthy();
});

test("a part that can't be loaded shows why in its place, and loads at a retry", async () => {
  vi.useFakeTimers();
  isServerReachable = false;
  const { load, arrive } = missingFile(() => <p>Content</p>);
  const Part = lazyPart(newName(), load);
  render(
    <>
      <Counter />
      <main>
        <Part />
      </main>
    </>,
  );
  await wait(0);
  expect(within(screen.getByRole("main")).getByRole("alert").textContent).toBe(UNREACHABLE);
  expect(button("Try again")).toBeTruthy();
  fireEvent.click(button("Clicked 0 times"));
  expect(button("Clicked 1 times")).toBeTruthy();

  await wait(4_999);
  expect(load).toHaveBeenCalledTimes(1);
  await wait(1);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByRole("alert").textContent).toBe(UNREACHABLE);
  arrive();
  await wait(9_999);
  expect(screen.queryByText("Content")).toBeNull();
  await wait(1);
  await wait(10);
  expect(within(screen.getByRole("main")).getByText("Content")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  await wait(600_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test("“Try again” loads a part at once", async () => {
  vi.useFakeTimers();
  isServerReachable = false;
  const { load, arrive } = missingFile(() => <p>Content</p>);
  const Part = lazyPart(newName(), load);
  render(<Part />);
  await wait(0);
  arrive();
  fireEvent.click(button("Try again"));
  await wait(10);
  expect(screen.getByText("Content")).toBeTruthy();
});

test("a part whose file is gone after a deployment has a button that reloads the console", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  const Part = lazyPart(newName(), missingFile(() => null).load);
  render(<Part />);
  expect((await screen.findByRole("alert")).textContent).toBe(UPDATED);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  fireEvent.click(button("Reload"));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an optional part that can't be loaded shows no error", async () => {
  vi.useFakeTimers();
  const { load, arrive } = missingFile(() => <p>Content</p>);
  const Part = optionalPart(newName(), load);
  render(<Part />);
  await wait(0);
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.body.textContent).toBe("");
  arrive();
  await wait(5_000);
  await wait(10);
  expect(screen.getByText("Content")).toBeTruthy();
});

test("a dialog that can't be loaded shows why, opens at a retry, and can be closed before", async () => {
  vi.useFakeTimers();
  isServerReachable = false;
  const { load, arrive } = missingFile(() => <div role="dialog">Content</div>);
  const Dialog = lazyDialog<{ onClose: () => void }>(newName(), load);
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    );
  }
  render(<Opener />);
  button("Open").focus();
  fireEvent.click(button("Open"));
  expect(screen.getByRole("status", { name: "Loading" })).toBeTruthy();
  await wait(0);
  const dialog = within(screen.getByRole("dialog", { name: "Not loaded" }));
  expect(dialog.getByRole("alert").textContent).toBe(UNREACHABLE);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button("Open"));

  fireEvent.click(button("Open"));
  await wait(0);
  arrive();
  await wait(60_000);
  expect(screen.getByRole("dialog").textContent).toBe("Content");
});

test("while a dialog is loaded, Tab leaves the focus where it was, and Escape closes it", async () => {
  const user = userEvent.setup();
  const file = Promise.withResolvers<() => ReactNode>();
  const Dialog = lazyDialog<{ onClose: () => void }>(newName(), () => file.promise);
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <button type="button">Next</button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    );
  }
  render(<Opener />);
  await user.click(button("Open"));
  await user.tab();
  expect(document.activeElement).toBe(button("Open"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
  await user.tab();
  expect(document.activeElement).toBe(button("Next"));
});

/** Makes the responses to these paths data that the console can't render. */
function breakResponses(path: RegExp) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  globalThis.fetch = async (input, init) =>
    path.test(new URL(String(input)).pathname) ? Response.json([null]) : send(input, init);
}

const failedMessage = /^This part of the console failed: .+\nWhat was saved is safe\.$/;

test("a screen that fails leaves the drawer, and the other screens work", async () => {
  await daymark.reset();
  await makeComponent(daymark, { name: "API" });
  breakResponses(/^\/api\/metrics$/);
  const user = await openConsole(daymark, "/metrics");
  const main = within(await screen.findByRole("main"));
  expect((await main.findByRole("alert")).textContent).toMatch(failedMessage);
  expect(main.getByRole("button", { name: "Try again" })).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Components" }));
  expect(await screen.findByText("API")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  await press(user, "Edit API");
  expect(await screen.findByRole("dialog", { name: "Edit Component" })).toBeTruthy();
});

test("an overview that fails leaves the screens", async () => {
  await daymark.reset();
  await makeComponent(daymark, { name: "API" });
  breakResponses(/^\/api\/overview$/);
  const user = await openConsole(daymark, "/components");
  expect((await screen.findByRole("alert")).textContent).toMatch(failedMessage);
  await press(user, "Edit API");
  expect(await screen.findByRole("dialog", { name: "Edit Component" })).toBeTruthy();
});

test("a dialog whose content fails can be closed, and its screen works", async () => {
  await daymark.reset();
  await makeMetric(daymark, { title: "Response time" });
  const user = await openConsole(daymark, "/metrics");
  await screen.findByText("Response time");
  breakResponses(/./);
  await pressInMenu(user, "Response time", "Preview Response time");
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByRole("alert")).textContent).toMatch(failedMessage);
  globalThis.fetch = send;
  await press(user, "Close");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press(user, "Edit Response time");
  expect(await screen.findByRole("dialog", { name: "Edit Metric" })).toBeTruthy();
});
