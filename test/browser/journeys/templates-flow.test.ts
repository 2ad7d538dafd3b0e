import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { choose } from "../../support/browser/choose.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  for (const name of ["API", "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhere"])
    await answer(product.api.components.$post({ json: { name } }));
});
afterEach(() => product.closePages());

const widths = [360, 768, 1440];

/** Checks that the page is accessible and doesn't scroll sideways at any width. */
async function expectUsable(page: Page) {
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await expectAccessible(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => {
      const dialog = document.querySelector("[role=dialog] .overflow-y-auto");
      const parts = [document.documentElement, ...(dialog ? [dialog] : [])];
      return parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    });
    expect(Math.max(...overflow), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
}

test("a template that was written on a phone opens an incident, and can be used for its update", async () => {
  const page = await product.reopenConsole("/settings?tab=templates");
  await page.getByText("No templates yet").waitFor();
  await expectUsable(page);

  await page.getByRole("button", { name: "Add template" }).click();
  const form = page.getByRole("dialog", { name: "Add Template" });
  await form.getByLabel("Name", { exact: true }).fill("Outage");
  await form.getByRole("button", { name: "Insert into Title" }).click();
  await form.getByRole("button", { name: "Insert {{components}} into Title" }).click();
  await page.keyboard.type(" is down");
  expect(await form.getByLabel("Title", { exact: true }).inputValue()).toBe("{{components}} is down");
  await form.getByLabel("Message", { exact: true }).fill("We look into it. {{region}}");
  await form.getByText("Unknown: {{region}}").waitFor();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await form.getByRole("alert").waitFor();
  await expectUsable(page);
  await form.getByLabel("Message", { exact: true }).fill("We look into it.");
  await choose(form, "Status", "Identified");
  const component = form.getByLabel("API", { exact: true });
  await component.getByRole("checkbox", { name: "Affected: API" }).check();
  await component.getByRole("radio", { name: "Partial Outage" }).check();
  await page.keyboard.press("Control+Enter");
  await form.waitFor({ state: "detached" });
  await page.getByText("Identified · 1 component").waitFor();
  await page.getByRole("list", { name: "Templates" }).getByText("components is down").waitFor();
  await expectUsable(page);

  await page.goto(new URL("/incidents", page.url()).href);
  await page.getByRole("main").getByRole("button", { name: "Add", exact: true }).click();
  const incident = page.getByRole("dialog", { name: "Add Incident" });
  await incident.getByLabel("API", { exact: true }).waitFor();
  await incident.getByRole("button", { name: "Use a template" }).click();
  await incident.getByRole("button", { name: "Outage", exact: true }).click();
  await incident.getByText("Inserted from “Outage”: Name, Status, Message, API.").waitFor();
  await expectUsable(page);
  await incident.getByRole("button", { name: "Add", exact: true }).click();
  await incident.waitFor({ state: "detached" });

  // A key reaches the button below a toast.
  await page.getByRole("button", { name: "Edit API is down" }).press("Enter");
  const update = page.getByRole("dialog", { name: "Update Incident" });
  await update.getByRole("button", { name: "Use a template" }).click();
  await update.getByRole("button", { name: "Outage", exact: true }).click();
  await update.getByText("Inserted from “Outage”: Message.").waitFor();
  await expectUsable(page);

  const status = await product.revisit("/");
  await status.getByRole("heading", { name: "API is down" }).waitFor();
  expect(await status.locator(".notice", { hasText: "API is down" }).textContent()).toContain(
    "We look into it.",
  );
});
