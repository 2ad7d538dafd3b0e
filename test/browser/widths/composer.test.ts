import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { shareConsole } from "../../support/browser/shared-console.ts";
import { addComponents } from "../../support/factories/factories.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

// The service has many components, and the incident a long story.

const OWN_COMPONENTS = 12;
const longText = Array.from(
  { length: 40 },
  (_, line) => `Step ${line + 1} is done, and the next begins.`,
).join("\n\n");

let product: Product;
let incidentID: string;
const openOnPhone = shareConsole(() => product, {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});
const openOnDesktop = shareConsole(() => product, { viewport: { width: 1440, height: 900 } });
beforeAll(async () => {
  product = await startProduct();
  const { api } = product;
  const names = Array.from({ length: 58 }, (_, index) => `Component ${index + 1}`);
  const ids = await addComponents(product, names);
  const components = ids.slice(0, OWN_COMPONENTS).map((componentID) => ({
    componentID,
    status: "Partial Outage" as const,
  }));
  const json = { name: "Slow", status: "Investigating" as const, message: longText, components };
  ({ incidentID } = await answer(api.incidents.$post({ json })));
  const message = `${longText} Again.`;
  await answer(api.incidents[":incidentID"].$patch({ param: { incidentID }, json: { message } }));
});

for (const [widthPx, open] of [
  [390, openOnPhone],
  [1440, openOnDesktop],
] as const)
  test(`${widthPx} px wide, the composer's button is in view wherever the screen is scrolled to`, async () => {
    const page = await open(`/incidents/${incidentID}`);
    await page.getByLabel("Component 12", { exact: true }).waitFor({ state: "attached" });
    await expectButtonInView(page);
    await page.getByLabel("Message", { exact: true }).fill(longText);
    await expectButtonInView(page);
  });

async function expectButtonInView(page: Page) {
  const button = page.getByRole("button", { name: "Post update", exact: true }).last();
  for (const part of [0, 0.5, 1]) {
    await page.evaluate((y) => scrollTo(0, y * document.documentElement.scrollHeight), part);
    const isInView = () =>
      button.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOnTop = element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        return isOnTop && top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView, { message: `scrolled by ${part}` }).toBe(true);
  }
}

test("on a desktop, what is pressed to post is in one row", async () => {
  await answer(product.api.settings.$patch({ json: { endpointsEnabled: true } }));
  const page = await openOnDesktop(`/incidents/${incidentID}`);
  await page.reload();
  const controls = [
    page.getByRole("checkbox", { name: "Notify subscribers" }),
    page.getByRole("button", { name: "Preview", exact: true }),
    page.getByRole("main").getByRole("button", { name: /^Post update/ }),
  ];
  const middles = async () =>
    Promise.all(
      controls.map(async (control) => {
        const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
        return y + height / 2;
      }),
    );
  for (const control of controls) await control.waitFor();
  await expect
    .poll(async () => Math.max(...(await middles())) - Math.min(...(await middles())))
    .toBeLessThanOrEqual(2);
});

test("on a phone, the actions are on one line", async () => {
  const startAt = new Date(Date.now() + DAY_MS).toISOString();
  const endAt = new Date(Date.now() + 2 * DAY_MS).toISOString();
  const json = { name: "Later", status: "Scheduled" as const, message: "", startAt, endAt };
  const { maintenanceID } = await answer(product.api.maintenances.$post({ json }));
  for (const [path, name] of [
    [`/incidents/${incidentID}`, "Slow"],
    [`/maintenances/${maintenanceID}`, "Later"],
  ] as const) {
    const page = await openOnPhone(path);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    const actions = [
      page.getByRole("link", { name: "View on status page" }),
      page.getByRole("button", { name: "Copy link" }),
      page.getByRole("link", { name: `History, ${name}` }),
      page.getByRole("button", { name: `More for ${name}` }),
    ];
    const middles = await Promise.all(
      actions.map(async (action) => {
        await action.waitFor();
        const { y = 0, height = 0 } = (await action.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
  }
});

test("on a phone, the parts of a status are wide enough for a thumb", async () => {
  const page = await openOnPhone(`/incidents/${incidentID}`);
  const radios = page.getByLabel("Component 12", { exact: true }).getByRole("radio");
  await radios.first().waitFor();
  const boxes = await radios.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(5);
  for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(43);
});

test("on a phone, each status has its word, and the time of an update is on one line", async () => {
  const page = await openOnPhone(`/incidents/${incidentID}`);
  const component = page.getByLabel("Component 12", { exact: true });
  await component.getByRole("radio", { name: "Operational" }).check();
  for (const word of ["Operational", "Maintenance", "Degraded", "Partial", "Major"])
    await component.locator(".segments").getByText(word, { exact: true }).waitFor();
  const widths = await component
    .getByRole("radio")
    .evaluateAll((all) => all.map((each) => each.closest("label")?.scrollWidth ?? 0));
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(390);

  const time = page.getByText(/^updated at /).last();
  await time.waitFor();
  const lineCount = await time.evaluate(
    (element) =>
      element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lineCount)).toBe(1);
});
