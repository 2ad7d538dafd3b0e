import { APIError } from "./api.ts";

const CONFLICT = 409;

export function conflictingVersion<Stored>(error: unknown): Stored | undefined {
  if (!(error instanceof APIError) || error.status !== CONFLICT) return undefined;
  return error.current as Stored | undefined; // the API answers with what the PATCH would have
}
