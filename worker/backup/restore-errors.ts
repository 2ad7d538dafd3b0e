import { sql } from "drizzle-orm";
import { badRequest, errorIncludes, type HttpError, stateConflict } from "../http/errors.ts";
import type { Db } from "../storage/db.ts";
import type { StoredRestore } from "../storage/writes/unfinished-restore.ts";
import type { ArchivePart } from "./domain.ts";
import { tableOf } from "./parts.ts";

/** The archive of a restore that is being cancelled: no archive has this ID. */
export const CANCELLED = "";

export async function rowError(db: Db, error: unknown, { part, position }: StoredRestore): Promise<unknown> {
  if (errorIncludes(error, "FOREIGN KEY constraint failed"))
    return badRequest(`A row of ${part} refers to something that the archive doesn't have.`, {
      cause: error,
    });
  if (!errorIncludes(error, "UNIQUE constraint failed")) return error;
  if (await hasOtherRows(db, part, position))
    return stateConflict(
      `Something else was written to this installation meanwhile, which has an ID, name or address of these rows of ${part}. Nothing was deleted.`,
      { cause: error },
    );
  return badRequest(`Two rows of ${part} have the same ID, name or address.`, { cause: error });
}

/** A restore has stored as many rows of a part as its position says. */
async function hasOtherRows(db: Db, part: ArchivePart, position: number): Promise<boolean> {
  const table = tableOf(part);
  if (!table) return false;
  const [counted] = await db.select({ rows: sql<number>`count(*)` }).from(table);
  return (counted?.rows ?? 0) > position;
}

export function notEmpty(): HttpError {
  return stateConflict(
    "An archive can only be restored into an empty installation. This one has components, groups, incidents, maintenances, metrics, templates, proposals, alert rules, heartbeats or subscribers already. Nothing was changed.",
  );
}

export function otherRestore({ archiveID }: StoredRestore): HttpError {
  return stateConflict(
    archiveID === CANCELLED
      ? "A restore is being cancelled. Cancel it again, until the installation is empty."
      : "Another archive is being restored into this installation. Continue with that one, or cancel its restore.",
  );
}

export function notBegun(): HttpError {
  return stateConflict("This archive is not being restored. Begin with its manifest.");
}

export function outOfOrder({ part, position }: StoredRestore): HttpError {
  return stateConflict(`These rows are not the next ones: row ${position} of ${part} is.`);
}
