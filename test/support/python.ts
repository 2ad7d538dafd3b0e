import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

const { status } = spawnSync("python3", ["--version"]);

/** Leaves the test out, and says so at the end of the run, where there is no Python. */
export function requirePython({ skip }: TestContext): void {
  skip(status !== 0, "python3 is missing on this machine");
}
