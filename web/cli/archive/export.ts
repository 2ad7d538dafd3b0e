import { type ArchivePart, archiveParts } from "../../../worker/backup/domain.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, readBody } from "../connection/connection.ts";
import { warn } from "../output.ts";
import type { Manifest, Row } from "./read-archive.ts";
import { type WritePart, writeArchive } from "./write-archive.ts";

/** Points arrive all the time, and nothing refers to them. Logos never change. */
const independentParts: readonly ArchivePart[] = ["metricDays", "logos"];
const MAX_ATTEMPTS = 5;

class ContentChanged extends Error {}

export function exportTo({ client }: Connection, file: string): Promise<Manifest> {
  return writeArchive(file, async (writePart) => {
    await exportContent(writePart);
    for (const part of independentParts)
      await writePart(
        part,
        readPages(part, () => {}),
      );
  });

  /** Rows refer to each other, so all of them are read again if any changed in the meantime. */
  async function exportContent(writePart: WritePart): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { contentVersion } = await readBody(client.GET("/api/v0/export"));
      try {
        for (const part of archiveParts)
          if (!independentParts.includes(part))
            await writePart(
              part,
              readPages(part, (version) => {
                if (version !== contentVersion) throw new ContentChanged();
              }),
            );
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

  async function* readPages(part: ArchivePart, check: (version: string) => void): AsyncGenerator<Row[]> {
    let cursor: string | null | undefined;
    do {
      const query = typeof cursor === "string" ? { cursor } : {};
      const page = await readBody(client.GET("/api/v0/export/{part}", { params: { path: { part }, query } }));
      check(page.contentVersion);
      yield page.rows;
      cursor = page.next;
    } while (cursor !== null);
  }
}
