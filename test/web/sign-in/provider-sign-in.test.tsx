import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { offlineParameters } from "../../../web/admin/session/provider.ts";
import { showConsole } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test("a code of a sign-in that this window didn't start is refused, and sent nowhere", async () => {
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  const issuer = "https://login.example.com";
  localStorage.clear();
  showConsole(
    { ...daymark.settings, issuer, issuerClientID: "console" },
    `/signin/callback?code=stolen&state=made-up&iss=${encodeURIComponent(issuer)}`,
  );
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This sign-in wasn't started in this window",
  );
  expect(window.location.pathname).toBe("/signin");
  expect(localStorage).toHaveLength(0);
  expect(fetchSpy.mock.calls.filter(([input]) => String(input).startsWith(issuer))).toEqual([]);
  fetchSpy.mockRestore();
});

test("a code of a sign-in that began with another provider is sent nowhere", async () => {
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  const issuer = "https://login.example.com";
  localStorage.clear();
  const pending = {
    issuer: "https://former.example.com",
    state: "st",
    nonce: "no",
    verifier: "v".repeat(43),
  };
  sessionStorage.setItem("daymark.sign-in", JSON.stringify(pending));
  showConsole(
    { ...daymark.settings, issuer, issuerClientID: "console", issuerClientType: "confidential" },
    "/signin/callback?code=of-the-former&state=st",
  );
  expect((await screen.findByRole("alert")).textContent).toContain(
    "This sign-in wasn't started in this window",
  );
  expect(JSON.stringify(fetchSpy.mock.calls)).not.toMatch(/sign-in|login\.example/);
  expect(sessionStorage.getItem("daymark.sign-in")).toBeNull();
  fetchSpy.mockRestore();
});

test("only Google is asked for a refresh token in its own way", () => {
  expect(offlineParameters("https://accounts.google.com")).toEqual({
    access_type: "offline",
    prompt: "consent",
  });
  expect(offlineParameters("https://accounts.google.com.example.com")).toEqual({});
});
