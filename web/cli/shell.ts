import { AsyncLocalStorage } from "node:async_hooks";
import type { EventEmitter } from "node:events";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { WriteStream } from "node:tty";

type Output = Writable & Partial<Pick<WriteStream, "isTTY" | "columns">>;

/** The parts of `process` that commands use. Tests pass their own, and so run many commands in one process. */
export interface Shell extends Pick<EventEmitter, "once" | "off"> {
  env: NodeJS.ProcessEnv;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  platform: string;
  /** The version of Node. */
  version: string;
  cwd(): string;
  exit(code: number): void;
}

interface Run {
  shell: Shell;
  exitCode: number;
}

const runs = new AsyncLocalStorage<Run>();

/** @returns the exit code that the command has set, or else 0 */
export async function runIn(shell: Shell, command: () => Promise<unknown>): Promise<number> {
  const run = { shell, exitCode: 0 };
  await runs.run(run, command);
  return run.exitCode;
}

/** @returns the shell of the command that calls this */
export const shell = (): Shell => currentRun().shell;

/** Relative paths start from the folder that the command runs in. */
export function resolvePath(file: string): string {
  return resolve(shell().cwd(), file);
}

/** A command that ends without an error exits with 0, or with the code that it has set. */
export function setExitCode(code: number): void {
  currentRun().exitCode = code;
}

function currentRun(): Run {
  const run = runs.getStore();
  if (!run) throw new Error("No command is running.");
  return run;
}
