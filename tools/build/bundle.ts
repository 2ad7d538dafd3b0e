// wrangler.toml runs this before `wrangler dev` and `wrangler deploy`: it bundles the Worker into dist/bundle.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.ts";
import { bundleWorker } from "./bundle-worker.ts";

const outdir = join(root, "dist/bundle");
await rm(outdir, { recursive: true, force: true });
await bundleWorker("worker/index.ts", outdir);
