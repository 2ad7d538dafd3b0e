import { build } from "../../tools/build/build.ts";
import { makeMemoryFolder } from "./memory-folder.ts";

/** Vitest's global setup for tests that start the Worker, and run the command line against it. */
export async function setup(): Promise<() => Promise<void>> {
  await build(["worker", "faulty-worker", "counting-worker", "queues", "cli"]);
  return makeMemoryFolder();
}
