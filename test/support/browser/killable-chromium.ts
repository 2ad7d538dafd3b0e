import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { countEvent } from "../run/run-counts.ts";
import { chromiumCommand } from "./chromium.ts";

/** Starts Chromium with a profile on disk, which survives `kill` and the next `start`. */
export async function makeKillableChromium() {
  const profileFolder = await mkdtemp(join(tmpdir(), "daymark-profile-"));
  let instance: { child: ChildProcess; browser: Browser } | undefined;

  async function start(): Promise<BrowserContext> {
    const { executablePath, args, ...options } = await chromiumCommand();
    const ownArgs = ["--headless", "--remote-debugging-port=0", `--user-data-dir=${profileFolder}`];
    // Chromium gets its own process group, so that one signal kills all of its processes.
    const child = spawn(executablePath, [...args, ...ownArgs], {
      ...options,
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const browser = await chromium.connectOverCDP(await debuggingURL(child));
    instance = { child, browser };
    const [context] = browser.contexts();
    if (!context) throw new Error("Chromium has no profile");
    context.on("page", () => countEvent("page"));
    context.setDefaultTimeout(60_000); // a busy machine is slow
    return context;
  }

  /** Kills all of its processes at once, as a power failure would. */
  async function kill(): Promise<void> {
    if (!instance) return;
    const { child, browser } = instance;
    instance = undefined;
    const exit = once(child, "exit");
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await exit;
    await browser.close();
  }

  /** Lets the browser write everything to disk first. */
  async function quit(): Promise<void> {
    if (!instance) return;
    const { child, browser } = instance;
    instance = undefined;
    const exit = once(child, "exit");
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.close");
    await exit;
  }

  return {
    start,
    kill,
    quit,
    async remove() {
      await kill();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function debuggingURL({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error("Chromium's output is not piped");
  const output: string[] = [];
  for await (const line of createInterface(stderr)) {
    const [, url] = /^DevTools listening on (ws:.*)$/.exec(line) ?? [];
    if (url) return url;
    output.push(line);
  }
  throw new Error(`Chromium did not start:\n${output.join("\n")}`);
}
