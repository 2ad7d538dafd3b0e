import { build } from "../../../tools/build/build.ts";
import { countEvent } from "../run/run-counts.ts";

/** Builds what is stale, for all tests of a run. */
export async function countedBuild(names: Parameters<typeof build>[0]): Promise<void> {
  for (let built = await build(names); built > 0; built -= 1) countEvent("build");
}
