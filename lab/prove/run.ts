// `npm run prove -- [soak] [crash] [faults] [fuzz] [bill] [cpu] [--seed N] [--minutes N] [--kills N] [--requests N] [--calls N]
// [--isolates N]` proves what Daymark promises: docs/results.md has the results. Without a name it runs all parts.
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../tools/build/build.ts";
import type { TargetName } from "../../tools/build/targets.ts";
import { root } from "../../tools/paths.ts";
import { MINUTE_MS } from "../../worker/shared/time/domain.ts";
import { print } from "../bench/table.ts";
import { fullRun } from "./bounds.ts";
import { describeMachine, describeVersions } from "./machine.ts";
import type { Outcome } from "./outcome.ts";
import { printTable } from "./print.ts";
import { type PartRun, writeResults } from "./results-file.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: String(randomInt(1, 1_000_000)) },
    kills: { type: "string", default: String(fullRun.kills) },
    minutes: { type: "string", default: String(fullRun.minutes) },
    requests: { type: "string", default: String(fullRun.requests) },
    calls: { type: "string", default: String(fullRun.calls) },
    isolates: { type: "string", default: String(fullRun.isolates) },
    results: { type: "string", default: join(root, "docs/results.md") },
  },
});

function positive(option: keyof typeof fullRun | "seed"): number {
  const value = Number(values[option]);
  if (!(value > 0)) throw new Error(`--${option} takes a number above 0.`);
  return value;
}
const bounds = {
  kills: positive("kills"),
  minutes: positive("minutes"),
  requests: positive("requests"),
  calls: positive("calls"),
  isolates: positive("isolates"),
};
const seed = positive("seed");

interface Part {
  title: string;
  /** `npm start`, which is killed, builds what it needs itself. */
  builds: TargetName[];
  /** A part is loaded when it runs, because loading all of them takes seconds. */
  prove: () => Promise<Outcome>;
}

const parts: Record<string, Part> = {
  soak: {
    title: "Steady traffic",
    builds: ["test-worker"],
    prove: async () => (await import("./soak/soak.ts")).proveSoak(bounds),
  },
  crash: {
    title: "Crashes",
    builds: [],
    prove: async () => (await import("./crash/crash.ts")).proveCrashes({ seed, ...bounds }),
  },
  faults: {
    title: "Faults",
    builds: ["test-worker"],
    prove: async () => (await import("./faults/faults.ts")).proveFaults({ seed }),
  },
  fuzz: {
    title: "Random requests",
    builds: ["worker"],
    prove: async () => (await import("./fuzz/fuzz.ts")).proveFuzz({ seed, ...bounds }),
  },
  bill: {
    title: "The bill",
    builds: ["test-worker"],
    prove: async () => (await import("./bill/bill.ts")).proveBill(),
  },
  cpu: {
    title: "Cold isolates and CPU time",
    builds: ["worker", "status", "status-functions"],
    prove: async () => (await import("./bill/cpu.ts")).proveCpu(bounds),
  },
};
const names = Object.keys(parts);
for (const name of positionals)
  if (!names.includes(name)) throw new Error(`${name} is not one of ${names.join(", ")}.`);

const runs: PartRun[] = [];
for (const [name, { title, builds, prove }] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  await build(builds);
  console.log(`\n${title}, --seed ${seed}`);
  const startedAt = new Date();
  const outcome = await prove();
  for (const table of outcome.tables ?? []) printTable(table);
  print(outcome.figures);
  const minutes = (Date.now() - startedAt.getTime()) / MINUTE_MS;
  const where = { machine: describeMachine(), versions: describeVersions() };
  runs.push({ name, title, outcome, seed, startedAt, minutes, ...where });
  // Each part is written when it ends, because the next one can take half an hour.
  await writeResults(values.results, names, runs);
}
