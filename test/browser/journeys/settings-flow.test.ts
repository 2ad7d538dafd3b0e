import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../../tools/demo/client.ts";
import { drawLogo, pngSize, withPngComment } from "../../support/factories/images.ts";
import { type Product, startProduct } from "../../support/starters/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());

async function save(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Settings saved", { exact: true }).waitFor();
  // The next save has a message of its own to wait for.
  await page.getByRole("button", { name: /^Dismiss/ }).click();
}

test("an administrator renames the service, and the console and the page show the new name", async () => {
  const admin = await product.reopenConsole("/settings");
  await admin.getByLabel("Service name").fill("Example Cloud");
  await save(admin);
  await admin.getByRole("link", { name: "Example Cloud Status Admin" }).waitFor();
  expect(await admin.title()).toBe("Example Cloud Status Admin");

  const visitor = await product.revisit();
  await visitor.getByRole("link", { name: "Example Cloud Status" }).waitFor();
  expect(await visitor.title()).toBe("Example Cloud Status");
});

test.for(["/nowhere", "/metrics/abc123DEF456/scripts/python"])(
  "the title of the console's page %s names the service",
  async (path) => {
    const settings = { serviceName: "Fernway" };
    await answer(product.api.settings.$patch({ json: settings }));
    const admin = await product.reopenConsole(path);
    await expect.poll(() => admin.title()).toBe("Fernway Status Admin");
  },
);

test("each tab of the settings has its own address, works with Back, and keeps a draft", async () => {
  const admin = await product.reopenConsole("/settings?tab=notifications");
  const waitForTab = (title: string) => admin.getByRole("tabpanel", { name: title }).waitFor();
  await waitForTab("Notifications");
  await admin.getByLabel("Source Email Address").fill("draft@example.com");
  await admin.getByRole("tab", { name: "Design" }).click();
  await waitForTab("Design");
  expect(new URL(admin.url()).search).toBe("?tab=design");
  await admin.getByRole("tab", { name: "Design" }).press("ArrowLeft");
  await waitForTab("General");
  expect(new URL(admin.url()).search).toBe("");
  await admin.goBack();
  await waitForTab("Design");
  await admin.goBack();
  await waitForTab("Notifications");
  expect(await admin.getByLabel("Source Email Address").inputValue()).toBe("draft@example.com");
  await admin.goto(new URL("/settings?tab=nothing", admin.url()).href);
  await waitForTab("General");
});

for (const { density, uploadedPx, servedPx } of [
  { density: 1, uploadedPx: 300, servedPx: 140 },
  { density: 2, uploadedPx: 300, servedPx: 280 },
  { density: 2, uploadedPx: 70, servedPx: 70 },
]) {
  test(`a logo ${uploadedPx} pixels high is 70 pixels high on the page at ${density}x`, async () => {
    const admin = await product.reopenConsole("/settings");
    const fileChooser = admin.waitForEvent("filechooser");
    await admin.getByRole("tab", { name: "Design" }).click();
    const buffer = withPngComment(
      await drawLogo(admin, { width: uploadedPx * 3, height: uploadedPx }),
      "A private comment",
    );
    await admin.getByRole("button", { name: "Upload", exact: true }).click();
    await (await fileChooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expectImageLoaded(admin, "The logo");

    const { serviceName } = await answer(product.api.settings.$get());
    const name = `${serviceName || "Service"} Status`;
    const visit = async () => {
      const page = await product.revisit("/", { deviceScaleFactor: density });
      await expectImageLoaded(page, name);
      return { page, logo: page.getByRole("img", { name }) };
    };
    let visitor = await visit();
    expect(await visitor.logo.boundingBox()).toMatchObject({ width: 210, height: 70 });
    const servedSize = async () => {
      const source = await visitor.logo.evaluate((image: HTMLImageElement) => image.currentSrc);
      const response = await fetch(source);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(response.headers.get("cache-control")).toContain("immutable");
      const bytes = await response.arrayBuffer();
      expect(Buffer.from(bytes).includes("A private comment")).toBe(false);
      return pngSize(bytes);
    };
    // A busy Chromium sometimes chooses the image for another density and keeps it in its cache, so this opens a new page.
    await expect
      .poll(async () => {
        const size = await servedSize();
        if (size.height !== servedPx) visitor = await visit();
        return size;
      })
      .toEqual({ width: servedPx * 3, height: servedPx });

    await admin.getByRole("button", { name: "Delete", exact: true }).and(admin.locator(":visible")).click();
    await admin.getByText("Deleted!").waitFor();
    await visitor.page.reload();
    expect(await visitor.logo.count()).toBe(0);
  });
}

async function expectImageLoaded(page: Page, name: string) {
  const image = page.getByRole("img", { name });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`the preview has an edge and begins with the console's theme, which is ${colorScheme}`, async () => {
    const admin = await product.reopenConsole("/settings?tab=design", { colorScheme });
    const preview = admin.getByRole("img", { name: `The status page, in the ${colorScheme} theme` });
    await preview.waitFor();
    expect(await preview.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe("1px");
  });

test("all tabs of the settings are in view where they are above their panel", async () => {
  const admin = await product.reopenConsole("/settings", { viewport: { width: 768, height: 900 } });
  const tabs = admin.getByRole("tablist", { name: "Settings" });
  await admin.getByRole("navigation", { name: "Topics" }).first().waitFor({ state: "attached" });
  await expect.poll(() => tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
});

test("an API key that an administrator adds works until it is deleted", async () => {
  const admin = await product.reopenConsole("/settings");
  await admin.getByRole("button", { name: "Add key" }).click();
  // A new key may do the least until something else is chosen.
  const scope = admin.getByLabel("Scope", { exact: true });
  expect(await scope.inputValue()).toBe("metrics");
  await scope.selectOption({ label: "Everything" });
  await save(admin);
  const key = await admin.getByLabel("API key 1", { exact: true }).inputValue();
  const addComponent = () =>
    fetch(`${product.statusPage}/api/v0/components`, {
      method: "POST",
      headers: { "x-api-key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "From a script" }),
    });
  expect((await addComponent()).status).toBe(201);
  const visitor = await product.revisit();
  await visitor.getByRole("heading", { name: "From a script" }).waitFor();

  await admin.getByRole("button", { name: "Delete API key 1" }).click();
  expect((await addComponent()).status).toBe(201);
  await save(admin);
  await admin.getByText("No API keys yet").waitFor();
  expect((await addComponent()).status).toBe(401);
});
