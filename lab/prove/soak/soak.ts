import { workerdPID } from "../../../test/support/run/cpu-time.ts";
import { startLargePage } from "../../bench/memory.ts";
import { median } from "../../bench/rates.ts";
import { atMost, type Figure } from "../../bench/table.ts";
import { describeBound } from "../bounds.ts";
import { countFigure, mustBeNone, type Outcome } from "../outcome.ts";
import { runSoak, type SoakResult } from "./run-soak.ts";

/** The last third of the samples may have at most so many times the memory of the first third. */
const MAX_GROWTH = 1.25;
/** Cloudflare's limit for an isolate is 128 MB, including what a garbage collection would free. */
const MAX_HEAP_MB = 64;

/** Reads and writes a large page for minutes of real time, and shows that memory doesn't grow and nothing fails. */
export async function proveSoak({ minutes }: { minutes: number }): Promise<Outcome> {
  const errorLines: string[] = [];
  const page = await startLargePage((line) => {
    if (!/^\{"level":"(info|warn)"/.test(line)) errorLines.push(line);
  });
  try {
    return toOutcome(minutes, await runSoak(page, await workerdPID(), { minutes }), errorLines);
  } finally {
    await page.stop();
  }
}

function toOutcome(minutes: number, result: SoakResult, errorLines: string[]): Outcome {
  const { steps, samples, failures, hangs } = result;
  return {
    bounds: describeBound("minutes", minutes),
    figures: [
      countFigure("steps of 60 reads and a write, each 10 seconds on the Worker's clock", steps),
      countFigure("samples after the first fifth of the time", samples.length),
      ...(samples.length > 0 ? memoryFigures(result) : []),
      mustBeNone("requests that failed", failures),
      mustBeNone("lines in the log about errors", errorLines),
      mustBeNone(`times that workerd hung, in ${result.minutes.toFixed(1)} minutes`, hangs),
    ],
    notes: [
      "200 components and 1,000 incidents: the main page in each language, all pages, feeds and lists in turn, incidents, component statuses, points and the cron. The live heap is the Worker's isolate after a garbage collection. " +
        "All of workerd has the simulators of D1, R2 and queues as well, whose data grows, so its memory has no target.",
    ],
  };
}

function memoryFigures({ samples }: SoakResult): Figure[] {
  const heapMB = samples.map((sample) => sample.heapMB);
  const [first, last] = mediansOfThirds(heapMB);
  return [
    {
      name: "live heap: last third ÷ first third",
      figure: thirds(heapMB),
      ...atMost(MAX_GROWTH, last / first, "times"),
    },
    { name: "… its peak", ...atMost(MAX_HEAP_MB, Math.max(...heapMB), "MB") },
    {
      name: "memory of all of workerd: first and last third",
      result: thirds(samples.map(({ rssMB }) => rssMB)),
    },
  ];
}

function thirds(megabytes: number[]): string {
  const [first, last] = mediansOfThirds(megabytes);
  return `${first.toFixed(0)} MB, ${last.toFixed(0)} MB`;
}

function mediansOfThirds(megabytes: number[]): [number, number] {
  const third = Math.max(1, Math.floor(megabytes.length / 3));
  return [median(megabytes.slice(0, third)), median(megabytes.slice(-third))];
}
