import type { BrowserContextOptions } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// These tests cover what the script adds to the list of components.

let product: Product;
let componentID = "";
beforeAll(async () => {
  product = await startProduct();
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Platform" } }));
  ({ componentID } = await answer(product.api.components.$post({ json: { name: "API", groupID } })));
});
afterEach(() => product.closePages());

async function open(options: BrowserContextOptions = {}) {
  const page = await product.revisit("/", options);
  await waitForScript(page);
  return page;
}

const setStatus = (status: "Operational" | "Major Outage") =>
  answer(product.api.components[":componentID"].$patch({ param: { componentID }, json: { status } }));

test("a group that a visitor opened or closed stays so after a reload, until its status changes", async () => {
  const page = await open();
  const isOpen = () => page.locator(".group details").evaluate((details) => details.hasAttribute("open"));
  const reload = async () => {
    await page.reload();
    await waitForScript(page);
    return isOpen();
  };
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage));
  expect(await reload()).toBe(false);
  expect(await storedKeys()).toEqual([]);
  await page.getByRole("heading", { name: "Platform" }).click();
  await expect.poll(storedKeys).toEqual(["groups"]);
  expect(await reload()).toBe(true);
  await page.locator(".group summary").focus();
  await page.keyboard.press("Enter");
  await expect.poll(storedKeys).toEqual([]);
  expect(await reload()).toBe(false);

  await setStatus("Major Outage");
  expect(await reload()).toBe(true);
  await page.getByRole("heading", { name: "Platform" }).click();
  await expect.poll(storedKeys).toEqual(["groups"]);
  expect(await reload()).toBe(false);
  // The next outage opens the group.
  await setStatus("Operational");
  expect(await reload()).toBe(false);
  await setStatus("Major Outage");
  expect(await reload()).toBe(true);
  await setStatus("Operational");
});

test("where storage is blocked, groups open and close without an error", async () => {
  const page = await product.visit("/history");
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("Access is denied.", "SecurityError");
      },
    }),
  );
  await page.goto(product.statusPage);
  await waitForScript(page);
  await page.getByRole("heading", { name: "Platform" }).click();
  await page.getByRole("link", { name: "API", exact: true }).first().waitFor();
  expect(errors).toEqual([]);
});

test("with more than 20 components, a field filters them by name, and Escape clears it", async () => {
  await (await open()).getByRole("heading", { name: "Components" }).waitFor();
  const names = ["Café search", "São Paulo", ...Array.from({ length: 20 }, (_, n) => `Worker ${n}`)];
  for (const name of names) await answer(product.api.components.$post({ json: { name } }));
  const page = await open();
  const field = page.getByRole("searchbox", { name: "Filter components" });
  const visibleNames = () =>
    page
      .locator(".component")
      .evaluateAll((rows) =>
        rows.filter((row) => row.checkVisibility()).map((row) => row.querySelector("a")?.textContent),
      );
  const all = await visibleNames();
  await field.fill("sao p");
  await expect.poll(visibleNames).toEqual(["São Paulo"]);
  expect(await page.locator(".group").isVisible()).toBe(false);
  await field.fill("CAFE");
  await expect.poll(visibleNames).toEqual(["Café search"]);
  // A group's name shows all of its components, although the group was closed.
  await field.fill("platf");
  await expect.poll(visibleNames).toEqual(["API"]);
  await field.fill("worker 1");
  await expect.poll(visibleNames).toHaveLength(11);
  await page
    .getByRole("status")
    .filter({ hasText: /^11 of \d+ components are shown\.$/ })
    .waitFor({ state: "attached" });
  expect(await page.getByText(/^11 of \d+$/).isVisible()).toBe(true);
  // A sentence stands in place of the list, its days and its legend if nothing matches.
  await field.fill("zzz");
  await page.locator("section").getByText("No component matches “zzz”.").waitFor();
  expect(await page.locator(".rows, .axis, .uptime-legend").filter({ visible: true }).count()).toBe(0);
  await page
    .getByRole("status")
    .filter({ hasText: /^No component matches “zzz”\.$/ })
    .waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(visibleNames).toEqual(all);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  // The search finds what an affected group shows only as a count.
  await field.fill("worker 1");
  await field.press("Escape");
  const { groupID } = await answer(product.api.groups.$post({ json: { name: "Storage" } }));
  const disks = { name: "Disks", groupID, status: "Major Outage" } as const;
  const addedIDs = [];
  for (const json of [disks, { name: "Tapes", groupID }])
    addedIDs.push((await answer(product.api.components.$post({ json }))).componentID);
  const pageWithOutage = await open();
  const tapes = pageWithOutage.getByRole("link", { name: "Tapes" });
  expect(await tapes.isVisible()).toBe(false);
  const otherField = pageWithOutage.getByRole("searchbox", { name: "Filter components" });
  const groupLink = pageWithOutage.getByRole("link", { name: "Storage: Details" });
  expect(await groupLink.isVisible()).toBe(true);
  await otherField.fill("tapes");
  await tapes.waitFor();
  expect(await groupLink.isVisible()).toBe(false);
  expect(await pageWithOutage.getByRole("link", { name: "Disks", exact: true }).isVisible()).toBe(false);
  await otherField.press("Escape");
  await expect.poll(() => tapes.isVisible()).toBe(false);
  expect(await groupLink.isVisible()).toBe(true);
  for (const added of addedIDs)
    await product.api.components[":componentID"].$delete({ param: { componentID: added } });
  await product.api.groups[":groupID"].$delete({ param: { groupID } });

  expect(await field.inputValue()).toBe("");
  expect(await visibleNames()).toEqual(all);
  expect(await page.locator(".group details").getAttribute("open")).toBeNull();

  const pageWithoutScript = await product.visit("/", { javaScriptEnabled: false });
  expect(await pageWithoutScript.locator("[data-filter]").isVisible()).toBe(false);
});
