import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { AdminApp } from "../../web/admin/admin-app.tsx";
import { consoleQueryClient } from "../../web/admin/query-client.ts";
import type { RuntimeSettings } from "../../web/admin/runtime-settings.ts";
import { startSession } from "../../web/admin/sign-in/session.ts";
import type { Daymark } from "./daymark.ts";

// A machine that does other things, too, takes its time.
configure({ asyncUtilTimeout: 60_000 });

/** The console at `path`, as an administrator with a session in this browser finds it; claims spoil the session. */
export async function openConsole(daymark: Daymark, path: string, claims: Record<string, unknown> = {}) {
  const { settings, token } = daymark;
  keepSession(settings, { idToken: await token(claims), accessToken: await token({ token_use: "access" }) });
  return showConsole(settings, path);
}

let stopSession: (() => void) | undefined;

/** The console at `path`, with whatever session the browser has. */
export function showConsole(settings: RuntimeSettings, path: string) {
  cleanup();
  stopSession?.();
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

/** Puts into the browser what amazon-cognito-identity-js keeps of a session. */
export function keepSession({ clientID }: RuntimeSettings, tokens: Record<string, string>) {
  const client = `CognitoIdentityServiceProvider.${clientID}`;
  localStorage.clear();
  localStorage.setItem(`${client}.LastAuthUser`, "admin");
  for (const [name, token] of Object.entries(tokens)) localStorage.setItem(`${client}.admin.${name}`, token);
}

/** The names in the list called `list`, from top to bottom, once it has come to rest. */
export async function namesIn(list: string): Promise<string[]> {
  const rows = await screen.findByRole("list", { name: list, busy: false });
  return [...rows.children].map((row) => row.querySelector("p")?.textContent ?? "");
}
