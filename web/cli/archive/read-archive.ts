import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_FORMAT_VERSION,
  type ArchivePart,
  archiveParts,
  areArchiveParts,
  MAX_ROW_BYTES,
} from "../../../worker/backup/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { damaged, readTar, type TarFile } from "./tar.ts";

export type Manifest = Schemas["ArchiveManifest"];
export type Row = Record<string, unknown>;

export const MANIFEST_FILE = "manifest.json";
export const partFile = (part: ArchivePart) => `${part}.ndjson`;

const MAX_MANIFEST_BYTES = 64 * 1024;

export interface PartRows {
  part: ArchivePart;
  /** Read them to the end. They are checked while they are read. */
  rows: AsyncIterable<Row>;
}

interface Archive {
  manifest: Manifest;
  parts: AsyncIterable<PartRows>;
}

/** Reads the archive as a stream, and nothing longer than a row is kept in memory. */
export async function openArchive(file: string): Promise<Archive> {
  const files = readTar(gunzip(file));
  const first = await files.next();
  if (first.done || first.value.name !== MANIFEST_FILE) throw damaged("it doesn't begin with its manifest");
  const manifest = await readManifest(first.value);
  return { manifest, parts: readParts(files, manifest) };
}

/** Reads all of it, so that a restore doesn't begin with an archive that is damaged. */
export async function checkArchive(file: string): Promise<Manifest> {
  const { manifest, parts } = await openArchive(file);
  for await (const { rows } of parts) for await (const _ of rows);
  return manifest;
}

async function* gunzip(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const gunzipped = createGunzip();
  pipeline(source, gunzipped, () => {}); // errors come out of the loop below
  try {
    for await (const chunk of gunzipped) yield chunk;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "Z_BUF_ERROR") throw damaged("it ends too early");
    if (code.startsWith("Z_")) throw damaged("it is no gzip file, or was changed");
    if (source.errored) throw new CommandError("usage", `Can't read ${file}: ${source.errored.message}`);
    throw error;
  } finally {
    source.destroy();
  }
}

async function readManifest({ size, content }: TarFile): Promise<Manifest> {
  if (size > MAX_MANIFEST_BYTES) throw damaged("its manifest is too long");
  const chunks = [];
  for await (const chunk of content) chunks.push(chunk);
  const manifest = parseJSON(Buffer.concat(chunks), () =>
    damaged("its manifest isn't JSON"),
  ) as Partial<Manifest>; // checked below
  if (manifest.format !== ARCHIVE_FORMAT || !Array.isArray(manifest.parts))
    throw damaged("its manifest isn't one of Daymark");
  if (manifest.formatVersion !== ARCHIVE_FORMAT_VERSION)
    throw damaged("it was made by a later version of Daymark; use that version's `daymark`");
  if (!areArchiveParts(manifest.parts.map((part) => part?.name)))
    throw damaged("its manifest doesn't list the parts of an archive");
  return manifest as Manifest; // the API checks the rest
}

async function* readParts(files: AsyncIterator<TarFile>, { parts }: Manifest): AsyncGenerator<PartRows> {
  for (const expected of parts) {
    const next = await files.next();
    const part = archiveParts.find((each) => each === expected.name);
    if (next.done || !part || next.value.name !== partFile(part))
      throw damaged(`${expected.name} is missing`);
    yield { part, rows: readRows(next.value, expected) };
  }
  if (!(await files.next()).done) throw damaged("it has a file that no archive has");
}

async function* readRows({ content }: TarFile, expected: Manifest["parts"][number]): AsyncGenerator<Row> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const line of readLines(content, hash, expected.name)) {
    count += 1;
    if (count > expected.rows) throw damaged(`${expected.name} has more rows than its manifest says`);
    yield parseRow(line, `${expected.name}, line ${count}`);
  }
  if (count !== expected.rows || hash.digest("hex") !== expected.sha256)
    throw damaged(`${expected.name} was changed: it doesn't match the manifest`);
}

async function* readLines(content: AsyncIterable<Buffer>, hash: Hash, name: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      [begun, begunBytes, start] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(start));
    begunBytes += chunk.length - start;
    if (begunBytes > MAX_ROW_BYTES) throw damaged(`a line of ${name} is too long`);
  }
  if (begunBytes > 0) throw damaged(`the last line of ${name} has no end`);
}

function parseRow(line: Buffer, where: string): Row {
  const row = parseJSON(line, () => damaged(`${where} isn't JSON`));
  if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as Row; // any object is a row here
  throw damaged(`${where} is no row`);
}

function parseJSON(bytes: Buffer, error: () => CommandError): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw error();
  }
}
