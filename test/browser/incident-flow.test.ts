import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { administrator } from "../../tools/start/user-pool.ts";
import { choose } from "../support/browser/choose.ts";
import { inviteAdministrator } from "../support/browser/local-pool-users.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("an administrator posts an incident, and a visitor sees it open and resolved", async () => {
  const visitor = await product.revisit();
  await visitor.getByRole("heading", { name: "No Components Yet" }).waitFor();

  const admin = await product.openSignIn();
  await signIn(admin, administrator);

  await admin.getByRole("heading", { name: "Components" }).waitFor();
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  const componentDialog = admin.getByRole("dialog", { name: "Add Component" });
  await componentDialog.getByLabel("Name").fill("Payments API");
  await componentDialog.getByLabel("Description (optional)").fill("Cards and invoices");
  await componentDialog.getByRole("button", { name: "Add" }).click();
  await componentDialog.waitFor({ state: "detached" });
  await admin.getByRole("list", { name: "Components" }).getByText("Payments API").waitFor();

  await admin.getByRole("link", { name: "Incidents" }).click();
  await admin.getByRole("button", { name: "Add", exact: true }).click();
  const addDialog = admin.getByRole("dialog", { name: "Add Incident" });
  await addDialog.getByLabel("Name").fill("Card payments fail");
  await addDialog.getByLabel("Message", { exact: true }).fill("We are **looking** into it.");
  await addDialog.getByLabel("Payments API").getByRole("radio", { name: "Major Outage" }).check();
  await addDialog.getByRole("button", { name: "Add" }).click();
  await addDialog.waitFor({ state: "detached" });

  await visitor.reload();
  await visitor.getByRole("heading", { name: "Major System Outage" }).waitFor();
  const incident = visitor.getByRole("article", { name: "Card payments fail" });
  expect(await incident.textContent()).toMatch(/Investigating.*We are looking into it\./s);
  expect(await statusOf(visitor, "Payments API")).toBe("Major Outage");

  await admin.getByRole("button", { name: "Edit Card payments fail" }).click();
  const updateDialog = admin.getByRole("dialog", { name: "Update Incident" });
  await choose(updateDialog, "Incident Status", "Resolved");
  await updateDialog.getByLabel("Message", { exact: true }).fill("All payments go through again.");
  await updateDialog.getByLabel("Payments API").getByRole("radio", { name: "Operational" }).check();
  await updateDialog.getByRole("button", { name: "Update" }).click();
  await updateDialog.waitFor({ state: "detached" });

  await visitor.reload();
  await visitor.getByRole("heading", { name: "All Systems Operational" }).waitFor();
  const past = visitor.locator(".past").filter({ hasText: "Card payments fail" });
  expect(await past.textContent()).toMatch(/Resolved.*All payments go through again\./s);
  expect(await statusOf(visitor, "Payments API")).toBe("Operational");
});

test("an invited administrator chooses a password at the first sign-in and then signs in with it", async () => {
  const invitedUser = await inviteAdministrator(product);
  const password = "A-password-of-my-own-1";
  const page = await product.openSignIn();
  await signIn(page, invitedUser);
  await page.getByRole("heading", { name: "Login successful. Now, set your own password." }).waitFor();
  await page.getByLabel("New Password").fill(password);
  await page.getByRole("button", { name: "DONE" }).click();
  await page.getByRole("heading", { name: "Components" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");

  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(page, { ...invitedUser, password });
  await page.getByRole("heading", { name: "Components" }).waitFor();
});

test("a wrong password shows the user pool's error", async () => {
  const page = await product.openSignIn();
  await signIn(page, { ...administrator, password: "wrong" });
  // This is cognito-local's message. Amazon Cognito's is "Incorrect username or password."
  expect(await page.getByRole("alert").textContent()).toBe("Invalid password");
  expect(new URL(page.url()).pathname).toBe("/signin");
});

/** Clicks the button; other tests press Enter. */
async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.waitForURL("**/signin");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Signin" }).click();
}

function statusOf(page: Page, component: string): Promise<string | null> {
  const list = page.getByRole("region", { name: "Components" });
  return list.getByRole("listitem").filter({ hasText: component }).locator(".status").textContent();
}
