import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { buildFolderPath } from "../../../tools/build/stamps.ts";
import { run } from "../../../web/cli/run.ts";
import { oldestNode } from "../deploy/oldest-node.ts";

interface CommandInput {
  stdin?: string;
  env?: Record<string, string>;
  cwd?: string;
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Terminal {
  /** The home folder, where the command looks for its settings. */
  home: string;
  /** Runs a command of the command line in this process. */
  run(args: string[], input?: CommandInput): Promise<CommandResult>;
  /** Runs it as a process, on the oldest Node that the command line promises. */
  runProcess(args: string[], input?: CommandInput): Promise<CommandResult>;
  remove(): Promise<void>;
}

export const cliPath = () => join(buildFolderPath("cli"), "daymark.js");

/** Every process gets these. With the cache, Node compiles the same files once only. */
export const shellVariables = {
  PATH: process.env.PATH ?? "",
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
};

/** A shell with an empty home folder and no environment variables but the above and `env`. */
export async function openTerminal(env: Record<string, string> = {}): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), "daymark-home-"));
  const withDefaults = (input: CommandInput = {}) => ({
    ...input,
    env: { ...shellVariables, HOME: home, ...env, ...input.env },
  });
  return {
    home,
    run: async (args, input) => {
      const { code, output } = startCommand(args, withDefaults(input));
      return { code: await code, ...output };
    },
    runProcess: (args, input) => runCommand([oldestNode(), cliPath(), ...args], withDefaults(input)),
    remove: () => rm(home, { recursive: true }),
  };
}

/** Starts a command of the command line in this process. */
export function startCommand(args: string[], { env = {}, stdin = "", cwd = process.cwd() }: CommandInput) {
  const output = { stdout: "", stderr: "" };
  const events = new EventEmitter();
  const collect = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _, done) {
        output[name] += chunk;
        events.emit("output");
        done();
      },
    });
  const { platform, version } = process;
  const shell = Object.assign(events, {
    env,
    platform,
    version,
    stdin: Readable.from([stdin]),
    stdout: collect("stdout"),
    stderr: collect("stderr"),
    cwd: () => cwd,
    exit: (code: number) => {
      throw new Error(`The command ended its process with ${code}.`);
    },
  });
  return { code: run(args, shell), output, events };
}

export async function runCommand(
  [command = "", ...args]: string[],
  { env, stdin = "", cwd }: CommandInput = {},
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
