import type { Reporter } from "vitest/node";
import { listProcesses, readProcess } from "../starters/processes.ts";
import { startCounting } from "./run-counts.ts";
import { deleteRunFolders, makeRunFolders, memoryFolder } from "./run-folders.ts";

const RUN_VARIABLE = "DAYMARK_TEST_RUN";
/** Test processes end after this one has told them to. On a busy machine that takes a moment. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 50;

/** Marks every process that tests start from now on. Fails the run if one of them outlives it, and deletes all temporary folders. */
export class LeftoversReporter implements Reporter {
  onInit(): void {
    process.env[RUN_VARIABLE] = String(process.pid);
    makeRunFolders();
    startCounting(memoryFolder);
    process.once("exit", () => {
      const processes = waitForEnd();
      if (processes.length > 0) {
        console.error(`Tests left ${processes.length} processes behind:\n${processes.join("\n")}`);
        process.exitCode = 1;
      }
      deleteRunFolders();
    });
  }
}

function waitForEnd(): string[] {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < MAX_WAIT_MS && leftProcesses().length > 0; waited += POLL_MS)
    Atomics.wait(sleeper, 0, 0, POLL_MS);
  return leftProcesses();
}

/** Lists the command lines of marked processes that no longer descend from this one. */
function leftProcesses(): string[] {
  const mark = `${RUN_VARIABLE}=${process.pid}`;
  return listProcesses()
    .filter((pid) => readProcess(pid, "environ").split("\0").includes(mark) && !descendsFromThis(pid))
    .map((pid) => readProcess(pid, "cmdline").replaceAll("\0", " "))
    .filter((command) => command !== ""); // Those have ended.
}

function descendsFromThis(pid: number): boolean {
  if (pid === process.pid) return true;
  const parent = Number(readProcess(pid, "status").match(/^PPid:\s*(\d+)/m)?.[1] ?? 0);
  return parent > 1 && descendsFromThis(parent);
}
