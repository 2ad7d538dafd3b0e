import { launchChromium } from "../browser/chromium.ts";
import { countedBuild } from "../starters/counted-build.ts";

/** Vitest's global setup for tests in a browser. Builds and unpacks once what several test files need at the same time. */
export async function setup(): Promise<void> {
  await countedBuild(["worker", "queues", "status", "admin", "status-functions", "admin-functions", "cli"]);
  const browser = await launchChromium();
  await browser.close();
}
