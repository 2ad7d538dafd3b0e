import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { machine, repositoryPath, type WranglerCall } from "./machine.ts";

/** An error that the person who deploys can fix. Only its message is printed. */
export class DeployError extends Error {}

/** With CI, wrangler fails instead of asking for a missing value. */
const wranglerVariables = {
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

async function run(args: string[], folder: string, output: "print" | "return"): Promise<string> {
  const { env, stdout, stderr, runWrangler } = machine();
  const texts = { out: "", error: "" };
  const code = await runWrangler({
    args,
    cwd: repositoryPath(folder),
    env: { ...env, ...wranglerVariables },
    onOutput(text) {
      texts.out += text;
      if (output === "print") stdout.write(text);
    },
    onError(text) {
      texts.error += text;
      if (output === "print") stderr.write(text);
    },
  });
  if (code === 0) return texts.out;
  const cause = `${texts.out}\n${texts.error}`;
  const message = `\`wrangler ${args.join(" ")}\` failed.`;
  throw new DeployError(output === "print" ? message : `${cause}\n${message}`.trim(), { cause });
}

export function runWrangler({ args, cwd, env, onOutput, onError }: WranglerCall): Promise<number | null> {
  const PATH = `${env.PATH}${delimiter}${repositoryPath("node_modules/.bin")}`;
  return new Promise((resolve, reject) => {
    const child = spawn("wrangler", args, { cwd, env: { ...env, PATH }, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.setEncoding("utf8").on("data", onOutput);
    child.stderr.setEncoding("utf8").on("data", onError);
    child.once("error", reject);
    child.once("close", resolve);
  });
}
