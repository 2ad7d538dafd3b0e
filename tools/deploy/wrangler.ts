import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { root } from "../paths.ts";

/** Something that the person who deploys can put right; its message is all that needs saying. */
export class DeployError extends Error {}

/** Never a question: what it would ask, it takes from the configuration or the environment, or says that it needs it. */
const env = {
  ...process.env,
  PATH: `${process.env.PATH}${delimiter}${join(root, "node_modules/.bin")}`,
  NODE_ENV: "production",
  CI: "true",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
};

/** Runs wrangler in a folder of the repository, for all to see. @throws DeployError whose cause is what was printed */
export async function wrangler(args: string[], folder = "."): Promise<void> {
  await run(args, folder, "show");
}

/** @returns what wrangler prints */
export function ask(...args: string[]): Promise<string> {
  return run(args, ".", "keep");
}

/** For commands that take `--json`. */
export async function askJSON<Answer>(...args: string[]): Promise<Answer> {
  return JSON.parse(await ask(...args, "--json"));
}

function run(args: string[], folder: string, output: "show" | "keep"): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("wrangler", args, {
      cwd: join(root, folder),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { out: "", error: "" };
    child.stdout.on("data", (chunk) => {
      said.out += chunk;
      if (output === "show") process.stdout.write(chunk);
    });
    child.stderr.on("data", (chunk) => {
      said.error += chunk;
      if (output === "show") process.stderr.write(chunk);
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) return resolve(said.out);
      const cause = `${said.out}\n${said.error}`;
      const failed = `\`wrangler ${args.join(" ")}\` failed.`;
      reject(new DeployError(output === "show" ? failed : `${cause}\n${failed}`.trim(), { cause }));
    });
  });
}
