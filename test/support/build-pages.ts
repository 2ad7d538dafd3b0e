import { build } from "../../tools/build/build.ts";

/** Vitest's global setup for tests that deploy both Pages projects or run them. */
export async function setup(): Promise<void> {
  await build(["status", "admin", "status-functions", "admin-functions"]);
}
