import { QueryClientProvider } from "@tanstack/react-query";
import {
  act,
  cleanup,
  configure,
  fireEvent,
  prettyDOM,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { consoleQueryClient } from "../../../web/admin/api/query-client.ts";
import { AdminApp } from "../../../web/admin/app/admin-app.tsx";
import { loadDrafts } from "../../../web/admin/drafts/stored-drafts.ts";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import { startSession } from "../../../web/admin/session/session.ts";
import { preloadFiles } from "../../../web/ui/load-file.ts";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Daymark } from "./daymark.ts";

configure({
  // A busy machine can be slow.
  asyncUtilTimeout: 60_000,
  getElementError: missingElement,
});

/** Prints the page only for a reader. While a test waits for an element, each look throws such an error, and only the last is read. */
function missingElement(message: string | null, container: Element): Error {
  const error = new Error();
  Error.captureStackTrace(error, missingElement);
  error.name = "TestingLibraryElementError";
  let text: string | undefined;
  Object.defineProperty(error, "message", {
    get: () => {
      text ??= `${message}\n\n${prettyDOM(container)}`;
      return text;
    },
    configurable: true,
  });
  return error;
}

// Tests see each screen at once. `lazy-part.test.tsx` has those of parts that are still loading.
await preloadFiles();

/** Opens the console at `path` with a session, whose claims a test can override. */
export async function openConsole(daymark: Daymark, path: string, claims: Record<string, unknown> = {}) {
  const { settings, token } = daymark;
  storeSession(settings, { idToken: await token(claims), accessToken: await token({ token_use: "access" }) });
  return showConsole(settings, path);
}

let stopSession: (() => void) | undefined;

/** Its timers stop, too, so that it doesn't go on polling. */
export function closeConsole(): void {
  cleanup();
  stopSession?.();
  stopSession = undefined;
}

/** Opens the console at `path` with the session that the browser has, if any. */
export function showConsole(settings: RuntimeSettings, path: string) {
  closeConsole();
  void loadDrafts(); // Without a database, what it does is done at once: drafts of a page before are gone.
  window.settings = settings;
  window.history.replaceState(null, "", path);
  const queryClient = consoleQueryClient();
  stopSession = startSession(queryClient);
  render(
    <QueryClientProvider client={queryClient}>
      <AdminApp />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Stores a session in the browser like amazon-cognito-identity-js. */
export function storeSession({ clientID }: RuntimeSettings, tokens: Record<string, string>) {
  const client = `CognitoIdentityServiceProvider.${clientID}`;
  localStorage.clear();
  localStorage.setItem(`${client}.LastAuthUser`, "admin");
  for (const [name, token] of Object.entries(tokens)) localStorage.setItem(`${client}.admin.${name}`, token);
}

/** Returns the names in a list from top to bottom, once it has loaded. */
export async function namesIn(list: string): Promise<string[]> {
  const rows = await screen.findByRole("list", { name: list, busy: false });
  return [...rows.children].map((row) => row.querySelector("p")?.textContent ?? "");
}

export const button = (name: string | RegExp) => screen.getByRole("button", { name });

/** Clicks a button, once it appears. */
export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));

/** Enters text at once, as from the clipboard, because each typed character renders the page. Presses keys in braces: `{Enter}`. */
export async function enter(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  for (const part of text.split(/((?:\{[^}]+\})+)/))
    if (part !== "") await (part.startsWith("{") ? user.keyboard(part) : user.paste(part));
}

/** happy-dom has no popovers: this does what a browser does when one opens and closes. */
export async function openMenu(user: UserEvent, name: string) {
  const button = await screen.findByRole("button", { name });
  await user.click(button);
  const popover = document.getElementById(button.getAttribute("popovertarget") ?? "");
  if (!popover) throw new Error(`${name} has no popover`);
  fireEvent(popover, Object.assign(new Event("beforetoggle"), { newState: "open" }));
  popover.hidePopover = () => {
    button.focus();
    fireEvent(popover, Object.assign(new Event("toggle"), { newState: "closed" }));
  };
}

/** Clicks a button in the menu of a component or group. */
export async function pressInMenu(user: UserEvent, item: string, name: string | RegExp) {
  await openMenu(user, `More for ${item}`);
  await press(user, name);
}

/** Returns the value of a field, or of the radio button that is chosen in a group. */
export function fieldValue(label: string): string {
  const group = screen.queryByRole("group", { name: label });
  if (group) return group.querySelector<HTMLInputElement>("input[type=radio]:checked")?.value ?? "";
  return screen.getByLabelText<HTMLInputElement>(label).value;
}

/** Presses one button of a group in which one is chosen. */
export async function choose(user: UserEvent, group: string, choice: string) {
  const buttons = within(await screen.findByRole("group", { name: group }));
  await user.click(buttons.getByRole("radio", { name: choice }));
}

export async function chooseStatus(user: UserEvent, component: string, status: ComponentStatus) {
  await choose(user, component, status);
}

export const expectDialogClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

/** Makes the console poll, as when the administrator returns to its window. */
export const returnToWindow = () => act(async () => void window.dispatchEvent(new Event("visibilitychange")));

/** Sets the whole date at once, like the browser's date picker. */
export function pickDate(label: string, date: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: date } });
}

/** The choice in Settings → Notifications. Another one there has the same words. */
export function choiceOfEmail(name: "Enable" | "Disable"): HTMLInputElement {
  const choices = within(screen.getByRole("group", { name: "Email Notifications" }));
  return choices.getByRole("radio", { name });
}
