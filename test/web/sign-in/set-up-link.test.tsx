import { screen } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { newSetupKey } from "../../../tools/start/setup-key.ts";
import { enter, openConsole, press, showConsole } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

// setup-link.test.ts in browser/ goes the whole way with a real provider.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const unset = () => ({ apiURL: daymark.settings.apiURL, userPoolID: "", clientID: "", isUnset: true });
const keyField = () => screen.findByLabelText<HTMLInputElement>("Setup key");

test("the key of the link is filled in, and leaves the address", async () => {
  const key = newSetupKey();
  showConsole(unset(), `/setup#key=${key}`);
  expect((await keyField()).value).toBe(key);
  expect(window.location.href).not.toContain(key);
});

test("while nobody can sign in, every address asks for the key", async () => {
  for (const path of ["/", "/settings", "/signin"]) {
    const user = showConsole(unset(), path);
    expect((await keyField()).value).toBe("");
    await press(user, "Continue");
    expect((await screen.findByRole("alert")).textContent).toBe("Setup key is required.");
  }
});

test("after a try that failed, the form has its texts again, but not the secret", async () => {
  vi.stubGlobal("fetch", async () => Response.json({})); // The key is right.
  onTestFinished(() => void vi.unstubAllGlobals());
  const openForm = async () => {
    const user = showConsole(unset(), "/setup");
    await press(user, "Continue");
    await screen.findByRole("heading", { name: "How do administrators sign in?" });
    return user;
  };
  sessionStorage.setItem("daymark.setup-key", newSetupKey());
  const user = await openForm();
  await enter(user, screen.getByLabelText("Issuer"), "https://id.example.com");
  await enter(user, screen.getByLabelText("Client secret"), "s3cret");
  await enter(user, screen.getByLabelText("Administrators"), "ada@example.com");
  await openForm();
  expect(screen.getByLabelText<HTMLInputElement>("Issuer").value).toBe("https://id.example.com");
  expect(screen.getByLabelText<HTMLInputElement>("Administrators").value).toBe("ada@example.com");
  expect(screen.getByLabelText<HTMLInputElement>("Client secret").value).toBe("");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("s3cret");
});

test("once somebody can sign in, the link says that it is used", async () => {
  showConsole(daymark.settings, "/setup");
  await screen.findByRole("heading", { name: "This installation is set up" });
});

test("an address from elsewhere tries nothing", async () => {
  await openConsole(daymark, "/signin/try/access");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This try has ended, or was started in another window.",
  );
});
