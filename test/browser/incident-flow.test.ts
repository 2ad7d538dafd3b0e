import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Stack } from "../../tools/start/stack.ts";
import { administrator, invited } from "../../tools/start/user-pool.ts";
import { launchChromium } from "../support/chromium.ts";
import { newProfile } from "../support/profile.ts";
import { startEmptyStack } from "../support/stack.ts";

let stack: Stack;
let browser: Browser;

beforeAll(async () => {
  stack = await startEmptyStack();
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

test("an administrator posts an incident, and a visitor sees it open and resolved", async () => {
  const visitor = await open(stack.statusPage);
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();

  const admin = await open(stack.adminPage);
  await signIn(admin, administrator);

  await admin.getByRole("heading", { name: "Components" }).waitFor();
  await admin.getByRole("button", { name: "Add" }).click();
  const component = admin.getByRole("dialog", { name: "Add Component" });
  await component.getByLabel("Name").fill("Payments API");
  await component.getByLabel("Description (optional)").fill("Cards and invoices");
  await component.getByRole("button", { name: "Add" }).click();
  await component.waitFor({ state: "detached" });
  await admin.getByRole("list", { name: "Components" }).getByText("Payments API").waitFor();

  await admin.getByRole("link", { name: "Incidents" }).click();
  await admin.getByRole("button", { name: "Add" }).click();
  const added = admin.getByRole("dialog", { name: "Add Incident" });
  await added.getByLabel("Name").fill("Card payments fail");
  await added.getByLabel("Message", { exact: true }).fill("We are **looking** into it.");
  await added.getByLabel("Payments API").selectOption("Major Outage");
  await added.getByRole("button", { name: "Add" }).click();
  await added.waitFor({ state: "detached" });

  await visitor.reload();
  await visitor.getByRole("heading", { name: "Major System Outage" }).waitFor();
  const incident = visitor.getByRole("article", { name: "Card payments fail" });
  expect(await incident.textContent()).toMatch(/Investigating.*We are looking into it\./s);
  expect(await statusOf(visitor, "Payments API")).toBe("Major Outage");

  await admin.getByRole("button", { name: "Edit Card payments fail" }).click();
  const update = admin.getByRole("dialog", { name: "Update Incident" });
  await update.getByLabel("Incident Status").selectOption("Resolved");
  await update.getByLabel("Message", { exact: true }).fill("All payments go through again.");
  await update.getByLabel("Payments API").selectOption("Operational");
  await update.getByRole("button", { name: "Update" }).click();
  await update.waitFor({ state: "detached" });

  await visitor.reload();
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  expect(await incident.textContent()).toMatch(/Resolved.*All payments go through again\..*Investigating/s);
  expect(await statusOf(visitor, "Payments API")).toBe("Operational");
});

test("an invited administrator chooses a password at the first sign-in, and signs in with it ever after", async () => {
  const password = "A-password-of-my-own-1";
  const first = await open(stack.adminPage);
  await signIn(first, invited);
  await first.getByRole("heading", { name: "Login successful. Now, set your own password." }).waitFor();
  await first.getByLabel("New Password").fill(password);
  await first.getByRole("button", { name: "DONE" }).click();
  await first.getByRole("heading", { name: "Components" }).waitFor();
  expect(new URL(first.url()).pathname).toBe("/");

  await first.getByRole("button", { name: "User menu" }).click();
  await first.getByRole("button", { name: "Sign out" }).click();
  await signIn(first, { ...invited, password });
  await first.getByRole("heading", { name: "Components" }).waitFor();
});

test("a wrong password is refused in the user pool's words", async () => {
  const page = await open(stack.adminPage);
  await signIn(page, { ...administrator, password: "wrong" });
  // cognito-local's; Amazon's own are "Incorrect username or password."
  expect(await page.getByRole("alert").textContent()).toBe("Invalid password");
  expect(new URL(page.url()).pathname).toBe("/signin");
});

/** In a browser profile of its own: nothing that another page signed in. */
async function open(url: string): Promise<Page> {
  const context = await newProfile(browser);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.waitForURL("**/signin");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Signin" }).click();
}

/** As the public page's list of components says it. */
function statusOf(page: Page, component: string): Promise<string | null> {
  const list = page.getByRole("region", { name: "Components" });
  return list.getByRole("listitem").filter({ hasText: component }).locator(".status").textContent();
}
