import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { built } from "../../tools/build/build.ts";

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Terminal {
  /** Where the command looks for its settings. */
  home: string;
  run(args: string[], input?: { stdin?: string; env?: Record<string, string> }): Promise<Ran>;
  remove(): Promise<void>;
}

export const program = () => join(built("cli"), "daymark.js");

/** A person who has nothing set but what `env` says, with a home of their own. */
export async function openTerminal(env: Record<string, string> = {}): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), "daymark-home-"));
  const usual = { PATH: process.env.PATH ?? "", HOME: home, ...env };
  return {
    home,
    run: (args, { stdin = "", env = {} } = {}) =>
      ended([process.execPath, program(), ...args], { env: { ...usual, ...env }, stdin }),
    remove: () => rm(home, { recursive: true }),
  };
}

export async function ended(
  [command = "", ...args]: string[],
  { env, stdin = "", cwd }: { env?: Record<string, string>; stdin?: string; cwd?: string } = {},
): Promise<Ran> {
  const child = spawn(command, args, { env, cwd });
  const code = new Promise<number | null>((resolve, reject) =>
    child.on("close", resolve).on("error", reject),
  );
  child.stdin.on("error", () => {}); // what does not read its input may end before it has been written
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
