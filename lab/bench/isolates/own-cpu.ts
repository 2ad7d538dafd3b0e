import { setTimeout as wait } from "node:timers/promises";
import { type Inspector, openInspector } from "./inspector.ts";

const SAMPLING_INTERVAL_US = 100;
/** While the isolate waits, or a simulator runs, V8 takes no sample. The gap is not the isolate's own time. */
const MAX_GAP_US = 300;
/** Work that a call leaves to `waitUntil` counts as its own. */
const SETTLE_MS = 20;

/**
 * Samples the stack of one isolate, and sums the CPU time that it spends on each call, without waiting and without the simulators of D1,
 * R2 and queues. Calls must not overlap.
 */
export async function startOwnCpu<Name extends string>(inspectorURL: URL, worker: string) {
  const inspector = await openInspector(inspectorURL, worker);
  await startSampling(inspector);
  const calls: { name: Name; from: number; to: number }[] = [];
  return {
    async measure(name: Name, act: () => Promise<unknown>): Promise<void> {
      const from = nowUs();
      await act();
      await wait(SETTLE_MS);
      calls.push({ name, from, to: nowUs() });
    },
    /** @returns the milliseconds of each call, by its name */
    async stop(): Promise<Map<Name, number[]>> {
      const samples = await stopSampling(inspector);
      inspector.close();
      const msByName = new Map<Name, number[]>();
      let next = 0;
      for (const { name, from, to } of calls) {
        while ((samples[next]?.at ?? Infinity) < from) next += 1;
        let us = 0;
        for (; (samples[next]?.at ?? Infinity) < to; next += 1) us += samples[next]?.us ?? 0;
        msByName.set(name, [...(msByName.get(name) ?? []), us / 1000]);
      }
      return msByName;
    },
  };
}

export async function startSampling(inspector: Inspector): Promise<void> {
  await inspector.call("Profiler.enable");
  await inspector.call("Profiler.setSamplingInterval", { interval: SAMPLING_INTERVAL_US });
  await inspector.call("Profiler.start");
}

export interface Sample {
  /** Microseconds of the monotonic clock, which Node has too. */
  at: number;
  us: number;
}

/** @returns the samples in which the isolate ran, also its garbage collector */
export async function stopSampling(inspector: Inspector): Promise<Sample[]> {
  const { profile } = await inspector.call<{ profile: CpuProfile }>("Profiler.stop");
  const idle = profile.nodes.find(({ callFrame }) => callFrame.functionName === "(idle)")?.id;
  let at = profile.startTime;
  const samples = profile.timeDeltas.map((delta) => {
    at += delta;
    return { at, us: Math.min(delta, MAX_GAP_US) };
  });
  return samples.filter((_, index) => profile.samples[index] !== idle);
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** @see https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}
