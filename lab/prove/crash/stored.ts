import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Row = Record<string, string | number | null>;

export interface Stored {
  rows(sql: string): Row[];
  /** Counts the rows of a query by the value of its first column. */
  counts(sql: string): Map<string, number>;
}

/**
 * Reads the database of a server that is down. It opens a copy, because opening the file itself would already repair what the
 * next start has to repair.
 */
export async function withStored<Result>(
  stateDir: string,
  read: (stored: Stored) => Result,
): Promise<Result> {
  const copy = await mkdtemp(join(tmpdir(), "daymark-copy-"));
  try {
    const folder = join(stateDir, "d1/miniflare-D1DatabaseObject");
    await cp(folder, copy, { recursive: true });
    const file = (await readdir(copy)).find(
      (name) => name.endsWith(".sqlite") && !name.startsWith("metadata"),
    );
    if (file === undefined) throw new Error(`There is no database in ${folder}.`);
    const database = new DatabaseSync(join(copy, file));
    try {
      const rows = (sql: string) => database.prepare(sql).all() as Row[]; // No column has blobs.
      return read({
        rows,
        counts: (sql) =>
          new Map(
            [...Map.groupBy(rows(sql), (row) => String(Object.values(row)[0]))].map(([value, group]) => [
              value,
              group.length,
            ]),
          ),
      });
    } finally {
      database.close();
    }
  } finally {
    await rm(copy, { recursive: true });
  }
}
