import { rmSync } from "node:fs";
import { type ArchivePart, archiveParts } from "../../../worker/archive/domain.ts";
import { CommandError } from "../command-error.ts";
import { bodyOf, type Connection } from "../connection.ts";
import { count, warn } from "../output.ts";
import type { Manifest, Row } from "./read-archive.ts";
import { stageParts } from "./write-archive.ts";

/** Points arrive all the time, and nothing refers to them. Logos never change. */
const independentParts: readonly ArchivePart[] = ["metricDays", "logos"];
const MAX_ATTEMPTS = 5;

class ContentChanged extends Error {}

/** Writes a temporary file first, so that the archive is complete or not there. */
export async function exportTo({ client }: Connection, file: string): Promise<Manifest> {
  const staged = await stageParts(file);
  const stop = () => {
    rmSync(staged.folder, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    await exportContent();
    for (const part of independentParts) await exportPart(part, () => {});
    return await staged.finish();
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
    await staged.remove();
  }

  /** Rows refer to each other, so all of them are read again if any changed in the meantime. */
  async function exportContent(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { contentVersion } = await bodyOf(client.GET("/api/v0/export"));
      try {
        for (const part of archiveParts)
          if (!independentParts.includes(part))
            await exportPart(part, (version) => {
              if (version !== contentVersion) throw new ContentChanged();
            });
        return;
      } catch (error) {
        if (!(error instanceof ContentChanged)) throw error;
        if (attempt === MAX_ATTEMPTS)
          throw new CommandError(
            "refused",
            `The page changed during each of ${MAX_ATTEMPTS} attempts, so nothing was exported. Try again when less happens.`,
          );
        warn("The page was just changed. Reading it again.");
      }
    }
  }

  async function exportPart(part: ArchivePart, check: (version: string) => void): Promise<void> {
    const { rows } = await staged.writePart(part, readPages(part, check));
    warn(`${part}: ${count(rows, "row")}`);
  }

  async function* readPages(part: ArchivePart, check: (version: string) => void): AsyncGenerator<Row[]> {
    let cursor: string | null | undefined;
    do {
      const query = typeof cursor === "string" ? { cursor } : {};
      const page = await bodyOf(client.GET("/api/v0/export/{part}", { params: { path: { part }, query } }));
      check(page.contentVersion);
      yield page.rows;
      cursor = page.next;
    } while (cursor !== null);
  }
}
