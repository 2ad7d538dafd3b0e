import { measureCold } from "../../bench/isolates/cold.ts";
import { type CallTimes, cpuFigures, incidentsBySize, measureCpu, p99 } from "../../bench/isolates/cpu.ts";
import { median } from "../../bench/rates.ts";
import { describeBound } from "../bounds.ts";
import type { Outcome, Table } from "../outcome.ts";
import { FREE_CPU_MS } from "./prices.ts";

/** Measures fresh isolates and the CPU time of each kind of call, and compares it to what the free plan allows. */
export async function proveCpu({ calls, isolates }: { calls: number; isolates: number }): Promise<Outcome> {
  const sizes = Object.keys(incidentsBySize).map(Number);
  const cold = await measureCold(isolates);
  const times = await measureCpu({ sizes, calls, isolates });
  return {
    bounds: `${describeBound("calls", calls)} of each kind, first ones in ${describeBound("isolates", isolates)}`,
    tables: sizes.map((components) => callTable(components, times)),
    figures: [...cold, ...cpuFigures(times).filter(({ target }) => target !== undefined)],
    notes: [
      "The tables have the CPU time of one isolate: the Worker's, and in the last row that of the status project's Function. V8's profiler samples it, and slows it down. Waiting, and the simulators of D1, R2 and queues, aren't part of it. Nor is the start-up, for which Cloudflare has a limit of its own: one second. The times of first and second requests are what a client waits.",
      `The free plan gives a call ${FREE_CPU_MS} ms. It tolerates single calls that take longer, and ends them if many do.`,
    ],
  };
}

function callTable(components: number, times: CallTimes[]): Table {
  const incidents = (incidentsBySize[components] ?? 0).toLocaleString("en");
  return {
    title: `CPU time of one call: ${components} components, ${incidents} incidents`,
    columns: ["", "p50", "p99", `at most ${FREE_CPU_MS} ms`, "first in a fresh isolate, p50"],
    rows: times
      .filter((each) => each.components === components)
      .map(({ kind, warm, cold }) => [
        kind,
        formatMs(median(warm)),
        formatMs(p99(warm)),
        `${warm.filter((ms) => ms <= FREE_CPU_MS).length} of ${warm.length}`,
        cold.length === 0 ? "" : formatMs(median(cold)),
      ]),
  };
}

function formatMs(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
