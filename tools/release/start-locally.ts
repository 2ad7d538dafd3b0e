// `npm run dev` of the release: both Workers on this machine, with an output that ends with the addresses to open.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { machine, print } from "../deploy/machine.ts";
import { DeployError } from "../deploy/wrangler.ts";
import { canBeSetUp, newSetupKey, setupLink } from "../start/setup-key.ts";

const POLL_MS = 250;
export const NOBODY_CAN_SIGN_IN =
  "Nobody can sign in yet. Open this link within a day: whoever does becomes the first administrator.";

interface LocalWorkers {
  /** The configurations. */
  files: { page: string; console: string };
  /** The variables have a way to sign in. Settings may have one, too. */
  hasSignIn: boolean;
}

/** Starts both Workers, prints where they are once both answer, and returns after both have ended. */
export async function startLocally({ files, hasSignIn }: LocalWorkers): Promise<void> {
  const { PORT = "8787", ADMIN_PORT = "8788" } = machine().env;
  const address = { page: `http://localhost:${PORT}`, console: `http://localhost:${ADMIN_PORT}` };
  for (const each of Object.values(address))
    if (await isReachable(each))
      throw new DeployError(`Something else answers at ${each}. Set PORT and ADMIN_PORT to free ports.`);
  const setupKey = newSetupKey();
  const pageVars = [`STATUS_PAGE_URL:${address.page}`, `ADMIN_PAGE_URL:${address.console}`];
  const workers = {
    page: startWorker(files.page, PORT, ...pageVars, ...(hasSignIn ? [] : [`SETUP_KEY:${setupKey}`])),
    console: startWorker(files.console, ADMIN_PORT, `API_URL:${address.page}`),
  };
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    for (const worker of Object.values(workers)) worker.kill();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  const ends = Object.entries(workers).map(([name, worker]) => waitForEnd(name, worker));
  const ended = Promise.race(ends);
  const isReady = await Promise.race([
    ended.then(() => false),
    waitForAnswers(Object.values(address), stopping.signal),
  ]);
  if (isReady) await announce(address, setupKey);
  const message = await ended;
  const wasStopped = stopping.signal.aborted;
  stop();
  await Promise.all(ends);
  if (!wasStopped) throw new DeployError(message);
}

function startWorker(file: string, port: string, ...vars: string[]): ChildProcess {
  const ports = ["--port", port, "--inspector-port", "0"];
  const args = ["dev", "--config", file, ...ports, ...vars.flatMap((each) => ["--var", each])];
  return spawn("wrangler", args, {
    env: { ...machine().env, WRANGLER_SEND_METRICS: "false" },
    // Without a terminal, wrangler shows no menu of keys.
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** @returns why everything else ends, too */
async function waitForEnd(name: string, worker: ChildProcess): Promise<string> {
  const reason = await once(worker, "close").then(
    ([code, signal]) => `ended with ${signal ?? `code ${code}`}`,
    (error: Error) => `didn't start: ${error.message}`,
  );
  return `The Worker of the ${name} ${reason}, so both are stopped.`;
}

/** @returns false if it was aborted before all have answered */
async function waitForAnswers(addresses: string[], signal: AbortSignal): Promise<boolean> {
  for (const address of addresses)
    while (!(await isReachable(address))) {
      if (signal.aborted) return false;
      await setTimeout(POLL_MS);
    }
  return !signal.aborted;
}

async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { redirect: "manual" });
    return true;
  } catch {
    return false;
  }
}

async function announce(address: { page: string; console: string }, setupKey: string): Promise<void> {
  const addresses = `\n  Status page  ${address.page}\n  Console      ${address.console}\n`;
  const link = `\n${NOBODY_CAN_SIGN_IN}\n${setupLink(address.console, setupKey)}\n`;
  print((await canBeSetUp(address.page)) ? addresses + link : addresses);
}
