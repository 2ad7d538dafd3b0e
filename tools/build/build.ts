import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.ts";
import { runTool, toolEnvironment } from "./run-tool.ts";
import { buildFolderPath, contentHash, readStamp, type SourceHashes, stampPath } from "./stamps.ts";
import { type TargetName, targets } from "./targets.ts";
import { startWrangler } from "./wrangler-commands.ts";

export class BuildError extends Error {}

/** @returns how many targets were stale */
export async function build(names: readonly TargetName[]): Promise<number> {
  const stale: StaleTarget[] = [];
  const hashes: SourceHashes = new Map();
  for (const name of names) {
    const stamp = contentHash(name, hashes);
    if ((await readStamp(name)) !== stamp) stale.push({ name, stamp });
  }
  if (stale.length === 0) return 0;
  console.log(`Building ${stale.map(({ name }) => name).join(", ")} …`);
  // Two at a time, because a build waits and uses one processor in turn.
  const results = await Promise.allSettled([buildWithWrangler(stale), buildWithVite(stale)]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return stale.length;
}

interface StaleTarget {
  name: TargetName;
  stamp: string;
}

async function buildWithWrangler(stale: StaleTarget[]): Promise<void> {
  if (stale.every(({ name }) => "vite" in targets[name])) return;
  const wrangler = startWrangler(toolEnvironment());
  try {
    for (const { name, stamp } of stale) {
      const target = targets[name];
      if ("vite" in target) continue;
      await buildTarget(name, stamp, async (outDir) => {
        if (target.wrangler) await wrangler.run(target.wrangler(outDir), join(root, target.folder));
        await target.afterwards?.(outDir, wrangler);
      });
    }
  } finally {
    wrangler.stop();
  }
}

async function buildWithVite(stale: StaleTarget[]): Promise<void> {
  for (const { name, stamp } of stale) {
    const target = targets[name];
    if (!("vite" in target)) continue;
    await buildTarget(name, stamp, async (outDir) => {
      await runTool("vite", target.vite(outDir), join(root, target.folder));
      await target.afterwards?.(outDir);
    });
  }
}

/** Builds into a temporary folder, so that a process that reads the last build never sees half of a new one. */
async function buildTarget(
  name: TargetName,
  stamp: string,
  buildInto: (outDir: string) => Promise<void>,
): Promise<void> {
  const outDir = `${buildFolderPath(name)}.${process.pid}`;
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  try {
    await buildInto(outDir);
  } catch (error) {
    await rm(outDir, { recursive: true, force: true });
    throw new BuildError(`Building ${name} failed.\n${error instanceof Error ? error.message : error}`);
  }
  await rm(buildFolderPath(name), { recursive: true, force: true });
  await rename(outDir, buildFolderPath(name));
  await writeFile(stampPath(name), stamp);
}
