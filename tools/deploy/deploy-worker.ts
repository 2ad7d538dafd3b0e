import { readFile, rm, writeFile } from "node:fs/promises";
import { print, repositoryPath } from "./machine.ts";
import { DeployError, wrangler } from "./wrangler.ts";

/** Parts of wrangler.toml that not every account can have. */
const LIMITS = /^\[limits\]\n(?:[^[\n].*\n)*/m;
const EMAIL_BINDING = /^\[\[send_email\]\]\n(?:[^[\n].*\n)*/m;

export async function deployWorker(
  { emailService }: { emailService: string },
  ...args: string[]
): Promise<void> {
  const leftOut = emailService === "on" ? [] : [EMAIL_BINDING];
  try {
    await deployWithout(leftOut, args);
  } catch (error) {
    if (!(error instanceof DeployError && isRefusedLimit(String(error.cause)))) throw error;
    print("   The free plan has a fixed CPU limit: deploying without [limits].");
    await deployWithout([...leftOut, LIMITS], args);
  }
}

/** @see https://github.com/cloudflare/workers-sdk/issues/8756 */
function isRefusedLimit(output: string): boolean {
  return /CPU limits are not supported for the Free plan|\bcode: 100328\b/.test(output);
}

/** The copy is beside wrangler.toml, because its paths are relative. */
async function deployWithout(parts: RegExp[], args: string[]): Promise<void> {
  const toml = await readFile(repositoryPath("wrangler.toml"), "utf8");
  const copy = parts.reduce((rest, part) => rest.replace(part, ""), toml);
  if (copy === toml) return wrangler(["deploy", ...args]);
  const file = "wrangler.reduced.toml";
  await writeFile(repositoryPath(file), copy);
  try {
    await wrangler(["deploy", "--config", file, ...args]);
  } finally {
    await rm(repositoryPath(file));
  }
}
