import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuiltConfig, built, configFile } from "../../tools/build/build.ts";

/** What wrangler.toml says of the Worker, as the tests' Worker was built with it. */
export async function builtConfig(): Promise<BuiltConfig> {
  return JSON.parse(await readFile(join(built("faulty-worker"), configFile), "utf8"));
}
