import { afterAll, afterEach, beforeAll, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { componentStatuses } from "../../worker/components/domain.ts";
import { noticeStatuses } from "../../worker/notices/domain.ts";
import { expectAccessible, expectReflow } from "../support/axe.ts";
import { dataURL, onePixelPNG } from "../support/images.ts";
import { type Product, startProduct } from "../support/product.ts";

// Every page that visitors see: in both themes, on a desktop and on a phone, from right to left, and 320 px wide.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

const long = "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhereonaphone";

async function look(path: string) {
  for (const query of ["", "lang=ar"]) {
    const page = await product.visit(query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path);
    await page.locator("[data-announced]").waitFor({ state: "attached" });
    await expectAccessible(page);
    await expectReflow(page);
    await page.context().close();
  }
}

test("a page with nothing on it, and one where all is well, are accessible", async () => {
  await look("/");
  for (const name of ["API", "Website", long])
    await answer(product.api.components.$post({ json: { name, description: "What it is for" } }));
  await look("/");
});

/** Something of every status, and more at once than anybody hopes for. */
async function fill(): Promise<Record<string, string>> {
  const { api } = product;
  const touched = [];
  for (const [index, status] of componentStatuses.entries()) {
    const json = { name: `Component ${index}`, description: "What it is for", status };
    const { componentID } = await answer(api.components.$post({ json }));
    touched.push({ componentID, status });
  }
  const message =
    "We **look** into it, see [the log](https://example.com/log):\n\n- one `word`\n- another\n\n```\ncode\n```";
  const incidents = [];
  for (const name of ["One", "Two", "Three", "Four", long]) {
    const json = { name, status: "Identified", message, components: touched } as const;
    incidents.push(await answer(api.incidents.$post({ json })));
  }
  for (const status of noticeStatuses.incident)
    await answer(api.incidents.$post({ json: { name: status, status, message } }));
  const maintenances = [];
  for (const status of noticeStatuses.maintenance) {
    const times = { startAt: "2030-01-01T10:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" };
    const json = { name: status, status, message, ...times };
    maintenances.push(await answer(api.maintenances.$post({ json })));
  }
  const metric = { type: "Self", title: "Response time", unit: "ms", description: "Of all calls" } as const;
  await answer(api.metrics.$post({ json: { ...metric, status: "Visible" } }));
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  const settings = { serviceName: "Example", backgroundColor: "#7A7A7A", emailNotification };
  await answer(api.settings.$patch({ json: settings }));
  await answer(api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  return {
    incident: `/incidents/${incidents[0]?.incidentID}`,
    maintenance: `/maintenances/${maintenances[0]?.maintenanceID}`,
    component: `/components/${touched[0]?.componentID}`,
  };
}
let filling: ReturnType<typeof fill> | undefined;

test.for([
  ["the main page", "/"],
  ["the main page of 30 days", "/?days=30"],
  ["the history", "/history"],
  ["an incident's page", "incident"],
  ["a maintenance's page", "maintenance"],
  ["a component's page", "component"],
  ["the form to subscribe", "/subscribe"],
  ["the answer to it", "/subscribe/asked"],
  ["a page that is not there", "/nowhere"],
  ["a month that has not come yet", "/history?month=2031-01"],
] as const)("%s is accessible when much is wrong", async ([, path]) => {
  filling ??= fill();
  await look((await filling)[path] ?? path);
});

test("the API's description is accessible", async () => {
  const page = await product.visit("/api/docs");
  await expectAccessible(page);
  await expectReflow(page);
});

test("what a day says, and an open graph, are accessible", async () => {
  const page = await product.visit();
  await page.locator(".strip > svg").last().focus();
  await expectAccessible(page);
  await page.getByRole("figure").hover();
  await page.getByRole("figure").getByRole("slider").waitFor();
  await expectAccessible(page);
});
