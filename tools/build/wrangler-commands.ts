import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import type { Command } from "./wrangler-process.ts";

type WranglerConfig = Pick<ReturnType<typeof unstable_getMiniflareWorkerOptions>, "workerOptions"> &
  Pick<ReturnType<typeof unstable_readConfig>, "triggers" | "queues">;

/** Starts a process that runs commands of wrangler, one after another. */
export function startWrangler(env: NodeJS.ProcessEnv) {
  const program = join(import.meta.dirname, "wrangler-process.ts");
  const args = ["--disable-warning=ExperimentalWarning", program];
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();

  async function send(command: Command): Promise<string> {
    child.stdin.write(`${JSON.stringify(command)}\n`);
    const { value: line, done } = await lines.next();
    if (done) throw new Error(`wrangler ended during ${JSON.stringify(command)}.`);
    const { succeeded, output } = JSON.parse(line);
    if (!succeeded) throw new Error(output);
    return output;
  }

  return {
    /** @returns the output @throws an error with the output if the command fails */
    run: (args: string[], cwd: string) => send({ args, cwd }),
    readConfig: async (file: string): Promise<WranglerConfig> => JSON.parse(await send({ readConfig: file })),
    stop: () => void child.kill(),
  };
}
