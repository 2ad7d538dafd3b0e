import type { TestProject } from "vitest/node";
import type { TargetName } from "../../../tools/build/targets.ts";
import { completeSet } from "../../../tools/test-sets.ts";
import { countedBuild } from "../starters/counted-build.ts";

const forWorker: TargetName[] = ["worker", "test-worker", "queues", "cli"];
const forPages: TargetName[] = ["status", "admin", "status-functions", "admin-functions"];
const forBrowser: TargetName[] = ["worker", "queues", "cli", ...forPages];

const targetsByProject: Record<string, TargetName[]> = {
  worker: forWorker,
  web: forWorker,
  deploy: ["page-worker", ...forPages],
  browser: forBrowser,
  engines: forBrowser,
  lighthouse: forBrowser,
};

/** Vitest's global setup for each project. Builds and unpacks once what several test files need at the same time. */
export async function setup({ name, vitest }: TestProject): Promise<void> {
  // Builds that are made together share one process of wrangler, and half of them run beside the others.
  const isWholeSet = completeSet !== undefined && vitest.config.project.length === 0;
  const targets = isWholeSet ? Object.values(targetsByProject).flat() : targetsByProject[name];
  await countedBuild([...new Set(targets)]);
  if (targetsByProject[name] !== forBrowser) return;
  const { launchChromium } = await import("../browser/chromium.ts");
  const browser = await launchChromium();
  await browser.close();
}
