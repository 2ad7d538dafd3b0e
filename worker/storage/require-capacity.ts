import { Refusal } from "../http/errors.ts";
import { isGuardFailure } from "./batch-guard.ts";

export async function requireCapacity<T>(max: number, items: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (!isGuardFailure(error)) throw error;
    const limit = max.toLocaleString("en");
    throw new Refusal(409, `The limit of ${limit} ${items} is reached. Nothing was saved. Delete one first.`);
  });
}
