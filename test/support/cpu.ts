import { readdir, readFile } from "node:fs/promises";

/** The workerd that this process has started: with one `startDaymark()` there is one. */
export async function workerdPID(): Promise<string> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // proc(5): the name in parentheses, the state, the parent
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(stat) ?? [];
    if (name === "workerd" && parent === String(process.pid)) return pid;
  }
  throw new Error("No workerd runs here.");
}

/** CPU time that all threads of a process have spent so far, in milliseconds: as exact as the scheduler's own books. */
async function cpuTime(pid: string): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const spent = await Promise.all(
    threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(stat.split(" ")[0]);
    }),
  );
  return spent.reduce((sum, each) => sum + each, 0) / 1e6;
}

/** The CPU time in milliseconds that a process takes for each of several actions: the median of as many runs, in turn. */
export async function cpuOf<Name extends string>(
  pid: string,
  actions: Record<Name, () => Promise<unknown>>,
  runs: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(actions) as Name[]; // what Object.keys gives are the record's own
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const before = await cpuTime(pid);
      await actions[name]();
      taken.get(name)?.push((await cpuTime(pid)) - before);
    }
  }
  const medians = [...taken].map(([name, times]) => [name, times.sort((a, b) => a - b)[runs >> 1] ?? 0]);
  return Object.fromEntries(medians) as Record<Name, number>; // each name has its median
}
