import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { expectAccessible } from "../../support/browser/axe.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { mailsOf } from "../../support/readers/mail.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
let html: string;
beforeAll(async () => {
  product = await startProduct();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(product.api.settings.$patch({ json: { emailNotification } }));
  await addSubscribers(product, [{ emailAddress: "reader@example.com" }]);
  const { componentID } = await answer(product.api.components.$post({ json: { name: "API" } }));
  const components = [{ componentID, status: "Major Outage" as const }];
  const message = "We are **looking** into it.";
  const json = { name: "Uploads fail", status: "Investigating", message, components } as const;
  await answer(product.api.incidents.$post({ json }));
  const findMail = async () =>
    (await mailsOf(product.mailbox)).find(({ subject = "" }) => subject.includes(json.name));
  html = (await vi.waitUntil(findMail, { timeout: MINUTE_MS })).html ?? "";
});
afterEach(() => product.closePages());

for (const colorScheme of ["light", "dark"] as const) {
  test(`an email is accessible in the ${colorScheme} theme`, async () => {
    const page = await product.openMailbox({ colorScheme });
    await page.setContent(html);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
