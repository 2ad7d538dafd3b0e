import { afterEach, beforeAll, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { waitForScript } from "../support/browser/wait-for-script.ts";
import { type Product, startProduct } from "../support/starters/product.ts";

// The states that most people see. `page-accessibility.test.ts` and `console-accessibility.test.ts` have all others.

let product: Product;
let incidentPath: string;
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const { componentID } = await answer(api.components.$post({ json: { name: "API" } }));
  const { incidentID } = await answer(
    api.incidents.$post({
      json: {
        name: "API is down",
        status: "Investigating",
        message: "We **look** into it.",
        components: [{ componentID, status: "Major Outage" }],
      },
    }),
  );
  incidentPath = `/incidents/${incidentID}`;
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(api.settings.$patch({ json: { emailNotification } }));
});
afterEach(() => product.closePages());

test("the page is accessible during an incident, and so are the incident's page and the form to subscribe", async () => {
  for (const path of ["/", incidentPath, "/subscribe"]) {
    const page = await product.revisit(path);
    await waitForScript(page);
    await expectAccessible(page);
  }
});

test("the console's list of incidents is accessible, and so is the dialog that adds one", async () => {
  const page = await product.reopenConsole("/incidents");
  await page.getByText("API is down").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog", { name: "Add Incident" }).getByLabel("Name").waitFor();
  await expectAccessible(page);
});
