import { Refusal } from "./errors.ts";

/** Programs call these addresses, so every refusal there is JSON. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|metrics)(\/|$)/.test(path);
}

/** @returns the 404 for a path that no route has */
export function nothingHere(path: string): Refusal {
  return new Refusal(
    404,
    isForPrograms(path)
      ? "There is nothing at this address. All calls are listed at /api/docs."
      : "404 page not found",
  );
}
