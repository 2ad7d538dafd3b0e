import type { WriteDb } from "../../storage/db.ts";
import { cleanUp } from "./cleanup.ts";
import { wakeDueLanes } from "./lanes.ts";

export async function sweepOutbox(env: Env, db: WriteDb): Promise<void> {
  await cleanUp(db);
  await wakeDueLanes({ env, db });
}
