import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a process that runs commands of wrangler in a folder, one after another. */
export function startWrangler(cwd: string, env: NodeJS.ProcessEnv) {
  const program = join(import.meta.dirname, "wrangler-process.ts");
  const child = spawn(process.execPath, [program], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    /** @returns the output @throws an error with the output if the command fails */
    async run(args: string[]): Promise<string> {
      child.stdin.write(`${JSON.stringify(args)}\n`);
      const { value: line, done } = await lines.next();
      if (done) throw new Error(`wrangler ended during ${args.join(" ")}.`);
      const { succeeded, output } = JSON.parse(line);
      if (!succeeded) throw new Error(output);
      return output;
    },
    stop: () => void child.kill(),
  };
}
