import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { answer } from "../../tools/demo/client.ts";
import { commented, logoOf, pngSize } from "../support/images.ts";
import { type Product, startProduct } from "../support/product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => product.closePages());
afterAll(() => product?.stop());

async function save(page: Page) {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").waitFor();
}

test("an administrator renames the service, and console and page say so", async () => {
  const admin = await product.openConsole("/settings");
  await admin.getByLabel("Service name").fill("Example Cloud");
  await save(admin);
  await admin.getByRole("link", { name: "Example Cloud Status Admin" }).waitFor();
  expect(await admin.title()).toBe("Example Cloud Status Admin");

  const visitor = await product.visit();
  await visitor.getByRole("link", { name: "Example Cloud Status" }).waitFor();
  expect(await visitor.title()).toBe("Example Cloud Status");
});

test("each tab of the settings has an address that is linked to, gone back to, and leaves a draft alone", async () => {
  const admin = await product.openConsole("/settings?tab=notifications");
  const shown = (title: string) => admin.getByRole("tabpanel", { name: title }).waitFor();
  await shown("Notifications");
  await admin.getByLabel("Source Email Address").fill("draft@example.com");
  await admin.getByRole("tab", { name: "Design" }).click();
  await shown("Design");
  expect(new URL(admin.url()).search).toBe("?tab=design");
  await admin.getByRole("tab", { name: "Design" }).press("ArrowLeft");
  await shown("General");
  expect(new URL(admin.url()).search).toBe("");
  await admin.goBack();
  await shown("Design");
  await admin.goBack();
  await shown("Notifications");
  expect(await admin.getByLabel("Source Email Address").inputValue()).toBe("draft@example.com");
  await admin.goto(new URL("/settings?tab=nothing", admin.url()).href);
  await shown("General");
});

for (const { density, picked, served } of [
  { density: 1, picked: 300, served: 140 },
  { density: 2, picked: 300, served: 280 },
  { density: 2, picked: 70, served: 70 },
]) {
  test(`a logo ${picked} pixels high stands on the page as large as any, at ${density}x`, async () => {
    const admin = await product.openConsole("/settings");
    const picking = admin.waitForEvent("filechooser");
    await admin.getByRole("tab", { name: "Design" }).click();
    const buffer = commented(await logoOf(admin, { width: picked * 3, height: picked }), "Taken at home");
    await admin.getByRole("button", { name: "Upload" }).click();
    await (await picking).setFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expectDrawn(admin, "The logo");

    const { serviceName } = await answer(product.api.settings.$get());
    const name = `${serviceName || "Service"} Status`;
    const visit = async () => {
      const page = await product.visit("/", { deviceScaleFactor: density });
      await expectDrawn(page, name);
      return { page, logo: page.getByRole("img", { name }) };
    };
    let visitor = await visit();
    expect(await visitor.logo.boundingBox()).toMatchObject({ width: 210, height: 70 });
    const sizeShown = async () => {
      const source = await visitor.logo.evaluate((image: HTMLImageElement) => image.currentSrc);
      const response = await fetch(source);
      expect(response.headers.get("content-type")).toBe("image/png");
      expect(response.headers.get("cache-control")).toContain("immutable");
      const bytes = await response.arrayBuffer();
      expect(Buffer.from(bytes).includes("Taken at home")).toBe(false);
      return pngSize(bytes);
    };
    // Once in a while a busy Chromium chooses for another density than the window's, and keeps to what it has in its cache.
    await expect
      .poll(async () => {
        const size = await sizeShown();
        if (size.height !== served) visitor = await visit();
        return size;
      })
      .toEqual({ width: served * 3, height: served });

    await admin.getByRole("button", { name: "Delete" }).and(admin.locator(":visible")).click();
    await admin.getByText("Deleted!").waitFor();
    await visitor.page.reload();
    expect(await visitor.logo.count()).toBe(0);
  });
}

async function expectDrawn(page: Page, name: string) {
  const image = page.getByRole("img", { name });
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
}

test("a key that an administrator adds works for a script until it is deleted", async () => {
  const admin = await product.openConsole("/settings");
  await admin.getByRole("button", { name: "Add key" }).click();
  await save(admin);
  const key = await admin.getByLabel("API key 1", { exact: true }).inputValue();
  const call = () =>
    fetch(`${product.statusPage}/api/v0/components`, {
      method: "POST",
      headers: { "x-api-key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "From a script" }),
    });
  expect((await call()).status).toBe(201);
  const visitor = await product.visit();
  await visitor.getByRole("heading", { name: "From a script" }).waitFor();

  await admin.getByRole("button", { name: "Delete API key 1" }).click();
  expect((await call()).status).toBe(201);
  await save(admin);
  await admin.getByText("No API keys yet").waitFor();
  expect((await call()).status).toBe(401);
});
