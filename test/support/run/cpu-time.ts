import { readdir, readFile } from "node:fs/promises";

/** Finds the workerd that this process started last. One `startDaymark()` with an option starts one. */
export async function workerdPID(): Promise<string> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  let last = { pid: "", startedAt: -1 };
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // In proc(5) the fields are the name in parentheses, the state, the parent's PID, and as the 22nd the start in ticks.
    const [, name, fields = ""] = /\((.*)\) (.*)/.exec(stat) ?? [];
    const [, parent, ...others] = fields.split(" ");
    const startedAt = Number(others[17]);
    if (name === "workerd" && parent === String(process.pid) && startedAt >= last.startedAt)
      last = { pid, startedAt };
  }
  if (last.pid === "") throw new Error("This process has started no workerd.");
  return last.pid;
}

/** Sums the scheduler's exact CPU time of all threads of a process. */
export async function cpuTimeMs(pid: string): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const timesNs = await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(stat.split(" ")[0]);
    }),
  );
  return timesNs.reduce((sum, timeNs) => sum + timeNs, 0) / 1e6;
}

/** Measures the median CPU time of each action. The actions take turns, so that each has the same conditions. */
export async function medianCpuMs<Name extends string>(
  pid: string,
  actions: Record<Name, () => Promise<unknown>>,
  runs: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(actions) as Name[]; // Object.keys is typed as string[].
  const timesByName = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const beforeMs = await cpuTimeMs(pid);
      await actions[name]();
      timesByName.get(name)?.push((await cpuTimeMs(pid)) - beforeMs);
    }
  }
  const medians = [...timesByName].map(([name, times]) => [
    name,
    times.sort((a, b) => a - b)[runs >> 1] ?? 0,
  ]);
  return Object.fromEntries(medians) as Record<Name, number>; // Each name has a median.
}
