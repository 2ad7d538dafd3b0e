import { median } from "../rates.ts";
import { type Subject, startSubject } from "../subject.ts";
import { atMost, type Figure } from "../table.ts";
import { type Calls, makeCalls } from "./calls.ts";
import { startOwnCpu } from "./own-cpu.ts";

/** The number of incidents by the number of components. */
export const incidentsBySize: Record<number, number> = { 10: 20, 100: 1000, 200: 1000 };
const DAYS = 90;
const WARM_UP_ROUNDS = 20;
/** Storing a point takes a second, because its queue waits for more. */
const ROUNDS_PER_POINT = 5;

type Kind =
  | "page unchanged, from memory"
  | "page unchanged, version read"
  | "page after a change"
  | "page in another language after a change"
  | "feed after a change"
  | "v2 summary after a change"
  | "POST of an incident"
  | "submission of a point"
  | "queue batch with a point"
  | "idle cron minute"
  | "status project's Function";

type Limits = Partial<Record<Kind, Record<number, number>>>;
/** Milliseconds by the number of components. */
const MAX_WARM_MS: Limits = {
  "page after a change": { 10: 3, 100: 9 },
  "page in another language after a change": { 10: 4 },
  "POST of an incident": { 10: 4, 100: 4, 200: 4 },
  "idle cron minute": { 10: 1, 100: 1, 200: 1 },
};
const MAX_COLD_MS: Limits = {
  "page after a change": { 10: 20 },
  "idle cron minute": { 10: 6, 100: 6, 200: 6 },
};

/** Milliseconds of each measured call, of one kind and with so many components. */
export interface CallTimes {
  kind: Kind;
  components: number;
  warm: number[];
  /** First calls in fresh isolates. */
  cold: number[];
}

export interface CpuBounds {
  /** Numbers of components. */
  sizes: number[];
  /** Warm calls of each kind. */
  calls: number;
  /** Fresh isolates for the first call of each kind. */
  isolates: number;
}

/** Measures the CPU time that the isolates of the Worker and of the status project's Function take for each kind of call. */
export async function measureCpu({ sizes, calls: count, isolates }: CpuBounds): Promise<CallTimes[]> {
  const all: CallTimes[] = [];
  for (const components of sizes) {
    const subject = await startSubject({
      components,
      incidents: incidentsBySize[components] ?? components,
      days: DAYS,
    });
    try {
      const calls = await makeCalls(subject);
      const cold = await measureFirstCalls(subject, calls, isolates);
      const warm = await measureWarmCalls(subject, calls, count);
      for (const [kind, times] of warm)
        all.push({ kind, components, warm: times, cold: cold.get(kind) ?? [] });
    } finally {
      await subject.stop();
    }
  }
  process.stderr.write("\r\x1b[K");
  return all;
}

type Times = Map<Kind, number[]>;

async function measureFirstCalls(subject: Subject, calls: Calls, isolates: number): Promise<Times> {
  const firstCalls: [Kind, () => Promise<void>][] = [
    ["page after a change", calls.page],
    ["page in another language after a change", calls.pageInGerman],
    ["feed after a change", calls.feed],
    ["v2 summary after a change", calls.summary],
    ["POST of an incident", calls.postIncident],
    ["submission of a point", calls.submitPoint],
    ["queue batch with a point", calls.storePoint],
    ["idle cron minute", calls.runIdleMinute],
    ["status project's Function", calls.pageThroughFunction],
  ];
  const cold: Times = new Map();
  for (let round = 1; round <= isolates; round += 1) {
    showProgress(`Fresh isolate ${round} of ${isolates} for each kind of call`);
    for (const [kind, call] of firstCalls) {
      await subject.restart({ inspect: true });
      const worker = kind === "status project's Function" ? "status" : "daymark";
      const ownCpu = await startOwnCpu<Kind>(await subject.inspectorURL(), worker);
      await ownCpu.measure(kind, call);
      addTimes(cold, await ownCpu.stop());
      await calls.deleteIncidents();
    }
  }
  return cold;
}

async function measureWarmCalls(subject: Subject, calls: Calls, count: number): Promise<Times> {
  await subject.restart({ inspect: true });
  const inspectorURL = await subject.inspectorURL();
  await runRounds(calls, WARM_UP_ROUNDS, (_, call) => call());
  const ownCpu = await startOwnCpu<Kind>(inspectorURL, "daymark");
  await runRounds(calls, count, ownCpu.measure);
  const warm = await ownCpu.stop();
  const functionCpu = await startOwnCpu<Kind>(inspectorURL, "status");
  for (let call = 0; call < WARM_UP_ROUNDS; call += 1) await calls.pageThroughFunction();
  for (let call = 0; call < count; call += 1)
    await functionCpu.measure("status project's Function", calls.pageThroughFunction);
  return addTimes(warm, await functionCpu.stop());
}

type Measure = (kind: Kind, call: () => Promise<void>) => Promise<void>;

async function runRounds(calls: Calls, count: number, measure: Measure): Promise<void> {
  for (let round = 1; round <= count; round += 1) {
    showProgress(`Warm call ${round} of ${count} of each kind`);
    await runRound(calls, measure);
    if (round % ROUNDS_PER_POINT === 0) await storePoint(calls, measure);
  }
}

async function runRound(calls: Calls, measure: Measure): Promise<void> {
  await measure("POST of an incident", calls.postIncident);
  await measure("page after a change", calls.page);
  await measure("page in another language after a change", calls.pageInGerman);
  await measure("feed after a change", calls.feed);
  await measure("v2 summary after a change", calls.summary);
  await measure("page unchanged, from memory", calls.page);
  await calls.deleteIncidents();
  await calls.runIdleMinute(); // This one does what the changes left to it.
  await measure("idle cron minute", calls.runIdleMinute);
}

async function storePoint(calls: Calls, measure: Measure): Promise<void> {
  await calls.page();
  await measure("submission of a point", calls.submitPoint);
  await measure("queue batch with a point", calls.storePoint);
  // Storing took more than the second for which the version is known.
  await measure("page unchanged, version read", calls.page);
}

function addTimes(all: Times, more: Times): Times {
  for (const [kind, times] of more) all.set(kind, [...(all.get(kind) ?? []), ...times]);
  return all;
}

function showProgress(text: string): void {
  process.stderr.write(`\r\x1b[K${text} …`);
}

export function cpuFigures(all: CallTimes[]): Figure[] {
  return all.flatMap(({ kind, components, warm, cold }) => {
    const name = `${kind}, ${components} components`;
    const figures = [toFigure(name, warm, MAX_WARM_MS[kind]?.[components])];
    if (cold.length > 0)
      figures.push(toFigure(`${name}, first in a fresh isolate`, cold, MAX_COLD_MS[kind]?.[components]));
    return figures;
  });
}

function toFigure(name: string, times: number[], maxMs: number | undefined): Figure {
  const p50 = median(times);
  const figure = { name, figure: `p99 of ${times.length} calls ${p99(times).toFixed(1)} ms` };
  return maxMs === undefined
    ? { ...figure, result: `${p50.toFixed(1)} ms` }
    : { ...figure, ...atMost(maxMs, p50, "ms") };
}

export function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
}
