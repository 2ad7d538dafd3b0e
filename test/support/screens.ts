// Takes the README's pictures from the running product with its demo content: `npm run screens`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { fillWithDemo } from "../../worker/local/demo.ts";
import { root } from "../../worker/local/paths.ts";
import { administrator } from "../../worker/local/user-pool.ts";
import { launchChromium } from "./chromium.ts";
import { startEmptyStack } from "./stack.ts";

const folder = join(root, "docs/screens");
await mkdir(folder, { recursive: true });
const stack = await startEmptyStack();
const browser = await launchChromium();
try {
  await fillWithDemo(stack);
  await picture("status-page", 1080, (page) => page.goto(stack.statusPage));
  await picture("console", 800, signIn);
} finally {
  await browser.close();
  await stack.stop();
}

async function picture(name: string, height: number, show: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({
    viewport: { width: 1120, height },
    deviceScaleFactor: 1.5,
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await show(page);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(stack.adminPage);
  await page.getByLabel("Email Address").fill(administrator.email);
  await page.getByLabel("Password").fill(administrator.password);
  await page.getByRole("button", { name: "Signin" }).click();
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .waitFor();
}
