import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const kinds = ["build", "chromium", "page", "process", "workerd"] as const;

/** `process` is any process but workerd and Chromium. */
export type EventKind = (typeof kinds)[number];

const FILE_VARIABLE = "DAYMARK_TEST_COUNTS";

/** Call it once before tests. Their processes inherit the file's path. */
export function startCounting(folder: string): void {
  const file = join(folder, "counts");
  writeFileSync(file, "");
  process.env[FILE_VARIABLE] = file;
}

/** Counts what makes a run expensive. Every process of the run appends to one file, and so does every thread. */
export function countEvent(kind: EventKind): void {
  const file = process.env[FILE_VARIABLE];
  if (file !== undefined) appendFileSync(file, `${process.pid} ${kind}\n`);
}

export type Counts = Record<EventKind, number>;

let taken = 0;

/** Returns the counts of this process since the last call. */
export function takeCounts(): Counts {
  const file = process.env[FILE_VARIABLE];
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const own = lines.filter((line) => line.startsWith(`${process.pid} `));
  const recent = own.slice(taken);
  taken = own.length;
  return countsOf((kind) => recent.filter((line) => line.endsWith(` ${kind}`)).length);
}

export function countsOf(count: (kind: EventKind) => number): Counts {
  const counts = kinds.map((kind) => [kind, count(kind)] as const);
  return Object.fromEntries(counts) as Counts; // It has an entry for each kind.
}

let isCounting = false;

/** Counts every process that this thread starts from now on, except for those that it starts synchronously. */
export function countProcesses(): void {
  if (isCounting) return;
  isCounting = true;
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess }; // as Node documents this channel
    child.once("spawn", () => countEvent(kindOf(basename(child.spawnfile))));
  });
}

function kindOf(program: string): EventKind {
  if (program === "workerd") return "workerd";
  return /chrom/i.test(program) ? "chromium" : "process";
}
