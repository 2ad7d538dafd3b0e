import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { ARCHIVE_FORMAT, ARCHIVE_FORMAT_VERSION, archiveParts } from "../../../worker/backup/domain.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change single fields of several shapes
export type ArchiveRows = Record<string, any[]>;

/** @returns the rows of each part, by a reader of its own */
export async function readArchive(file: string): Promise<ArchiveRows> {
  const tar = gunzipSync(await readFile(file));
  const rows: ArchiveRows = {};
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString("latin1", at, at + 100).replaceAll("\0", "");
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 135), 8);
    const text = tar.toString("utf8", at + 512, at + 512 + size);
    if (name !== "manifest.json")
      rows[name.replace(".ndjson", "")] = text
        .split("\n")
        .flatMap((line) => (line ? [JSON.parse(line)] : []));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return rows;
}

interface TarEntry {
  name: string;
  text: string;
}

/** A manifest that matches the rows, and the rows. */
export function archiveEntries(rows: ArchiveRows): TarEntry[] {
  const files = archiveParts.map((name) => ({
    name: `${name}.ndjson`,
    text: (rows[name] ?? []).map((row) => `${JSON.stringify(row)}\n`).join(""),
  }));
  return [{ name: "manifest.json", text: JSON.stringify(manifestOf(rows)) }, ...files];
}

export function manifestOf(rows: ArchiveRows) {
  const parts = archiveParts.map((name) => {
    const lines = (rows[name] ?? []).map((row) => `${JSON.stringify(row)}\n`).join("");
    const sha256 = createHash("sha256").update(lines).digest("hex");
    return { name, rows: rows[name]?.length ?? 0, sha256 };
  });
  return { format: ARCHIVE_FORMAT, formatVersion: ARCHIVE_FORMAT_VERSION, parts };
}

export function archiveOf(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, text }) => {
    const bytes = Buffer.from(text);
    return [tarHeader(name, bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A plain file in POSIX ustar, as the command writes it: mode 0600, and no owner or time. */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (number: number, digits: number) => number.toString(8).padStart(digits, "0");
  const fields: [number, string][] = [
    [0, name],
    [100, "0000600\0"],
    [108, "0000000\0"],
    [116, "0000000\0"],
    [124, `${octal(size, 11)}\0`],
    [136, `${octal(0, 11)}\0`],
    [148, "        0"],
    [257, "ustar\x0000"],
  ];
  for (const [at, text] of fields) header.write(text, at, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, "latin1");
  return header;
}
