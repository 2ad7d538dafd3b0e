import { HttpError } from "./errors.ts";

export function isForPrograms(path: string): boolean {
  return /^\/+(api|beat|metrics)(\/|$)/.test(path);
}

export function pageNotFound(path = "/"): HttpError {
  return new HttpError(
    404,
    isForPrograms(path)
      ? "There is nothing at this address. All calls are listed at /api/docs."
      : "404 page not found",
  );
}
