import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, client } from "../../../tools/demo/client.ts";
import { root } from "../../../tools/paths.ts";
import { signIn } from "../../../tools/start/user-pool.ts";
import { freePorts } from "./free-ports.ts";

/** Node's arguments in `npm start`. */
export const startArguments = ["--disable-warning=ExperimentalWarning", join(root, "tools/start/start.ts")];

/** The environment variables for the ports of `npm start`, with free ports. */
export async function freePortVariables() {
  const [PORT, ADMIN_PORT, USER_POOL_PORT, CLOUDWATCH_PORT, MAIL_PORT] = (await freePorts(5)).map(String);
  return { PORT, ADMIN_PORT, USER_POOL_PORT, CLOUDWATCH_PORT, MAIL_PORT };
}

/** Prepares `npm start` as a process of its own that can be started again with the same ports and state. */
export async function makeInstallation(env: Record<string, string> = {}) {
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const ports = await freePortVariables();
  const statusPage = `http://localhost:${ports.PORT}`;
  const adminPage = `http://localhost:${ports.ADMIN_PORT}`;
  let current: StartedProcess | undefined;

  async function start(): Promise<StartedProcess> {
    current = await startProcess({ ...process.env, ...ports, STATE_DIR: stateDir, OUTBOUND: "off", ...env });
    return current;
  }

  /** Signs an administrator in and returns the token. */
  async function token(): Promise<string> {
    const settings = await (await fetch(`${adminPage}/settings.js`)).text();
    const { userPoolEndpoint, userPoolID, clientID } = JSON.parse(
      settings.slice(settings.indexOf("{"), settings.lastIndexOf("}") + 1),
    );
    return signIn({ endpoint: userPoolEndpoint, poolID: userPoolID, clientID, stop: async () => {} });
  }

  return {
    statusPage,
    adminPage,
    ports: Object.values(ports).map(Number),
    stateDir,
    start,
    token,
    /** Returns an API client with an administrator's token. */
    async administrator(): Promise<Client> {
      const validToken = await token();
      return client(statusPage, async () => validToken);
    },
    async remove(): Promise<void> {
      await current?.end("SIGTERM");
      await rm(stateDir, { recursive: true });
    },
  };
}

type StartedProcess = Awaited<ReturnType<typeof startProcess>>;

async function startProcess(env: NodeJS.ProcessEnv) {
  // It is detached, so that the process and its Workers are one group, which one signal kills.
  const child = spawn(process.execPath, startArguments, { env, detached: true });
  const errors: string[] = [];
  const closed = new Promise((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (text: Buffer) => {
      output += text;
      if (output.includes("Daymark is running.")) resolve();
    });
    child.stderr.on("data", (text: Buffer) => errors.push(String(text)));
    child.once("close", () => reject(new Error(output + errors.join(""))));
  });
  return {
    /** Chunks of the standard error output. */
    errors,
    /** @param target the process, or also all processes that it has started */
    async end(signal: NodeJS.Signals, target: "process" | "group" = "process"): Promise<void> {
      const { pid, exitCode, signalCode }: ChildProcess = child;
      if (pid === undefined || exitCode !== null || signalCode !== null) return;
      process.kill(target === "group" ? -pid : pid, signal);
      await closed;
    },
  };
}
