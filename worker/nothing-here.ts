import { Refusal } from "./errors.ts";

/** Whether an address is one of programs: whatever is refused there is refused in JSON. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|metrics)(\/|$)/.test(path);
}

/** For a path at which there is nothing. */
export function nothingHere(path: string): Refusal {
  return new Refusal(
    404,
    isForPrograms(path)
      ? "There is nothing at this address. All calls are listed at /api/docs."
      : "404 page not found",
  );
}
