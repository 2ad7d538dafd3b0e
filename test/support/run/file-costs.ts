import { afterAll } from "vitest";
import { takeCpuSeconds } from "../starters/processes.ts";
import { type Counts, takeCounts } from "./run-counts.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What the file's process took and made while the file ran. The first file of a process pays for its start. */
    costs?: { pid: number; cpuSeconds: number; counts: Counts };
  }
}

// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern, from which it reads what a hook needs.
afterAll(({}, file) => {
  file.meta.costs = { pid: process.pid, cpuSeconds: takeCpuSeconds(), counts: takeCounts() };
});
