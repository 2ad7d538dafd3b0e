import { parseArgs } from "node:util";
import { build } from "../../tools/build/build.ts";
import { measureChannels } from "./channels.ts";
import { measureCodebase } from "./codebase.ts";
import { measureCold } from "./isolates/cold.ts";
import { cpuFigures, incidentsBySize, measureCpu } from "./isolates/cpu.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMail } from "./mail.ts";
import { measureMemory } from "./memory.ts";
import { measureMetrics } from "./metrics.ts";
import { measurePages } from "./pages.ts";
import { measureRows } from "./rows.ts";
import { type Figure, print } from "./table.ts";

// Usage: npm run bench -- [pages] [cold] [cpu] [lighthouse] [metrics] [mail] [channels] [rows] [memory] [size]
//   [--minutes 30] [--share 1] [--isolates 5] [--calls 40] [--components 10,100,200].
// The default is all parts. --share 0.01 makes channels have a hundredth of its recipients. --isolates is how many fresh ones cold
// and cpu take for each kind of call, --calls how many warm ones cpu takes, and --components for which sizes.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "30" },
    share: { type: "string", default: "1" },
    isolates: { type: "string", default: "5" },
    calls: { type: "string", default: "40" },
    components: { type: "string", default: Object.keys(incidentsBySize).join() },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 3)) throw new Error("--minutes takes a number of 3 or more.");

const share = Number(values.share);
if (!(share > 0 && share <= 1)) throw new Error("--share takes a number above 0, up to 1.");

const isolates = Number(values.isolates);
if (!(isolates >= 1)) throw new Error("--isolates takes a number of 1 or more.");

const calls = Number(values.calls);
if (!(calls >= 1)) throw new Error("--calls takes a number of 1 or more.");

const sizes = values.components.split(",").map(Number);
if (!sizes.every((size) => Object.hasOwn(incidentsBySize, size)))
  throw new Error(`--components takes some of ${Object.keys(incidentsBySize).join()}.`);

const parts: Record<string, () => Figure[] | Promise<Figure[]>> = {
  pages: measurePages,
  cold: () => measureCold(isolates),
  cpu: async () => cpuFigures(await measureCpu({ sizes, isolates, calls })),
  lighthouse: measureLighthouse,
  metrics: measureMetrics,
  mail: measureMail,
  channels: () => measureChannels(share),
  rows: measureRows,
  memory: () => measureMemory(minutes),
  size: measureCodebase,
};
for (const name of positionals)
  if (!Object.hasOwn(parts, name)) throw new Error(`${name} is not one of ${Object.keys(parts).join(", ")}.`);

const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
if (chosen.some((name) => name !== "size"))
  await build(["worker", "test-worker", "status", "status-functions", "admin"]);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts))
  if (chosen.includes(name)) figures.push(...(await measure()));
print(figures);
