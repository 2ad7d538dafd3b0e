import { Refusal } from "../http/errors.ts";
import { isGuardFailure } from "./batch-guard.ts";

/** For what has a limit in number: its batch begins with a guard that there is room. @throws Refusal 409 where there is none */
export async function requireCapacity<T>(most: number, what: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    if (!isGuardFailure(error)) throw error;
    const count = most.toLocaleString("en");
    throw new Refusal(409, `The limit of ${count} ${what} is reached. Nothing was saved. Delete one first.`);
  });
}
