import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { buildFolder } from "../../tools/build/build.ts";
import { oldestNode } from "./oldest-node.ts";

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Terminal {
  /** The home folder, where the command looks for its settings. */
  home: string;
  run(
    args: string[],
    input?: { stdin?: string; env?: Record<string, string>; cwd?: string },
  ): Promise<CommandResult>;
  remove(): Promise<void>;
}

export const cliPath = () => join(buildFolder("cli"), "daymark.js");

/** Every command gets these. With the cache, Node compiles the same files once only. */
export const shellVariables = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
};

/**
 * A shell with an empty home folder and no environment variables but the above and `env`. The command runs on the oldest Node that it
 * promises.
 */
export async function openTerminal(env: Record<string, string> = {}): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), "daymark-home-"));
  const defaults = { ...shellVariables, HOME: home, ...env };
  return {
    home,
    run: (args, { env = {}, ...input } = {}) =>
      runCommand([oldestNode(), cliPath(), ...args], { ...input, env: { ...defaults, ...env } }),
    remove: () => rm(home, { recursive: true }),
  };
}

export async function runCommand(
  [command = "", ...args]: string[],
  { env, stdin = "", cwd }: { env?: Record<string, string>; stdin?: string; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(command, args, { env, cwd });
  const code = new Promise<number | null>((resolve, reject) =>
    child.on("close", resolve).on("error", reject),
  );
  child.stdin.on("error", () => {}); // A command that ignores its input may end before all is written.
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
