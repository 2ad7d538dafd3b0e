import { APIError } from "./api.ts";

const NOT_FOUND = 404;
const CONFLICT = 409;

export function isNotFound(error: unknown): error is APIError {
  return error instanceof APIError && error.status === NOT_FOUND;
}

export function conflictingVersion<Stored>(error: unknown): Stored | undefined {
  if (!(error instanceof APIError) || error.status !== CONFLICT) return undefined;
  return error.current as Stored | undefined; // the API answers with what the PATCH would have
}
