import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { mailsOf } from "../../support/readers/mail.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

test("a phone plans a maintenance in one go, and an update without words leaves the announcement on the page and in the email", async () => {
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  await answer(product.api.components.$post({ json: { name: "Dashboard" } }));
  await addSubscribers(product, [{ emailAddress: "reader@example.org" }]);
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
  const admin = await product.reopenConsole("/maintenances", {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    timezoneId: "Europe/Berlin",
  });
  await admin.getByRole("button", { name: "Add", exact: true }).tap();
  const dialog = admin.getByRole("dialog", { name: "Add Scheduled Maintenance" });
  await dialog.getByLabel("Name").fill("Moving the database");
  // A phone's keyboard for numbers may have no hyphen.
  await dialog.getByLabel("Start Time, date").fill("");
  await dialog.getByLabel("Start Time, date").pressSequentially("20290301");
  await dialog.getByRole("button", { name: "2 h" }).tap();
  await dialog
    .getByText(/^2 h, in \d+ days · your time is Berlin \(GMT\+1\) · UTC: Feb 28, 23:00 – 01:00$/)
    .waitFor();
  await dialog.getByLabel("Message").fill("Writes are paused.");
  for (const name of ["API", "Dashboard"])
    await dialog.getByLabel(name, { exact: true }).getByRole("radio", { name: "Under Maintenance" }).tap();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Add", exact: true }).tap();
  await dialog.waitFor({ state: "detached" });

  const visitor = await product.revisit();
  const card = visitor.getByRole("article").filter({ hasText: "Moving the database" });
  const plan = /^Affects API will be Under Maintenance\s*Dashboard will be Under Maintenance$/;
  await card.getByText(plan).waitFor();
  const [maintenance] = await answer(product.api.maintenances.$get({ query: {} }));
  expect(maintenance).toMatchObject({
    startAt: "2029-02-28T23:00:00.000Z",
    endAt: "2029-03-01T01:00:00.000Z",
  });
  const statuses = (await answer(product.api.components.$get())).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(["Operational"]));
  const { maintenanceID = "" } = maintenance ?? {};
  const components = [{ componentID, status: "Degraded Performance" as const }];
  await answer(
    product.api.maintenances[":maintenanceID"].$patch({ param: { maintenanceID }, json: { components } }),
  );
  await visitor.reload();
  await card.getByText("Writes are paused.").waitFor();
  await expect.poll(async () => (await mailsOf(product.mailbox)).length).toBe(3);
  const [, announced, updated] = await mailsOf(product.mailbox);
  expect(announced?.text).toMatch(/Affects\n+ \* API\n \* Dashboard\n/);
  for (const email of [announced, updated]) expect(email?.text).toContain("Writes are paused.");
});
