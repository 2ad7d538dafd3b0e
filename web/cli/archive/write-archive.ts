import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_FORMAT_VERSION,
  type ArchivePart,
  archiveParts,
} from "../../../worker/backup/domain.ts";
import { count, warn } from "../output.ts";
import { shell } from "../shell.ts";
import { MANIFEST_FILE, type Manifest, partFile, type Row } from "./read-archive.ts";
import { TAR_END, tarHeader, tarPadding } from "./tar.ts";

/** Nobody else on the machine may read subscribers' addresses. */
const PRIVATE = 0o600;

interface WrittenPart {
  rows: number;
  sha256: string;
}

export type WritePart = (part: ArchivePart, pages: AsyncIterable<Row[]>) => Promise<void>;

/** Writes a temporary file first, so that the archive is complete or not there. @param write writes every part that has rows */
export async function writeArchive(
  file: string,
  write: (writePart: WritePart) => Promise<void>,
): Promise<Manifest> {
  const staged = await stageParts(file);
  const currentShell = shell();
  const stop = () => {
    rmSync(staged.folder, { recursive: true, force: true });
    currentShell.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) currentShell.once(signal, stop);
  try {
    await write(async (part, pages) => {
      const { rows } = await staged.writePart(part, pages);
      warn(`${part}: ${count(rows, "row")}`);
    });
    return await staged.finish();
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) currentShell.off(signal, stop);
    await staged.remove();
  }
}

/** Collects the parts in files beside the archive, because tar has the size of a file in front of it. */
async function stageParts(file: string) {
  const folder = await mkdtemp(join(dirname(file), ".daymark-export-"));
  const writtenParts = new Map<ArchivePart, WrittenPart>();
  return {
    /** Replaces the part if it has been written before. */
    async writePart(part: ArchivePart, pages: AsyncIterable<Row[]>): Promise<WrittenPart> {
      const staged = await open(join(folder, partFile(part)), "w", PRIVATE);
      try {
        const result = await writeLines(staged, pages);
        writtenParts.set(part, result);
        return result;
      } finally {
        await staged.close();
      }
    },
    async finish(): Promise<Manifest> {
      const manifest = toManifest(writtenParts);
      const temporary = join(folder, "archive");
      const target = await open(temporary, "w", PRIVATE);
      try {
        await pipeline(
          Readable.from(tarChunks(folder, manifest)),
          createGzip({ level: 9 }),
          sameOnEverySystem(),
          async (chunks: AsyncIterable<Buffer>) => {
            for await (const chunk of chunks) await target.writeFile(chunk);
          },
        );
        await target.sync();
      } finally {
        await target.close();
      }
      await rename(temporary, file);
      return manifest;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
    folder,
  };
}

async function writeLines(staged: FileHandle, pages: AsyncIterable<Row[]>): Promise<WrittenPart> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const page of pages) {
    const lines = page.map((row) => `${JSON.stringify(row)}\n`).join("");
    hash.update(lines);
    rows += page.length;
    await staged.writeFile(lines);
  }
  return { rows, sha256: hash.digest("hex") };
}

/** It has no time and no version, so that equal content makes an equal archive. */
export function toManifest(writtenParts: Map<ArchivePart, WrittenPart>): Manifest {
  const parts = archiveParts.map((name) => ({ name, ...(writtenParts.get(name) ?? noRows) }));
  return { format: ARCHIVE_FORMAT, formatVersion: ARCHIVE_FORMAT_VERSION, parts };
}

const noRows: WrittenPart = { rows: 0, sha256: createHash("sha256").digest("hex") };

async function* tarChunks(folder: string, manifest: Manifest): AsyncGenerator<Buffer> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield* [tarHeader(MANIFEST_FILE, text.length), text, tarPadding(text.length)];
  for (const part of archiveParts) {
    const path = join(folder, partFile(part));
    const { size } = await stat(path);
    yield tarHeader(partFile(part), size);
    yield* createReadStream(path);
    yield tarPadding(size);
  }
  yield TAR_END;
}

/** The tenth byte of a gzip file names the operating system (RFC 1952). 255 stands for an unknown one. */
function sameOnEverySystem(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isFirst) chunk[9] = 255;
      isFirst = false;
      done(null, chunk);
    },
  });
}
