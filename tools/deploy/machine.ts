import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { TargetName } from "../build/targets.ts";

/** What a deployment uses of the machine that it runs on. Tests pass their own, and so deploy without processes. */
export interface Machine {
  root: string;
  env: NodeJS.ProcessEnv;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable;
  exit(code: number): void;
  build(names: readonly TargetName[]): Promise<unknown>;
  runWrangler(call: WranglerCall): Promise<number | null>;
}

export interface WranglerCall {
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  onOutput(text: string): void;
  onError(text: string): void;
}

const machines = new AsyncLocalStorage<Machine>();

export function onMachine<T>(machine: Machine, run: () => T): T {
  return machines.run(machine, run);
}

export function machine(): Machine {
  const current = machines.getStore();
  if (!current) throw new Error("No deployment is running.");
  return current;
}

/** @param file from the repository's folder */
export function repositoryPath(file: string): string {
  return join(machine().root, file);
}

export function print(text: string): void {
  machine().stdout.write(`${text}\n`);
}
