import { readdirSync, readFileSync } from "node:fs";

/** Lists the IDs of all running processes. Only Linux tells. */
export function listProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch (_) {
    return [];
  }
}

/** Returns "" for a process that has ended, or that is another user's. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (_) {
    return "";
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

let secondsBefore = 0;

/**
 * Returns the CPU time since the last call, of this process and of all that descend from it. Where there is no `/proc`, it is this
 * process's alone.
 */
export function takeCpuSeconds(): number {
  const seconds = cpuSecondsOfTree();
  const taken = Math.max(0, seconds - secondsBefore); // What killed grandchildren took is lost.
  secondsBefore = seconds;
  return taken;
}

/** Includes processes that have ended and were waited for. */
function cpuSecondsOfTree(): number {
  const processes = listProcesses().flatMap((pid) => {
    // In proc(5) the fields are the name in parentheses, the state, the parent's PID, and as the 14th to 17th the times of the
    // process and of its children that have ended, in user and system mode.
    const [, fields = ""] = /\) (.*)/.exec(readProcess(pid, "stat")) ?? [];
    const [, parent, ...others] = fields.split(" ").map(Number);
    const seconds = others.slice(9, 13).reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
    return parent === undefined ? [] : [{ pid, parent, seconds }];
  });
  if (processes.length === 0) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const childrenByParent = Map.groupBy(processes, (each) => each.parent);
  const sum = (pid: number): number =>
    (childrenByParent.get(pid) ?? []).reduce((total, child) => total + child.seconds + sum(child.pid), 0);
  return (processes.find((each) => each.pid === process.pid)?.seconds ?? 0) + sum(process.pid);
}
