import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "../../../tools/paths.ts";
import { migrateFolder } from "../../../tools/start/migrations.ts";

const wrangler = join(root, "node_modules/.bin/wrangler");
const env = {
  ...process.env,
  CI: "true",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG_PATH: join(root, "node_modules/.cache/wrangler-logs"),
};

export interface PagesDev {
  url: string;
  stop(): Promise<void>;
}

/** Creates an empty D1 in wrangler's folder. wrangler itself would start Miniflare for each migration, which takes 20 seconds. */
export async function migrateLocally(folder: string): Promise<void> {
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  const { d1_databases: databases } = parse(toml) as { d1_databases: { database_id: string }[] }; // as the product needs it
  const d1Databases = { DB: databases[0]?.database_id ?? "" };
  await migrateFolder(join(folder, "v3/d1"), { modules: true, script: "", d1Databases });
}

/** Starts `wrangler pages dev` for one project on a free port, and waits until it is ready. */
export async function startPagesDev(project: "status" | "admin", args: string[]): Promise<PagesDev> {
  const ports = ["--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0"];
  // It is detached, because wrangler starts workerd and esbuild: one signal to the group ends them all.
  const server = spawn(wrangler, ["pages", "dev", ...args, ...ports], {
    cwd: join(root, "web", project),
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => stopGroup(server);
  try {
    return { url: await addressOf(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  let log = "";
  return new Promise((resolve, reject) => {
    for (const output of [server.stdout, server.stderr]) {
      output?.on("data", (chunk) => {
        log += chunk;
        const url = /Ready on (http:\/\/\S+)/.exec(log)?.[1];
        if (url) resolve(url);
      });
    }
    server.once("error", reject);
    server.once("close", () => reject(new Error(`wrangler pages dev ended:\n${log}`)));
  });
}

async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  process.kill(-server.pid, "SIGKILL");
  await closed;
}
