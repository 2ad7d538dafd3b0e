import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { workerdPID } from "../../../test/support/run/cpu-time.ts";
import { startDaymark } from "../../../test/support/starters/daymark.ts";
import { root } from "../../../tools/paths.ts";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { runSoak } from "../soak/run-soak.ts";
import { proveBill } from "./bill.ts";

// These run the cheap parts of `npm run prove` with small bounds, so that it keeps working between its long runs.

const prove = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, "lab/prove/run.ts"), ...args]);

test("a part replaces its own section of the results and leaves the others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daymark-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const results = join(folder, "results.md");
  await writeFile(
    results,
    "# Results\n\n## The bill (`bill`)\n\nKept.\n\n## Random requests (`fuzz`)\n\nOld.\n",
  );
  await prove("fuzz", "--requests", "30", "--seed", "7", "--results", results);
  const text = await readFile(results, "utf8");
  expect(text).toContain("Bounds: 30 requests (a full run has 100,000). Seed 7.");
  expect(text).toMatch(/\| answers with 5xx, [^|]* \| 0 \| 0 \| met \|/);
  expect(text).toContain("## The bill (`bill`)\n\nKept.");
  expect(text).not.toContain("Old.");
});

test("an unknown part is refused with the names of all parts", async () => {
  await expect(prove("soup")).rejects.toThrow("soup is not one of soak, crash, faults, fuzz, bill, cpu.");
});

test("an idle installation fits the free plan, and costs what the paid plan costs", async () => {
  const { figures, tables = [] } = await proveBill(["idle"]);
  expect(figures).toMatchObject([{ result: "0", meetsTarget: true }]);
  const summary = tables.find(({ title }) => title.startsWith("A month"));
  expect(summary?.rows).toEqual([[expect.stringContaining("idle"), "fits, $0", "$5.00"]]);
});

test("steady traffic ends with what it has measured when workerd hangs", async () => {
  const daymark = await startDaymark({ build: "worker" });
  const pid = await workerdPID();
  const page = {
    runStep: async () => void (await daymark.fetch("/robots.txt")),
    runCron: () => daymark.runCron("2026-01-31T12:00:00Z"),
    async measureHeap() {
      process.kill(Number(pid), "SIGSTOP");
      await daymark.fetch("/robots.txt");
      return { liveMB: 1, withGarbageMB: 1 };
    },
  };
  const result = await runSoak(page, pid, { minutes: 0.001, maxWaitMs: 10 * SECOND_MS });
  expect(result).toMatchObject({
    steps: 1,
    samples: [],
    failures: [],
    hangs: ["workerd didn't respond to the inspector within 10 seconds, so the run ended early"],
  });
  await daymark.stop();
});
