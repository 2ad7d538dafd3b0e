import { setTimeout as wait } from "node:timers/promises";
import { cpuTimeMs, workerdPID } from "../../../test/support/run/cpu-time.ts";
import type { Daymark } from "../../../test/support/starters/daymark.ts";
import type { Bill } from "../../../test/support/workers/bill.ts";
import { MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { minus, times, type Usage } from "./prices.ts";

/** Counts what actions of the Worker of the tests use, including what goes on after a response. */
export async function startCounter(daymark: Daymark) {
  const pid = await workerdPID();

  async function read(): Promise<Usage> {
    const bill = (await (await fetch(`${daymark.url}/x-bill`)).json()) as Bill;
    const { rowsRead, rowsWritten, filesRead, filesWritten, messages } = bill;
    return {
      rowsRead,
      rowsWritten,
      filesRead,
      filesWritten,
      // Each message is written, read and deleted, and has a run of its own at most.
      queueOperations: 3 * messages,
      requests: messages,
      cpuMs: await cpuTimeMs(pid),
    };
  }

  return {
    /**
     * Returns the usage of one of `invocations`, which all are calls of the Worker.
     * @param isComplete for work that a queue delays, which the Worker's own count doesn't wait for
     */
    async measureUsage(
      invocations: number,
      act: () => Promise<unknown>,
      isComplete: (used: Usage) => boolean = () => true,
    ): Promise<Usage> {
      const before = await read();
      await act();
      const deadline = Date.now() + MINUTE_MS;
      for (;;) {
        const used = minus(await read(), before);
        if (isComplete(used))
          return times({ ...used, requests: used.requests + invocations }, 1 / invocations);
        if (Date.now() > deadline) throw new Error("The Worker didn't finish what a queue has.");
        await wait(100);
      }
    },
  };
}
