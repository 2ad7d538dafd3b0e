// Takes the pictures in docs/screens/ from the running product with its demo content: `npm run screens`.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { launchChromium } from "../../test/support/chromium.ts";
import { startEmptyStack } from "../../test/support/stack.ts";
import { fillWithDemo } from "../demo/demo.ts";
import { root } from "../paths.ts";
import { administrator } from "../start/user-pool.ts";
import { calmPages, consolePages, publicPages, type Shown } from "./screens-shown.ts";

const themes = ["light", "dark"] as const;
const folder = join(root, "docs/screens");

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stack = await startEmptyStack();
const browser = await launchChromium();
const taken: { title: string; files: string[] }[] = [];
try {
  await fillWithDemo(stack);
  const storageState = await signedIn();
  for (const pages of [publicPages, consolePages, calmPages])
    for await (const shown of pages(stack)) await take(shown, storageState);
} finally {
  await browser.close();
  await stack.stop();
}
await writeFile(join(folder, "README.md"), gallery());

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** What a browser keeps of an administrator that has signed in. */
async function signedIn() {
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

/** In every width and theme. */
async function take(
  { name, title, widths, fullPage = false, show }: Shown,
  storageState: SignedIn,
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
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      await settle(page);
      const file = `${name}-${width}-${colorScheme}.png`;
      const picture = await page.screenshot({ fullPage, animations: "disabled" });
      await sharp(picture).png({ palette: true }).toFile(join(folder, file));
      files.push(file);
    }
    await context.close();
  }
  taken.push({ title, files });
}

/** Once images are there that the window does not show yet. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

function gallery(): string {
  const rows = taken.map(({ title, files }) => {
    const links = files.map(
      (file) => `[${file.split("-").slice(-2).join(" ").replace(".png", "")}](${file})`,
    );
    return `- **${title}**: ${links.join(" · ")}`;
  });
  return `# Screens\n\nWhat visitors and administrators see, with the demo's content, taken by \`npm run screens\`: the width in pixels, and the\ntheme.\n\n${rows.join("\n")}\n`;
}
