import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../tools/paths.ts";

/** The only platform for which `test/oldest-node` has a Node. Elsewhere the tests run the command line on the project's Node. */
export const hasOldestNode = process.platform === "linux" && process.arch === "x64";

/** @returns the oldest Node that the command line promises, so that its tests don't depend on the machine's */
export function oldestNode(): string {
  if (!hasOldestNode) return process.execPath;
  const program = join(root, "test/oldest-node/node_modules/node/bin/node");
  if (!existsSync(program)) throw new Error(`${program} is missing. Run \`node tools/install.mjs --dev\`.`);
  return program;
}
