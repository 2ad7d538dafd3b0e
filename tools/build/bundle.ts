// wrangler.toml runs this before `wrangler dev` and `wrangler deploy`: it bundles the Worker into dist/bundle.
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.ts";
import { bundleWorker } from "./bundle-worker.ts";

// Another wrangler may read the bundle meanwhile, so it is replaced only once the next one is complete.
const outdir = join(root, "dist/bundle");
await mkdir(join(root, "dist"), { recursive: true });
const next = await mkdtemp(`${outdir}-`);
const previous = `${next}-previous`;
try {
  await bundleWorker("worker/index.ts", next);
  await rename(outdir, previous).catch(unless("ENOENT"));
  // Another build may have come first, with the same sources.
  await rename(next, outdir).catch(unless("ENOTEMPTY"));
} finally {
  for (const folder of [next, previous]) await rm(folder, { recursive: true, force: true });
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error;
  };
}
