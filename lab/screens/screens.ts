// `npm run screens` takes the screenshots in docs/screens/ of the product with its demo content.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { launchChromium } from "../../test/support/browser/chromium.ts";
import { startEmptyStack } from "../../test/support/starters/stack.ts";
import { fillWithDemo } from "../../tools/demo/demo.ts";
import { root } from "../../tools/paths.ts";
import { administrator } from "../../tools/start/user-pool.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { consolePages, publicPages, resolvedPages, type Screen } from "./screen-definitions.ts";

const themes = ["light", "dark"] as const;
const folder = join(root, "docs/screens");

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stack = await startEmptyStack();
const browser = await launchChromium();
const screenshots: { title: string; files: string[] }[] = [];
try {
  await fillWithDemo(stack);
  const storageState = await signInState();
  await takeReadmePictures({ stack, browser, storageState, folder });
  for (const pages of [publicPages, consolePages, resolvedPages])
    for await (const screen of pages(stack)) await takeScreenshots(screen, storageState);
} finally {
  await browser.close();
  await stack.stop();
}
await writeFile(join(folder, "README.md"), gallery());

type StorageState = Awaited<ReturnType<typeof signInState>>;

async function signInState() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stack.adminPage);
  await page.getByLabel("Email Address").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Components" }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function takeScreenshots(
  { fileName, title, widthsPx, fullPage = false, show }: Screen,
  storageState: StorageState,
): Promise<void> {
  const files: string[] = [];
  for (const colorScheme of themes) {
    const context = await browser.newContext({
      colorScheme,
      storageState,
      timezoneId: "UTC",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(page);
    await page.waitForLoadState("networkidle"); // Some fields are loaded after the rest.
    for (const width of widthsPx) {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await loadImages(page);
      const file = `${fileName}-${width}-${colorScheme}.png`;
      const screenshot = await page.screenshot({ fullPage, animations: "disabled" });
      await sharp(screenshot).png({ palette: true }).toFile(join(folder, file));
      files.push(file);
    }
    await context.close();
  }
  screenshots.push({ title, files });
}

/** Loads the images below the window, too, which a full-page screenshot shows. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

function gallery(): string {
  const rows = screenshots.map(({ title, files }) => {
    const links = files.map(
      (file) => `[${file.split("-").slice(-2).join(" ").replace(".png", "")}](${file})`,
    );
    return `- **${title}**: ${links.join(" · ")}`;
  });
  return `# Screens\n\nWhat visitors and administrators see, with the demo's content, taken by \`npm run screens\`: the width in pixels, and the\ntheme.\n\n${rows.join("\n")}\n`;
}
