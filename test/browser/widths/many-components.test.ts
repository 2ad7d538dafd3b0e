import type { Locator } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { thumbOn } from "../../support/browser/thumb.ts";
import { addComponents } from "../../support/factories/factories.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// The service has so many components that the form of an incident does not list them all.

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const names = Array.from({ length: 60 }, (_, index) => `Component ${index + 10}`);
  const ids = await addComponents(product, names);
  const components = [31, 47].map((index) => ({
    componentID: ids[index] ?? "",
    status: "Operational" as const,
  }));
  const json = { name: "Slow", status: "Resolved" as const, message: "Fixed.", components };
  await answer(api.incidents.$post({ json }));
});
afterEach(() => product.closePages());

async function openByThumb() {
  const page = await product.reopenConsole("/metrics", phone);
  const thumb = thumbOn(page);
  await thumb.tap(page.getByRole("link", { name: "Report incident" }));
  const dialog = page.getByRole("dialog", { name: "Add Incident" });
  await thumb.type(dialog.getByLabel("Name"), "Payments fail");
  const message = dialog.getByLabel("Message", { exact: true });
  await thumb.tap(message);
  await thumb.type(message, "We are looking into it.");
  return { page, thumb, dialog };
}

async function expectNewestAffects(names: string[]) {
  const [incident] = await answer(product.api.incidents.$get({ query: {} }));
  const expected = names.map((name) => expect.objectContaining({ name, status: "Partial Outage" }));
  expect(incident?.components).toEqual(expected);
}

test("with 60 components, an incident of two that were affected recently is open after 5 taps", async () => {
  const { thumb, dialog } = await openByThumb();
  const recent = dialog.getByRole("group", { name: "Recently affected" });
  expect(await recent.getByRole("button").count()).toBe(2);
  for (const name of ["Component 41", "Component 57"]) await thumb.tap(recent.getByRole("button", { name }));
  await thumb.tap(dialog.getByRole("button", { name: "Add", exact: true }));
  await dialog.waitFor({ state: "detached" });
  expect(thumb.takeCount()).toBeLessThanOrEqual(5);
  await expectNewestAffects(["Component 41", "Component 57"]);
});

test("with 60 components, Enter chooses what a search finds, so that an incident of any two takes 4 taps", async () => {
  const { page, thumb, dialog } = await openByThumb();
  const search = dialog.getByLabel("Add a component");
  await thumb.tap(search);
  for (const name of ["Component 22", "Component 63"]) {
    await thumb.type(search, name.toLowerCase());
    await page.keyboard.press("Enter");
    await dialog.getByLabel(name, { exact: true }).waitFor();
  }
  await thumb.tap(dialog.getByRole("button", { name: "Add", exact: true }));
  await dialog.waitFor({ state: "detached" });
  expect(thumb.takeCount()).toBeLessThanOrEqual(4);
  await expectNewestAffects(["Component 22", "Component 63"]);
});

test("the list of a search is in view on a phone, not below the buttons", async () => {
  const { thumb, dialog } = await openByThumb();
  const search = dialog.getByLabel("Add a component");
  await search.evaluate((field) => field.scrollIntoView({ block: "end" }));
  await thumb.tap(search);
  for (const name of ["Component 10", "Component 14"])
    await expectOnTop(dialog.getByRole("option", { name, exact: true }));
});

test("an error on a phone is in view while a toast is on the screen", async () => {
  const { incidentID } = await answer(
    product.api.incidents.$post({ json: { name: "Slow again", status: "Investigating" } }),
  );
  const page = await product.openBeforeConsole(phone);
  await page.clock.install();
  await page.goto(`${product.adminPage}/incidents/${incidentID}`);
  const composer = page.getByRole("region", { name: "Post an update" });
  const message = composer.getByLabel("Message", { exact: true });
  const postButton = composer.getByRole("button", { name: "Post update" });
  await message.fill("We look into it.");
  await postButton.tap();
  const undoButton = page.getByRole("button", { name: /^Undo/ });
  await undoButton.waitFor();
  // The form is busy until the screen has loaded the update, which needs the network.
  await expect.poll(() => message.inputValue()).toBe("");
  // The toast closes after ten seconds, however slow this machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + SECOND_MS);
  const tick = () => page.clock.runFor(20);
  await page.context().setOffline(true);
  await message.fill("It was the cache.");
  // The preview fails, so that the bar with the button gets higher.
  await page.clock.runFor(3 * SECOND_MS);
  await expectOnTop(postButton, tick);
  await postButton.tap();
  await expectOnTop(composer.getByRole("alert"), tick);
  await expectOnTop(postButton, tick);
  expect(await undoButton.isVisible()).toBe(true);
  await answer(
    product.api.incidents[":incidentID"].$patch({ param: { incidentID }, json: { status: "Resolved" } }),
  );
});

/** Expects that nothing covers the element's center. A page whose clock is paused needs `tick`. */
async function expectOnTop(element: Locator, tick?: () => Promise<void>) {
  const isOnTop = async () => {
    await tick?.();
    return element.evaluateAll(([shown]) => {
      const { left, top, width, height } = shown?.getBoundingClientRect() ?? new DOMRect();
      return shown?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ?? false;
    });
  };
  await expect.poll(isOnTop).toBe(true);
}
