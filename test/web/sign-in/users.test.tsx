import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RuntimeSettings } from "../../../web/admin/runtime-settings.ts";
import { UsersScreen } from "../../../web/admin/users/users-screen.tsx";

function showUsers(settings: Partial<RuntimeSettings>) {
  cleanup();
  window.settings = { apiURL: "http://api", userPoolID: "", clientID: "", ...settings };
  const queryClient = new QueryClient();
  queryClient.setQueryData(["public-settings"], { serviceName: "Acme" });
  render(
    <QueryClientProvider client={queryClient}>
      <UsersScreen />
    </QueryClientProvider>,
  );
}

function consoleLink(userPoolID: string): string {
  showUsers({ userPoolID, clientID: "x" });
  return screen.getByRole<HTMLAnchorElement>("link", { name: /^Open the Cognito console/ }).href;
}

test("the Users screen links to the user pool in its region's AWS console, and to documentation", () => {
  expect(consoleLink("eu-west-1_AbC123")).toBe(
    "https://eu-west-1.console.aws.amazon.com/cognito/v2/idp/user-pools/eu-west-1_AbC123/user-management/users?region=eu-west-1",
  );
  expect(screen.getByRole("link", { name: /^Read how to manage users/ })).toBeTruthy();
  expect(
    screen.getByText(/^You can now post incidents and maintenances on the status page of Acme\./),
  ).toBeTruthy();
});

test("a user pool ID without a region links to us-east-1", () => {
  expect(consoleLink("local_AbC123")).toMatch(/^https:\/\/us-east-1\./);
});

test.each([
  [true, "Settings → Sign-in lists"],
  [false, "OIDC_ADMINS lists"],
])(
  "with a provider (stored: %s) the Users screen says that %s the administrators",
  (isSignInStored, text) => {
    showUsers({ issuer: "https://id.example.com", issuerClientID: "x", isSignInStored });
    const { textContent } = screen.getByText(/^Administrators are users of id\.example\.com/);
    expect(textContent).toContain(`whom ${text}, by`);
    const link = screen.queryByRole<HTMLAnchorElement>("link", { name: "Settings → Sign-in" });
    expect(link?.pathname).toBe(isSignInStored ? "/settings" : undefined);
  },
);
