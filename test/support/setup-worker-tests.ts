import { build } from "../../tools/build/build.ts";

/** Vitest's global setup for tests that start the Worker, and run the command line against it. */
export async function setup(): Promise<void> {
  await build(["worker", "faulty-worker", "counting-worker", "queues", "cli"]);
}
