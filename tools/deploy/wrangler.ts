import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "../paths.ts";

/** An error that the person who deploys can fix. Only its message is printed. */
export class DeployError extends Error {}

/** With CI, wrangler fails instead of asking for a missing value. */
const env = {
  ...process.env,
  PATH: `${process.env.PATH}${delimiter}${join(root, "node_modules/.bin")}`,
  NODE_ENV: "production",
  CI: "true",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

export async function wrangler(args: string[], folder = "."): Promise<void> {
  await run(args, folder, "print");
}

export function wranglerOutput(...args: string[]): Promise<string> {
  return run(args, ".", "return");
}

export async function wranglerJSON<Output>(...args: string[]): Promise<Output> {
  return JSON.parse(await wranglerOutput(...args, "--json"));
}

function run(args: string[], folder: string, output: "print" | "return"): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("wrangler", args, {
      cwd: join(root, folder),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const texts = { out: "", error: "" };
    child.stdout.on("data", (chunk) => {
      texts.out += chunk;
      if (output === "print") process.stdout.write(chunk);
    });
    child.stderr.on("data", (chunk) => {
      texts.error += chunk;
      if (output === "print") process.stderr.write(chunk);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve(texts.out);
      const cause = `${texts.out}\n${texts.error}`;
      const message = `\`wrangler ${args.join(" ")}\` failed.`;
      reject(new DeployError(output === "print" ? message : `${cause}\n${message}`.trim(), { cause }));
    });
  });
}
