// Sends many random requests to the Worker and reports each server error: `npm run fuzz -- --seed 1 --requests 100000`.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { build } from "../../tools/build/build.ts";
import { fuzz } from "./fuzz.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, requests: { type: "string" } } });
const seed = Number(values.seed ?? randomInt(1_000_000));
const totalRequests = Number(values.requests ?? 100_000);

/** Only the first faults are printed with their request. */
const MAX_PRINTED_FAULTS = 30;

await build(["worker"]);
console.log(`${totalRequests.toLocaleString("en")} requests with --seed ${seed}`);
const { countsByStatus, faults, errorLines } = await fuzz(seed, totalRequests, (sentCount) =>
  console.log(`${sentCount.toLocaleString("en")} sent`),
);
for (const fault of faults.slice(0, MAX_PRINTED_FAULTS)) console.error(`\n${fault}`);
for (const line of errorLines.slice(0, MAX_PRINTED_FAULTS)) console.error(line);
for (const [status, count] of [...countsByStatus].sort())
  console.log(`${status}: ${count.toLocaleString("en")}`);
console.log(faults.length === 0 ? "No server error." : `${faults.length} faults.`);
if (faults.length > 0) process.exitCode = 1;
