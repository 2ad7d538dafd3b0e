import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../../tools/paths.ts";
import { countedBuild } from "../starters/counted-build.ts";

/** Vitest's global setup for tests that start the Worker, and run the command line against it. */
export async function setup(): Promise<void> {
  await countedBuild(["worker", "test-worker", "queues", "cli"]);
  // Some compile examples against the client, whose types are made from the built Worker.
  execFileSync(process.execPath, [join(root, "tools/codegen/client-types.ts")], { stdio: "inherit" });
}
