import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, showConsole } from "./console.tsx";
import { type Daymark, startDaymark } from "./daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function shownScript(parameters: string): Promise<string> {
  await openConsole(daymark, `/metrics/abc123DEF456/scripts/python${parameters}`);
  return (await screen.findByText(/abc123DEF456/)).textContent ?? "";
}

const apiHost = () => new URL(daymark.settings.apiURL).host;

test("the script page shows a script with the metric, the host and the key, outside of the layout", async () => {
  const script = await shownScript(`?hostname=${apiHost()}#apiKey=k3y`);
  expect(script).toContain(`http://${apiHost()}/api/v0/metrics/data`);
  expect(script).toContain("k3y");
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a key in the query is taken, too, as links of before have it", async () => {
  expect(await shownScript(`?hostname=${apiHost()}&apiKey=k3y`)).toContain("k3y");
});

test.for(["status.example.com", "API.example.com", "API@example.com"])(
  "a link that names %s does not have the key sent there",
  async (hostname) => {
    const host = encodeURIComponent(hostname.replace("API", apiHost()));
    const script = await shownScript(`?hostname=${host}&apiKey=k3y`);
    expect(script).toContain(`//${apiHost()}/api/v0/`);
    expect(script).not.toContain("example.com");
  },
);

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
