import { countedBuild } from "./counted-build.ts";

/** Vitest's global setup for tests that start the Worker, and run the command line against it. */
export async function setup(): Promise<void> {
  await countedBuild(["worker", "test-worker", "queues", "cli"]);
}
