import { Refusal } from "./errors.ts";

/** Programs call these addresses, so every refusal there is JSON. */
export function isForPrograms(path: string): boolean {
  return /^\/(api|metrics)(\/|$)/.test(path);
}

/** @param path tells a program where to look; without it a person reads the answer */
export function pageNotFound(path = "/"): Refusal {
  return new Refusal(
    404,
    isForPrograms(path)
      ? "There is nothing at this address. All calls are listed at /api/docs."
      : "404 page not found",
  );
}
