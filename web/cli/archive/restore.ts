import { MAX_PAGE_BYTES, maxPageRows } from "../../../worker/archive/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { bodyOf, type Connection } from "../connection.ts";
import { count, warn } from "../output.ts";
import { checkArchive, type Manifest, openArchive, type PartRows, type Row } from "./read-archive.ts";

type Progress = Schemas["RestoreProgress"];

/** The statuses that say that rows can't be restored, and not that something is busy or a key is wrong. */
const refusals = [400, 413, 415, 422];

/** An interrupted restore continues where it was. If the archive is refused, all of it is taken back. */
export async function restoreFrom(connection: Connection, file: string): Promise<void> {
  warn(`Checking ${file}.`);
  const manifest = await checkArchive(file);
  await restoreParts(connection, manifest, async () => (await openArchive(file)).parts);
}

/** @returns false if all of it was restored before, so that nothing was changed */
export async function restoreParts(
  connection: Connection,
  manifest: Manifest,
  openParts: () => Promise<AsyncIterable<PartRows>>,
): Promise<boolean> {
  const { client } = connection;
  let progress = await bodyOf(client.POST("/api/v0/restore", { body: manifest }));
  if (progress.isFinished && manifest.parts.some(({ rows }) => rows > 0)) return false;
  if (progress.position > 0) warn(`Continuing at row ${progress.position + 1} of ${progress.part}.`);
  for await (const { part, rows } of await openParts()) {
    let position = 0;
    for await (const page of pagesOf(rows, maxPageRows(part))) {
      const end = position + page.length;
      if (isNext(progress, part, end)) {
        const skipped = Math.max(0, progress.position - position);
        progress = await send(part, position + skipped, page.slice(skipped));
      }
      position = end;
    }
    if (position > 0) warn(`${part}: ${count(position, "row")}`);
  }
  if (!progress.isFinished)
    throw new CommandError("refused", "Not all rows were restored. Run the command again.");
  return true;

  async function send(part: Progress["part"], position: number, rows: Row[]): Promise<Progress> {
    try {
      const { archiveID } = progress;
      return await bodyOf(client.POST("/api/v0/restore/rows", { body: { archiveID, part, position, rows } }));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const isRefused = error.status !== undefined && refusals.includes(error.status);
      if (isRefused) await cancelRestore(connection);
      const more = isRefused
        ? "Nothing was restored, and the installation is empty again."
        : "Run the command again to continue.";
      throw Object.assign(error, { message: `${part}, after row ${position}: ${error.message} ${more}` });
    }
  }
}

/** Whether the page that ends there has rows that are not stored yet. */
function isNext(progress: Progress, part: Progress["part"], end: number): boolean {
  return !progress.isFinished && progress.part === part && progress.position < end;
}

export async function cancelRestore({ client }: Connection): Promise<void> {
  while (!(await bodyOf(client.POST("/api/v0/restore/cancel", { body: {} }))).isEmpty);
}

async function* pagesOf(rows: AsyncIterable<Row>, maxRows: number): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (page.length > 0 && (page.length === maxRows || bytes + size > MAX_PAGE_BYTES)) {
      yield page;
      [page, bytes] = [[], 0];
    }
    page.push(row);
    bytes += size;
  }
  if (page.length > 0) yield page;
}
