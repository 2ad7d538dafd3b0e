import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { root } from "../paths.ts";
import { type TargetName, targets } from "./targets.ts";

export function buildFolderPath(name: TargetName): string {
  return join(root, "dist", name);
}

/** Cache: targets share sources. */
export type SourceHashes = Map<string, string>;

/** Reads synchronously, because that takes a tenth of the time for so many small files. Every start and deployment does this. */
export function contentHash(name: TargetName, sourceHashes: SourceHashes): string {
  const { sources } = targets[name];
  const hash = createHash("sha256");
  for (const source of [...sources, "tools/build", "package-lock.json"]) {
    const sourceHash = sourceHashes.get(source) ?? hashSource(source);
    sourceHashes.set(source, sourceHash);
    hash.update(sourceHash);
  }
  return hash.digest("hex");
}

function hashSource(source: string): string {
  const hash = createHash("sha256");
  for (const file of listFiles(source)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function listFiles(source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return []; // Only the console has `session`.
  // A target whose build reads its wrangler.toml lists that file itself.
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !isGenerated(file) && file !== `${source}/wrangler.toml`)
    .sort();
}

const isGenerated = (file: string) =>
  file.endsWith(".d.ts") || file === "web/client/api.ts" || file.includes("/.wrangler/");

/** @returns a hash of the sources of the last build, or an empty string without a build */
export async function readStamp(name: TargetName): Promise<string> {
  return existsSync(buildFolderPath(name)) && existsSync(stampPath(name))
    ? readFile(stampPath(name), "utf8")
    : "";
}

export function stampPath(name: TargetName): string {
  return join(dirname(buildFolderPath(name)), `.${basename(buildFolderPath(name))}.stamp`);
}
