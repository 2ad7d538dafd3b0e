import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { noticeStatuses } from "../../../worker/notices/domain.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  for (const status of componentStatuses)
    await answer(product.api.components.$post({ json: { name: `Is ${status}`, status } }));
  for (const status of noticeStatuses.incident)
    await answer(product.api.incidents.$post({ json: { name: `Is ${status}`, status } }));
});
afterEach(() => product.closePages());

for (const media of [
  { colorScheme: "light" },
  { colorScheme: "dark" },
  { colorScheme: "light", forcedColors: "active" },
] as const) {
  test(`a status has the same icon in the console and on the page (${Object.values(media).join(", ")})`, async () => {
    const [adminConsole, page] = [
      await product.reopenConsole("/components", media),
      await product.revisit("/", media),
    ];
    await expectSameIcons(componentStatuses, [adminConsole, page]);
    await adminConsole.goto(`${product.adminPage}/incidents`);
    await expectSameIcons(noticeStatuses.incident, [adminConsole, page]);
  });
}

async function expectSameIcons(statuses: readonly string[], [adminConsole, page]: [Page, Page]) {
  const icons = await iconsOf(statuses, adminConsole);
  expect(new Set(icons.map(({ shape }) => shape)).size).toBe(statuses.length);
  const isQuiet = (index: number) => QUIET.includes(statuses[index] ?? "");
  const colored = (icon: { shape: string | null; color: string }, index: number) =>
    isQuiet(index) ? { ...icon, color: "quiet" } : icon;
  expect((await iconsOf(statuses, page)).map(colored)).toEqual(icons.map(colored));
}

/** The page's lists show what is well in grey. */
const QUIET = ["Operational", "Resolved"];

/** The shape and color of each item's icon, in the order of the statuses. */
async function iconsOf(statuses: readonly string[], page: Page) {
  return Promise.all(
    statuses.map((status) =>
      page
        .locator("main")
        .locator("li, article, details.past")
        .filter({ hasText: `Is ${status}` })
        .locator("svg path[d][fill-rule=evenodd]")
        .first()
        .evaluate((path) => ({ shape: path.getAttribute("d"), color: getComputedStyle(path).fill })),
    ),
  );
}
