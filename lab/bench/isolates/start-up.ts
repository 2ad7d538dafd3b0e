import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { readStarted } from "../../../tools/build/started-modules.ts";
import { daymarkWorker } from "../../../tools/start/workers.ts";
import { median } from "../rates.ts";
import { atMost, type Figure } from "../table.ts";
import { openInspector } from "./inspector.ts";
import { startSampling, stopSampling } from "./own-cpu.ts";

const KiB = 1024;

/** Measures the product's own build: what is uploaded, what of it is evaluated at the start, and how long that takes. */
export async function measureStartUp(rounds: number): Promise<Figure[]> {
  const { modules } = await daymarkWorker({});
  const all = modules as Module[]; // daymarkWorker lists them, the first one to evaluate first.
  const paths = all.map(({ path }) => path);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await activeStartMs(all));
  return [
    { name: "bundle", ...(await sizeFigure(paths, 400)) },
    { name: "… of it evaluated at the start", ...(await sizeFigure((await readStarted()).files, 200)) },
    { name: "start-up, active", figure: `${rounds} starts`, ...atMost(40, median(times), "ms") },
  ];
}

interface Module {
  type: "ESModule" | "Text";
  path: string;
}

async function sizeFigure(paths: string[], maxKiB: number): Promise<Partial<Figure>> {
  const bytes = Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
  const figure = `${paths.length} modules, ${(bytes.length / KiB).toFixed(0)} KiB`;
  return { figure, ...atMost(maxKiB, gzipSync(bytes).length / KiB, "KiB gz") };
}

/** Evaluates the bundle while V8's profiler runs, as `wrangler check startup` does. */
async function activeStartMs(modules: Module[]): Promise<number> {
  const worker = await daymarkWorker({});
  const contents = `export default {
    async fetch() {
      await import("./index.js");
      return new Response("The bundle is evaluated.");
    },
  };`;
  const path = join(dirname(modules[0]?.path ?? ""), "start-up.js");
  const mf = new Miniflare({
    ...worker,
    cf: false,
    inspectorPort: 0,
    handleStructuredLogs: () => undefined,
    modules: [{ type: "ESModule", path, contents }, ...modules],
  });
  try {
    const inspector = await openInspector(await mf.getInspectorURL(), "daymark");
    await startSampling(inspector);
    await (await mf.dispatchFetch("http://localhost/")).text();
    const samples = await stopSampling(inspector);
    inspector.close();
    return samples.reduce((sum, { us }) => sum + us, 0) / 1000;
  } finally {
    await mf.dispose();
  }
}
