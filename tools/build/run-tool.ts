import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "../paths.ts";

const bin = join(root, "node_modules/.bin");

/** Turns off everything that would use the network: telemetry and the check for newer versions. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_ENV: "production", // in tests it is "test", which would build React for development
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    CI: "true",
  };
}

export function runTool(program: "vite" | "tsc" | "node", args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: toolEnvironment() }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${stdout}\n${stderr}`.trim() || error.message));
      else resolve();
    });
  });
}
