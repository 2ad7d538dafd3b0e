import { archiveParts } from "../../../worker/backup/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, readBody } from "../connection/connection.ts";
import type { Manifest, Row } from "./read-archive.ts";
import { writeArchive } from "./write-archive.ts";

type NightlyExport = Schemas["NightlyExport"];
type NightlyPage = Schemas["NightlyPage"];

/** @param day the newest if it is undefined */
export async function findNightly({ client }: Connection, day: string | undefined): Promise<NightlyExport> {
  const exports = await readBody(client.GET("/api/v0/nightly-exports"));
  const found = exports.find((each) => day === undefined || each.day === day);
  if (found) return found;
  const days = exports.map((each) => each.day).join(", ");
  throw new CommandError(
    "refused",
    days === ""
      ? "There is no nightly export. The first is made in the night after the installation has content."
      : `There is no nightly export of ${day}. There are those of ${days}.`,
  );
}

/** Writes a nightly export as an archive, with the points that R2 has now. */
export function downloadNightly(
  { client }: Connection,
  { day, pages }: NightlyExport,
  file: string,
): Promise<Manifest> {
  return writeArchive(file, async (writePart) => {
    const metricIDs = new Set<unknown>();
    const stored = readPages()[Symbol.asyncIterator]();
    let next = await stored.next();
    for (const part of archiveParts)
      await writePart(part, part === "metricDays" ? readPoints(metricIDs) : readPart(part));

    async function* readPart(part: NightlyPage["part"]): AsyncGenerator<Row[]> {
      for (; !next.done && next.value.part === part; next = await stored.next()) {
        if (part === "metrics") for (const { metricID } of next.value.rows) metricIDs.add(metricID);
        yield next.value.rows;
      }
    }
  });

  async function* readPages(): AsyncGenerator<NightlyPage> {
    for (let number = 1; number <= pages; number++) {
      const path = { day, number: String(number) };
      yield await readBody(client.GET("/api/v0/nightly-exports/{day}/pages/{number}", { params: { path } }));
    }
  }

  async function* readPoints(metricIDs: ReadonlySet<unknown>): AsyncGenerator<Row[]> {
    let cursor: string | null | undefined;
    do {
      const query = typeof cursor === "string" ? { cursor } : {};
      const params = { path: { day }, query };
      const page = await readBody(client.GET("/api/v0/nightly-exports/{day}/points", { params }));
      yield page.rows.filter(({ metricID }) => metricIDs.has(metricID));
      cursor = page.next;
    } while (cursor !== null);
  }
}
