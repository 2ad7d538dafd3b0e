import { build } from "../../tools/build/build.ts";

/** Vitest's global setup for tests that deploy or run both Pages projects. */
export async function setup(): Promise<void> {
  await build(["status", "admin", "status-functions", "admin-functions"]);
}
