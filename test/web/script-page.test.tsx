import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, showConsole } from "./console.tsx";
import { type Daymark, startDaymark } from "./daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

test("the script page shows a script with the metric, the host and the key, outside of the layout", async () => {
  await openConsole(daymark, "/metrics/abc123DEF456/scripts/python?hostname=status.example.com&apiKey=k3y");
  const script = (await screen.findByText(/abc123DEF456/)).textContent ?? "";
  expect(script).toContain("status.example.com");
  expect(script).toContain("k3y");
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("without parameters the script is for the API that the console works with", async () => {
  await openConsole(daymark, "/metrics/abc123DEF456/scripts/python");
  const script = (await screen.findByText(/abc123DEF456/)).textContent;
  expect(script).toContain(new URL(daymark.settings.apiURL).host);
});

test("other languages are not supported", async () => {
  await openConsole(daymark, "/metrics/abc123DEF456/scripts/ruby");
  expect(await screen.findByText("Unsupported language: ruby")).toBeTruthy();
});

test("the script page requires sign-in", async () => {
  localStorage.clear();
  showConsole(daymark.settings, "/metrics/abc123DEF456/scripts/python");
  await waitFor(() => expect(window.location.pathname).toBe("/signin"));
});
