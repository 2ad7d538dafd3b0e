import { stateConflict } from "../http/errors.ts";
import { ifGuardFails } from "./writes/batch-guard.ts";

export async function requireCapacity<T>(
  max: number,
  items: string,
  batch: Promise<T>,
  remedy = "Delete one first.",
): Promise<T> {
  return ifGuardFails(batch, () => {
    const limit = max.toLocaleString("en");
    throw stateConflict(`The limit of ${limit} ${items} is reached. Nothing was saved. ${remedy}`);
  });
}
