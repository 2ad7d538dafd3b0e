import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { build } from "../../tools/build/build.ts";
import { launchChromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** It contains the state of servers that run as long as their process. */
    stateFolder: string;
  }
}

/** Vitest's global setup for tests in a browser. Builds and unpacks once what several test files need at the same time. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await build(["worker", "queues", "status", "admin", "status-functions", "admin-functions", "cli"]);
  const browser = await launchChromium();
  await browser.close();
  const stateFolder = await mkdtemp(join(tmpdir(), "daymark-"));
  provide("stateFolder", stateFolder);
  return () => rm(stateFolder, { recursive: true, maxRetries: 5 });
}
