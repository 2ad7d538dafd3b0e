import { readFile } from "node:fs/promises";
import { startLargePage } from "../../../bench/memory.ts";
import { median } from "../../../bench/rates.ts";
import { atMost } from "../../../bench/table.ts";
import { workerdPID } from "../../../test/support/cpu-time.ts";
import { MINUTE_MS, SECOND_MS } from "../../../worker/time/domain.ts";
import { describeBound } from "../bounds.ts";
import { count, none, type Outcome } from "../outcome.ts";

/** Caches of the isolate fill during this share of the time, which is not compared. */
const WARM_UP_SHARE = 0.2;
const SAMPLE_EVERY_MS = 5 * SECOND_MS;
const STEPS_PER_CRON_RUN = 6;
/** The last third of the samples may have at most so many times the memory of the first third. */
const MAX_GROWTH = 1.25;
/** Cloudflare's limit for an isolate is 128 MB, including what a garbage collection would free. */
const MAX_HEAP_MB = 64;

interface Sample {
  heapMB: number;
  rssMB: number;
}

/** Reads and writes a large page for minutes of real time, and shows that memory doesn't grow and nothing fails. */
export async function proveSoak({ minutes }: { minutes: number }): Promise<Outcome> {
  const errorLines: string[] = [];
  const subject = await startLargePage((line) => {
    if (!/^\{"level":"(info|warn)"/.test(line)) errorLines.push(line);
  });
  const pid = await workerdPID();
  const failures: string[] = [];
  const samples: Sample[] = [];
  const start = Date.now();
  const end = start + minutes * MINUTE_MS;
  const warmUntil = start + WARM_UP_SHARE * minutes * MINUTE_MS;
  let sampledAt = warmUntil;
  let steps = 0;
  try {
    for (; Date.now() < end; steps += 1) {
      await subject.runStep(steps).catch((error: unknown) => failures.push(String(error)));
      if (steps % STEPS_PER_CRON_RUN === 0) await subject.runCron(steps);
      if (Date.now() - sampledAt < SAMPLE_EVERY_MS) continue;
      sampledAt = Date.now();
      samples.push({ heapMB: (await subject.measureHeap()).liveMB, rssMB: await readRSS(pid) });
      process.stderr.write(`\r${Math.ceil((sampledAt - start) / MINUTE_MS)} of ${minutes} minutes …`);
    }
    process.stderr.write("\r\x1b[K");
  } finally {
    await subject.stop();
  }
  return {
    bounds: describeBound("minutes", minutes),
    figures: [
      count("steps of 60 reads and a write, each 10 seconds on the Worker's clock", steps),
      count("samples after the first fifth of the time", samples.length),
      growth(
        "live heap",
        samples.map(({ heapMB }) => heapMB),
      ),
      { name: "… its peak", ...atMost(MAX_HEAP_MB, Math.max(...samples.map(({ heapMB }) => heapMB)), "MB") },
      {
        name: "memory of all of workerd: first and last third",
        result: thirds(samples.map(({ rssMB }) => rssMB)),
      },
      none("requests that failed", failures),
      none("lines in the log about errors", errorLines),
    ],
    notes: [
      "200 components and 1,000 incidents: the main page in each language, all pages, feeds and lists in turn, incidents, component statuses, points and the cron. The live heap is the Worker's isolate after a garbage collection. " +
        "All of workerd has the simulators of D1, R2 and queues as well, whose data grows, so its memory has no target.",
    ],
  };
}

function growth(name: string, megabytes: number[]) {
  const [first, last] = mediansOfThirds(megabytes);
  const ratio = atMost(MAX_GROWTH, last / first, "times");
  return { name: `${name}: last third ÷ first third`, figure: thirds(megabytes), ...ratio };
}

function thirds(megabytes: number[]): string {
  const [first, last] = mediansOfThirds(megabytes);
  return `${first.toFixed(0)} MB, ${last.toFixed(0)} MB`;
}

function mediansOfThirds(megabytes: number[]): [number, number] {
  const third = Math.max(1, Math.floor(megabytes.length / 3));
  return [median(megabytes.slice(0, third)), median(megabytes.slice(-third))];
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function readRSS(pid: string): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
