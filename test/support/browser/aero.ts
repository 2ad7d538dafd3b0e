import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../../tools/paths.ts";

export type AeroCall = [method: string, argument?: unknown];

/** Calls methods of the client `@aero/statuspage`, all in one process. */
export async function callAero<Results extends unknown[]>(
  url: string,
  ...calls: { [N in keyof Results]: AeroCall }
): Promise<Results> {
  const client = join(root, "test/support/browser/aero-client.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [client, url, JSON.stringify(calls)]);
  return JSON.parse(stdout);
}
