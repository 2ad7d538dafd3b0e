import { readFile } from "node:fs/promises";
import { MINUTE_MS, SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { resultWithin } from "../../../worker/shared/with-timeout.ts";
import type { Heap } from "../../bench/heap.ts";

/** Caches of the isolate fill during this share of the time, in which nothing is sampled. */
const WARM_UP_SHARE = 0.2;
/**
 * A full run samples every 30 seconds. Each sample makes V8 collect garbage for the inspector. One such collection has
 * never ended: workerd used a core and responded to nothing any more.
 */
const SAMPLES_PER_RUN = 60;
const STEPS_PER_CRON_RUN = 6;
const MAX_WAIT_MS = 2 * MINUTE_MS;

interface Page {
  runStep(step: number): Promise<void>;
  runCron(step: number): Promise<void>;
  measureHeap(): Promise<Heap>;
}

interface Sample {
  heapMB: number;
  rssMB: number;
}

export interface SoakResult {
  steps: number;
  minutes: number;
  samples: Sample[];
  failures: string[];
  /** Says for what workerd didn't respond, which ended the run before its time. */
  hangs: string[];
}

/** Sends requests for `minutes` of real time, or until workerd doesn't respond for `maxWaitMs`. */
export async function runSoak(
  page: Page,
  pid: string,
  { minutes, maxWaitMs = MAX_WAIT_MS }: { minutes: number; maxWaitMs?: number },
): Promise<SoakResult> {
  const [samples, failures]: [Sample[], string[]] = [[], []];
  const start = Date.now();
  const minutesSoFar = () => (Date.now() - start) / MINUTE_MS;
  let sampleAt = WARM_UP_SHARE * minutes;
  let steps = 0;

  async function within<T>(what: string, work: Promise<T>): Promise<T> {
    const outcome = await resultWithin(maxWaitMs, work);
    if (outcome) return outcome.result;
    const seconds = maxWaitMs / SECOND_MS;
    throw new Hang(`workerd didn't respond to ${what} within ${seconds} seconds, so the run ended early`);
  }

  try {
    while (minutesSoFar() < minutes) {
      const step = page.runStep(steps).catch((error: unknown) => void failures.push(String(error)));
      await within("a request", step);
      if (steps % STEPS_PER_CRON_RUN === 0) await within("a run of the cron", page.runCron(steps));
      steps += 1;
      if (minutesSoFar() < sampleAt) continue;
      sampleAt = minutesSoFar() + minutes / SAMPLES_PER_RUN;
      const { liveMB } = await within("the inspector", page.measureHeap());
      samples.push({ heapMB: liveMB, rssMB: await readRSS(pid) });
      process.stderr.write(`\r${Math.ceil(minutesSoFar())} of ${minutes} minutes …`);
    }
    return { steps, minutes: minutesSoFar(), samples, failures, hangs: [] };
  } catch (error) {
    if (!(error instanceof Hang)) throw error;
    return { steps, minutes: minutesSoFar(), samples, failures, hangs: [error.message] };
  } finally {
    process.stderr.write("\r\x1b[K");
  }
}

class Hang extends Error {}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
async function readRSS(pid: string): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
