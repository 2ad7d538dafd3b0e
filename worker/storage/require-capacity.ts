import { HttpError } from "../http/errors.ts";
import { isGuardFailure } from "./batch-guard.ts";

export async function requireCapacity<T>(max: number, items: string, batch: Promise<T>): Promise<T> {
  return batch.catch((error: unknown) => {
    if (!isGuardFailure(error)) throw error;
    const limit = max.toLocaleString("en");
    throw new HttpError(
      409,
      `The limit of ${limit} ${items} is reached. Nothing was saved. Delete one first.`,
    );
  });
}
