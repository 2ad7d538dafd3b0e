import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { choose } from "../../support/browser/choose.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

const incidents = () => answer(product.api.incidents.$get({ query: { limit: "1" } }));

/** Opens a console whose clock the test controls. */
async function openWithClock(path: string): Promise<Page> {
  const page = await product.openBeforeConsole();
  await page.clock.install();
  await page.goto(product.adminPage + path);
  return page;
}

test("one administrator's change shows in the other's list without a reload", async () => {
  await answer(product.api.components.$post({ json: { name: "API" } }));
  const other = await openWithClock("/components");
  const list = other.getByRole("list", { name: "Components", exact: true });
  await list.getByText("API").waitFor();

  const one = await product.reopenConsole("/components");
  await one.getByRole("button", { name: "Edit API" }).click();
  const dialog = one.getByRole("dialog", { name: "Edit Component" });
  await dialog.getByLabel("Name").fill("Public API");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await other.clock.runFor(5 * SECOND_MS);
  await list.getByText("Public API").waitFor();
});

for (const [button, expected] of [
  ["Keep mine", { status: "Identified", message: "A disk is full.", name: "Mine" }],
  ["Use theirs", { status: "Monitoring", message: "A disk is full.", name: "Theirs" }],
] as const) {
  test(`of two administrators who edit the same incident, the second sees the changes and can choose "${button}"`, async () => {
    const json = { name: "API is down", status: "Investigating" } as const;
    const { incidentID } = await answer(product.api.incidents.$post({ json }));
    const [first, second] = [await startEdit("Theirs", "Monitoring"), await startEdit("Mine", "Identified")];

    await first.getByLabel("Message", { exact: true }).fill("It is back.");
    await first.getByRole("button", { name: "Update" }).click();
    await first.waitFor({ state: "detached" });
    await second.getByLabel("Message", { exact: true }).fill("A disk is full.");
    await second.getByRole("button", { name: "Update" }).click();

    const conflictNotice = second.getByRole("alert");
    await conflictNotice
      .getByText("Someone else just changed this. Your changes aren't saved yet.")
      .waitFor();
    expect(await conflictNotice.getByRole("listitem").allTextContents()).toEqual([
      "Name is now Theirs (was API is down)",
      "Incident Status is now Monitoring (was Investigating)",
      "New update, Monitoring: It is back.",
    ]);
    expect(await incidents()).toMatchObject([{ name: "Theirs", message: "It is back." }]);

    await second.getByRole("button", { name: button }).click();
    if (button === "Use theirs") await second.getByRole("button", { name: "Update" }).click();
    await second.waitFor({ state: "detached" });
    const [incident] = await incidents();
    expect(incident).toMatchObject({ incidentID, ...expected });
    expect(incident?.incidentUpdates.map(({ message }) => message)).toEqual([
      "A disk is full.",
      "It is back.",
      "",
    ]);
  });
}

test("on a phone a conflict in a previous update's message doesn't cover its buttons", async () => {
  const json = { name: "Uploads fail", status: "Investigating", message: "We look into it." } as const;
  const { incidentID, incidentUpdates } = await answer(product.api.incidents.$post({ json }));
  const [{ incidentUpdateID = "" } = {}] = incidentUpdates;
  const page = await product.reopenConsole("/incidents");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Edit Uploads fail" }).click();
  await page.getByRole("button", { name: /^Edit the message/ }).click();
  await page.getByLabel("Edited message").fill("Mine");
  const update = product.api.incidents[":incidentID"].incidentupdates[":incidentUpdateID"];
  await answer(update.$patch({ param: { incidentID, incidentUpdateID }, json: { message: "Theirs" } }));
  await page.getByRole("button", { name: "Save", exact: true }).click();

  const save = page.getByRole("button", { name: "Keep mine" });
  const isUncovered = (button: Element) => {
    const { left, bottom } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + 20, bottom - 3));
  };
  // The buttons come into view after the conflict is shown.
  await expect.poll(() => save.evaluate(isUncovered)).toBe(true);
});

/** Opens a console with the incident's dialog, and enters a name and status there. */
async function startEdit(name: string, status: string) {
  const page = await product.reopenConsole("/incidents");
  await page.getByRole("button", { name: "Edit API is down" }).click();
  const dialog = page.getByRole("dialog", { name: "Update Incident" });
  await dialog.getByLabel("Name").fill(name);
  await choose(dialog, "Incident Status", status);
  return dialog;
}
