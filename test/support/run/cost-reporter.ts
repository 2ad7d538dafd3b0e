import type { Reporter, TestModule, Vitest } from "vitest/node";
import { completeSet } from "../../../tools/test-sets.ts";
import { takeCpuSeconds } from "../starters/processes.ts";
import { type Counts, countsOf, takeCounts } from "./run-counts.ts";
import { type FileCosts, overLimits, wrongSize } from "./run-guard.ts";

const MAX_LISTED = 10;

/** Prints at the end what the run took, and the files that cost most. Fails a full run of a set that started more than its limits. */
export class CostReporter implements Reporter {
  #isWhole = true;
  #buildSeconds: number | undefined;
  #cpuAtStart = process.cpuUsage();

  onInit({ config }: Vitest): void {
    this.#isWhole = config.project.length === 0;
  }

  /** What came before the first file are the builds, and the start of Vitest. */
  onTestModuleQueued(): void {
    if (this.#buildSeconds !== undefined) return;
    this.#buildSeconds = takeCpuSeconds();
    this.#cpuAtStart = process.cpuUsage();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.flatMap(toFileCosts).sort((a, b) => b.cpuSeconds - a.cpuSeconds);
    const { user, system } = process.cpuUsage(this.#cpuAtStart);
    const buildSeconds = this.#buildSeconds ?? 0;
    const seconds = files.reduce((sum, file) => sum + file.cpuSeconds, buildSeconds + (user + system) / 1e6);
    const { build } = takeCounts();
    const tests = modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0);
    const errors = completeSet
      ? [...overLimits(completeSet, files, build), ...(this.#isWhole ? wrongSize(completeSet, tests) : [])]
      : [];
    // The default reporter's summary comes first.
    process.once("exit", () => {
      console.log(costText({ seconds, buildSeconds, builds: build, files }));
      if (process.platform !== "linux")
        console.log("Without the processes that tests start: only Linux tells.");
      if (!completeSet) console.log("No limits apply, because these are not all tests of a set.");
      if (errors.length === 0) return;
      console.error(`\nThis run is too expensive, or its size is wrong:\n${errors.join("\n")}`);
      process.exitCode = 1;
    });
  }
}

function toFileCosts(module: TestModule): FileCosts[] {
  const { costs } = module.meta();
  return costs ? [{ ...costs, project: module.project.name, file: module.relativeModuleId }] : [];
}

interface RunCosts {
  seconds: number;
  buildSeconds: number;
  builds: number;
  files: FileCosts[];
}

function costText({ seconds, buildSeconds, builds, files }: RunCosts): string {
  const mostExpensive = files
    .slice(0, MAX_LISTED)
    .map(({ file, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(8)} s  ${file}`);
  const projects = [...Map.groupBy(files, ({ project }) => project)].map(([project, own]) => {
    const cpuSeconds = own.reduce((sum, file) => sum + file.cpuSeconds, 0);
    const counts = countsOf((kind) => own.reduce((sum, file) => sum + file.counts[kind], 0));
    return `${cpuSeconds.toFixed(1).padStart(8)} s  ${project}: ${countsText(counts)}`;
  });
  return `
CPU time: ${seconds.toFixed(0)} s, ${buildSeconds.toFixed(0)} of it before the first test, with ${builds} builds. By project:
${projects.join("\n")}
The files that cost most:
${mostExpensive.join("\n")}`;
}

const countsText = ({ workerd, chromium, page, process: processes }: Counts) =>
  `${workerd} starts of workerd, ${chromium} of Chromium with ${page} pages, ${processes} other processes`;
