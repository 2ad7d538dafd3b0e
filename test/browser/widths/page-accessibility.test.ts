import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { noticeStatuses } from "../../../worker/notices/domain.ts";
import {
  expectAccessible,
  expectAccessibleWithZoom,
  expectLanguageAccessible,
  expectLightColors,
  expectSmallAccessible,
} from "../../support/browser/axe.ts";
import { waitForScript } from "../../support/browser/wait-for-script.ts";
import { dataURL, onePixelPNG } from "../../support/factories/images.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// Checks every public page in the dark theme on a desktop and in the light one at 320 px, and its sizes in Arabic. The first test needs
// an empty database, so it must stay first.

let product: Product;
/** The public pages store nothing, so all tests share one. */
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  page = await product.revisit();
});
afterAll(() => product.closePages());

const longName = "Anunusuallylongnamewithoutasinglespaceinitthathastobreaksomewhereonaphone";

async function expectPageAccessible(path: string) {
  await visit(path);
  await expectAccessibleWithZoom(page);
  if (path === "/") await expectLightColors(page);
  await visit(`${path}${path.includes("?") ? "&" : "?"}lang=ar`);
  await expectLanguageAccessible(page);
}

async function visit(path: string) {
  await page.goto(product.statusPage + path);
  await waitForScript(page);
}

test("an empty page and a page without incidents are accessible", async () => {
  await expectPageAccessible("/");
  for (const name of ["API", "Website", longName])
    await answer(product.api.components.$post({ json: { name, description: "What it is for" } }));
  await expectPageAccessible("/");
});

/** Creates content of each status, and several open incidents. */
async function createContent(): Promise<Record<string, string>> {
  const { api } = product;
  const componentChanges = [];
  const { groupID } = await answer(api.groups.$post({ json: { name: longName } }));
  for (const [index, status] of componentStatuses.entries()) {
    const json = {
      name: `Component ${index}`,
      description: "What it is for",
      status,
      groupID: index < 2 ? groupID : null,
    };
    const { componentID } = await answer(api.components.$post({ json }));
    componentChanges.push({ componentID, status });
  }
  const message =
    "We **look** into it, see [the log](https://example.com/log):\n\n- one `word`\n- another\n\n```\ncode\n```";
  const incidents = [];
  for (const name of ["One", "Two", "Three", "Four", longName]) {
    const json = { name, status: "Identified", message, components: componentChanges } as const;
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
  const links = [{ name: "Docs", url: "https://example.com/docs" }];
  const settings = {
    serviceName: "Example",
    backgroundColor: "#7A7A7A",
    accentColor: "#FFE600",
    emailNotification,
    note: "We **move**, see [the plan](https://example.com/plan).",
    headerLinks: links,
    footerLinks: links,
  };
  await answer(api.settings.$patch({ json: settings }));
  await answer(api.settings.logos.$post({ json: { data: dataURL(onePixelPNG) } }));
  return {
    incident: `/incidents/${incidents[0]?.incidentID}`,
    maintenance: `/maintenances/${maintenances[0]?.maintenanceID}`,
    group: `/groups/${groupID}`,
    component: `/components/${componentChanges[0]?.componentID}`,
  };
}
let content: ReturnType<typeof createContent> | undefined;

test.for([
  ["the main page", "/"],
  ["the history", "/history"],
  ["a search in the history", "/history?q=one"],
  ["an incident's page", "incident"],
  ["a maintenance's page", "maintenance"],
  ["a component's page", "component"],
  ["a group's page", "group"],
  ["the form to subscribe", "/subscribe"],
  ["the page after the form", "/subscribe/asked"],
  ["a page that doesn't exist", "/nowhere"],
  ["a month in the future", "/history?month=2031-01"],
] as const)("%s is accessible during several incidents", async ([, path]) => {
  content ??= createContent();
  await expectPageAccessible((await content)[path] ?? path);
});

test("the main page with 30 days is accessible, whose days are wider", async () => {
  content ??= createContent();
  await content;
  await visit("/?days=30");
  await expectSmallAccessible(page);
});

test("a day's tooltip and an interactive graph are accessible", async () => {
  await visit("/");
  await page.locator(".strip:has(li) > svg").last().focus();
  await page.locator(".day-card a").first().waitFor();
  await expectAccessible(page);
  await page.locator(".metric").getByRole("heading").click();
  await page.locator(".metric").getByRole("slider").waitFor();
  await expectAccessible(page);
});
