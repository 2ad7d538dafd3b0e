import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openConsole } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const message =
  "Your email address is not verified. Ask whoever runs the user pool to mark it as verified, then sign out and sign in again.";

test.for(["/", "/incidents", "/maintenances", "/metrics", "/settings"])(
  "at %s a user who isn't an administrator reads what to do, and can sign out",
  async (path) => {
    const fetchSpy = vi.spyOn(globalThis, "fetch");
    const user = await openConsole(daymark, path, { email_verified: false });
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(window.location.pathname).toBe(path);
    const requests = fetchSpy.mock.calls.map(([input]) => new URL(String(input)).pathname);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThan(8);
    expect(new Set(requests).size).toBe(requests.length); // None is sent twice.
    fetchSpy.mockRestore();

    await user.click(screen.getByRole("button", { name: "User menu" }));
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    await screen.findByLabelText("Email Address");
    expect(window.location.pathname).toBe("/signin");
  },
);
