import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.ts";
import { DeployError, wrangler } from "./wrangler.ts";

export async function deployWorker(...args: string[]): Promise<void> {
  try {
    await wrangler(["deploy", ...args]);
  } catch (error) {
    if (!(error instanceof DeployError && isRefusedLimit(String(error.cause)))) throw error;
    console.log("   The free plan has a fixed CPU limit: deploying without [limits].");
    await withoutLimits((file) => wrangler(["deploy", "--config", file, ...args]));
  }
}

/** @see https://github.com/cloudflare/workers-sdk/issues/8756 */
function isRefusedLimit(output: string): boolean {
  return /CPU limits are not supported for the Free plan|\bcode: 100328\b/.test(output);
}

/** The copy is beside wrangler.toml, because its paths are relative. */
async function withoutLimits(run: (file: string) => Promise<void>): Promise<void> {
  const file = "wrangler.without-limits.toml";
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  await writeFile(join(root, file), toml.replace(/^\[limits\]\n(?:[^[\n].*\n)*/m, ""));
  try {
    await run(file);
  } finally {
    await rm(join(root, file));
  }
}
