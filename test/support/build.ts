import { build } from "../../worker/local/build.ts";

/** Vitest's global setup of the Worker's tests. */
export async function setup(): Promise<void> {
  await build(["worker", "faulty-worker"]);
}
