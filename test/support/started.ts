import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, client } from "../../tools/demo/client.ts";
import { root } from "../../tools/paths.ts";
import { signIn } from "../../tools/start/user-pool.ts";
import { freePorts } from "./free-ports.ts";

/** As `npm start` calls Node. */
export const startArguments = ["--disable-warning=ExperimentalWarning", join(root, "tools/start/start.ts")];

/** The variables that choose the ports, each with one that is free. */
export async function freePortVariables() {
  const [PORT, ADMIN_PORT, USER_POOL_PORT, CLOUDWATCH_PORT, MAIL_PORT] = (await freePorts(5)).map(String);
  return { PORT, ADMIN_PORT, USER_POOL_PORT, CLOUDWATCH_PORT, MAIL_PORT };
}

/** What `npm start` runs in a process of its own, on ports and a folder of its own that stay the same from start to start. */
export async function installation(env: Record<string, string> = {}) {
  const stateDir = await mkdtemp(join(tmpdir(), "daymark-"));
  const ports = await freePortVariables();
  const statusPage = `http://localhost:${ports.PORT}`;
  const adminPage = `http://localhost:${ports.ADMIN_PORT}`;
  let started: Started | undefined;

  /** Until it says that it runs. */
  async function start(): Promise<Started> {
    started = await run({ ...process.env, ...ports, STATE_DIR: stateDir, ...env });
    return started;
  }

  return {
    statusPage,
    adminPage,
    ports: Object.values(ports).map(Number),
    stateDir,
    start,
    /** The API as the administrator calls it. */
    async administrator(): Promise<Client> {
      const settings = await (await fetch(`${adminPage}/settings.js`)).text();
      const { userPoolEndpoint, userPoolID, clientID } = JSON.parse(
        settings.slice(settings.indexOf("{"), settings.lastIndexOf("}") + 1),
      );
      const pool = { endpoint: userPoolEndpoint, poolID: userPoolID, clientID, stop: async () => {} };
      const token = await signIn(pool);
      return client(statusPage, async () => token);
    },
    async remove(): Promise<void> {
      await started?.end("SIGTERM");
      await rm(stateDir, { recursive: true });
    },
  };
}

type Started = Awaited<ReturnType<typeof run>>;

async function run(env: NodeJS.ProcessEnv) {
  // Detached, so that it and its Workers are a process group that can be killed at once.
  const started = spawn(process.execPath, startArguments, { env, detached: true });
  const errors: string[] = [];
  const closed = new Promise((resolve) => started.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    let said = "";
    started.stdout.on("data", (text: Buffer) => {
      said += text;
      if (said.includes("Daymark is running.")) resolve();
    });
    started.stderr.on("data", (text: Buffer) => errors.push(String(text)));
    started.once("close", () => reject(new Error(said + errors.join(""))));
  });
  return {
    /** What it has written to the error output. */
    errors,
    /** @param whom the process alone, or with all that it has started in its group */
    async end(signal: NodeJS.Signals, whom: "process" | "group" = "process"): Promise<void> {
      const { pid, exitCode, signalCode }: ChildProcess = started;
      if (pid === undefined || exitCode !== null || signalCode !== null) return;
      process.kill(whom === "group" ? -pid : pid, signal);
      await closed;
    },
  };
}
