import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { firstPaintBytes, screenParts } from "../../tools/build/first-paint.ts";
import { buildFolderPath } from "../../tools/build/stamps.ts";
import type { Subject } from "./subject.ts";

interface Size {
  name: string;
  bytes: number;
  maxKB?: number;
}

export async function measureSizes({ url }: Subject): Promise<Size[]> {
  const html = Buffer.from(await (await fetch(`${url}/`)).arrayBuffer());
  return [
    { name: "public page, HTML with styles", bytes: gzipSync(html).length, maxKB: 15 },
    {
      name: "public page, script",
      bytes: await gzippedBytes(buildFolderPath("status"), /enhance\.js$/),
      maxKB: 10,
    },
    {
      name: "public page, script of interactive graphs",
      bytes: await gzippedBytes(buildFolderPath("status"), /graph\.js$/),
    },
    {
      name: "embeddable status bar, script",
      bytes: await gzippedBytes(buildFolderPath("status"), /embed\.js$/),
      maxKB: 2,
    },
    {
      name: "console, first paint of the largest screen",
      bytes: Math.max(...(await Promise.all(Object.keys(screenParts).map(firstPaintBytes)))),
      maxKB: 110,
    },
  ];
}

async function gzippedBytes(folder: string, fileNames: RegExp): Promise<number> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => fileNames.test(file));
  const sizes = files.map(async (file) => gzipSync(await readFile(join(folder, file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
