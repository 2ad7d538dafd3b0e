import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";

const { status } = spawnSync("python3", ["--version"]);

/** Skips the test on a machine without Python, with a note at the end of the run. */
export function requirePython({ skip }: TestContext): void {
  skip(status !== 0, "python3 is missing on this machine");
}
