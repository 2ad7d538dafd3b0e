import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, showConsole } from "./support/console.tsx";
import { type Daymark, startDaymark } from "./support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

async function readScript(parameters: string): Promise<string> {
  await openConsole(daymark, `/metrics/abc123DEF456/scripts/python${parameters}`);
  return (await screen.findByText(/abc123DEF456/)).textContent ?? "";
}

const apiHost = () => new URL(daymark.settings.apiURL).host;

test("the script page shows a script with the metric, host and key, without the console's layout", async () => {
  const script = await readScript(`?hostname=${apiHost()}#apiKey=k3y`);
  expect(script).toContain(`http://${apiHost()}/api/v0/metrics/data`);
  expect(script).toContain("k3y");
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a key in the query works, too, for older links", async () => {
  expect(await readScript(`?hostname=${apiHost()}&apiKey=k3y`)).toContain("k3y");
});

test.for(["status.example.com", "API.example.com", "API@example.com"])(
  "a link with the hostname %s can't make the script send the key there",
  async (hostname) => {
    const host = encodeURIComponent(hostname.replace("API", apiHost()));
    const script = await readScript(`?hostname=${host}&apiKey=k3y`);
    expect(script).toContain(`//${apiHost()}/api/v0/`);
    expect(script).not.toContain("example.com");
  },
);

test("without parameters the script has the console's API", async () => {
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
