import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuiltConfig, buildFolder, configFile } from "../../../tools/build/build.ts";

/** Reads the configuration from wrangler.toml with which the tests' Worker was built. */
export async function readBuiltConfig(): Promise<BuiltConfig> {
  return JSON.parse(await readFile(join(buildFolder("test-worker"), configFile), "utf8"));
}
