import { build } from "../../tools/build/build.ts";
import { launchChromium } from "./chromium.ts";

/** Vitest's global setup for tests in a browser: what several of them would else do at the same time, for the first time. */
export async function setup(): Promise<void> {
  await build(["worker", "queues", "status", "admin", "status-functions", "admin-functions", "cli"]);
  const browser = await launchChromium();
  await browser.close();
}
