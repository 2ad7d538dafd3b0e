import { countedBuild } from "../starters/counted-build.ts";

/** Vitest's global setup for tests that deploy or run both Pages projects. */
export async function setup(): Promise<void> {
  await countedBuild(["status", "admin", "status-functions", "admin-functions"]);
}
