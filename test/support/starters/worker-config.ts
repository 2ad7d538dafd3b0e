import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { type BuiltConfig, configFile } from "../../../tools/build/targets.ts";

/** Reads the configuration from wrangler.toml with which the tests' Worker was built. */
export async function readBuiltConfig(): Promise<BuiltConfig> {
  return JSON.parse(await readFile(join(buildFolderPath("test-worker"), configFile), "utf8"));
}
