import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { metaFile } from "./bundle-worker.ts";
import { buildFolderPath } from "./stamps.ts";

interface Meta {
  outputs: Record<string, { inputs: Record<string, unknown>; imports: { path: string; kind: string }[] }>;
}

/**
 * Reads which files of the Worker's bundle run when an isolate starts: the first one, and what it imports by `import … from`.
 * @returns their paths, and the modules in them relative to the repository's root
 */
export async function readStarted(): Promise<{ files: string[]; modules: string[] }> {
  const folder = buildFolderPath("worker");
  const { outputs }: Meta = JSON.parse(await readFile(join(folder, metaFile), "utf8"));
  const started = new Set(Object.keys(outputs).filter((path) => basename(path) === "index.js"));
  for (const path of started)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === "import-statement") started.add(imported);
  return {
    files: [...started].map((path) => join(folder, basename(path))),
    modules: [...started].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {})),
  };
}
