import { MAX_PAGE_BYTES, maxPageRows } from "../../../worker/backup/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, readBody } from "../connection/connection.ts";
import { count, warn } from "../output.ts";
import { checkArchive, type Manifest, openArchive, type PartRows, type Row } from "./read-archive.ts";

type Progress = Schemas["RestoreProgress"];
type Part = Progress["part"];

/** The statuses that say that rows can't be restored, and not that something is busy or a key is wrong. */
const refusals = [400, 413, 415, 422];

/** An interrupted restore continues where it was. If the archive is refused, what this command began is taken back. */
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
  const { isNew, ...start } = await readBody(client.POST("/api/v0/restore", { body: manifest }));
  let progress: Progress = start;
  if (progress.isFinished && !isNew) {
    await requireRows(connection, manifest, "This archive was restored before, and nothing was changed now.");
    return false;
  }
  if (progress.position > 0) warn(`Continuing at row ${progress.position + 1} of ${progress.part}.`);
  for await (const { part, rows } of await openParts()) {
    let position = 0;
    for await (const page of splitIntoPages(rows, maxPageRows(part))) {
      const end = position + page.length;
      // More than one command may restore the same archive, and stop elsewhere in a page.
      while (isNext(progress, part, end)) {
        const skipped = Math.max(0, progress.position - position);
        progress = await send(part, position + skipped, page.slice(skipped));
      }
      position = end;
    }
    if (position > 0) warn(`${part}: ${count(position, "row")}`);
  }
  if (!progress.isFinished)
    throw new CommandError("refused", "Not all rows were restored. Run the command again.");
  await requireRows(connection, manifest, "All rows of the archive were sent.");
  return true;

  async function send(part: Part, position: number, rows: Row[]): Promise<Progress> {
    try {
      const { archiveID } = progress;
      return await readBody(
        client.POST("/api/v0/restore/rows", { body: { archiveID, part, position, rows } }),
      );
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const isRefused = error.status !== undefined && refusals.includes(error.status);
      if (isRefused && isNew) await cancelRestore(connection);
      throw Object.assign(error, {
        message: `${part}, after row ${position}: ${error.message} ${whatNext(isRefused, isNew)}`,
      });
    }
  }
}

function whatNext(isRefused: boolean, isNew: boolean): string {
  if (!isRefused)
    return "Run the command again to continue, or `daymark restore --cancel` to delete what was restored.";
  return isNew
    ? "Nothing was restored, and the installation is empty again."
    : "What was restored before is still there: `daymark restore --cancel` deletes it.";
}

/** Their rows become fewer without anybody: the days of a metric are fetched. */
const shrinking: Part[] = ["metricBackfills"];

/** @throws CommandError if the installation lists fewer rows of a kind than the archive has */
async function requireRows({ client, url }: Connection, { parts }: Manifest, done: string): Promise<void> {
  const { rows: listed = {} } = await readBody(
    client.GET("/api/v0/export", { params: { query: { count: "1" } } }),
  );
  const lacking = parts.flatMap(({ name, rows }) => {
    const found = listed[name] ?? rows;
    return found >= rows || shrinking.includes(name) ? [] : `${found} of ${count(rows, "row")} of ${name}`;
  });
  if (lacking.length === 0) return;
  throw new CommandError("refused", `${done} But ${url} has only ${lacking.join(", ")}.`);
}

/** Whether the page that ends there has rows that are not stored yet. */
function isNext(progress: Progress, part: Part, end: number): boolean {
  return !progress.isFinished && progress.part === part && progress.position < end;
}

export async function cancelRestore({ client }: Connection): Promise<void> {
  while (!(await readBody(client.POST("/api/v0/restore/cancel", { body: {} }))).isEmpty);
}

async function* splitIntoPages(rows: AsyncIterable<Row>, maxRows: number): AsyncGenerator<Row[]> {
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
