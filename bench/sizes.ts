import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { built } from "../tools/build/build.ts";
import type { Subject } from "./subject.ts";

interface Size {
  what: string;
  bytes: number;
  maxKB?: number;
}

export async function measureSizes({ url }: Subject): Promise<Size[]> {
  const html = Buffer.from(await (await fetch(`${url}/`)).arrayBuffer());
  return [
    { what: "public page, HTML with styles", bytes: gzipSync(html).length, maxKB: 15 },
    { what: "public page, script", bytes: await gzipped(built("status"), /enhance\.js$/), maxKB: 10 },
    {
      what: "public page, script of interactive graphs",
      bytes: await gzipped(built("status"), /graph\.js$/),
    },
    { what: "bar for other sites, script", bytes: await gzipped(built("status"), /embed\.js$/), maxKB: 2 },
    { what: "console, scripts and styles", bytes: await gzipped(built("admin"), /\.(js|css)$/), maxKB: 160 },
  ];
}

async function gzipped(folder: string, names: RegExp): Promise<number> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => names.test(file));
  const sizes = files.map(async (file) => gzipSync(await readFile(join(folder, file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
