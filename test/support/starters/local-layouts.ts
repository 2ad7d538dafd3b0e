import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "../../../tools/paths.ts";
import { writeRelease } from "../../../tools/release/write-release.ts";
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

interface WranglerDev {
  url: string;
  stop(): Promise<void>;
}

/** The page and the console, each in a `wrangler` of its own. */
export interface LocalLayout {
  status: WranglerDev;
  admin: WranglerDev;
}

/** @param folder for what they store */
export async function startPages(folder: string): Promise<LocalLayout> {
  const toml = await readFile(join(root, "wrangler.toml"), "utf8");
  const { d1_databases: databases } = parse(toml) as { d1_databases: { database_id: string }[] }; // as the product needs it
  await migrateLocally(folder, databases[0]?.database_id ?? "");
  // Without both configurations, a project would use the outer configuration's bindings.
  const args = ["pages", "dev", "-c", "wrangler.toml", "-c", "../../wrangler.toml", "--persist-to", folder];
  return startBoth(
    () => startWranglerDev(join(root, "web/status"), args),
    () => startWranglerDev(join(root, "web/admin"), args),
  );
}

/** @param folder for the release, and for what it stores */
export async function startRelease(folder: string): Promise<LocalLayout> {
  await writeRelease(folder);
  await migrateLocally(join(folder, "state"), "DB"); // Without an ID, wrangler takes the binding's name.
  const pageVars = ["STATUS_PAGE_URL:http://localhost:8787", "ADMIN_PAGE_URL:http://localhost:8788"];
  const consoleVars = [
    "API_URL:http://localhost:8787",
    "USER_POOL_ID:eu-west-1_Ab3",
    "USER_POOL_CLIENT_ID:c1ient",
  ];
  const toVars = (vars: string[]) => vars.flatMap((each) => ["--var", each]);
  return startBoth(
    () => startWranglerDev(folder, ["dev", "--persist-to", join(folder, "state"), ...toVars(pageVars)]),
    () => startWranglerDev(join(folder, "console"), ["dev", ...toVars(consoleVars)]),
  );
}

async function startBoth(
  startStatus: () => Promise<WranglerDev>,
  startAdmin: () => Promise<WranglerDev>,
): Promise<LocalLayout> {
  const status = await startStatus();
  try {
    return { status, admin: await startAdmin() };
  } catch (error) {
    await status.stop();
    throw error;
  }
}

/** Creates an empty D1 in wrangler's folder. wrangler itself would start Miniflare for each migration, which takes 20 seconds. */
async function migrateLocally(folder: string, databaseID: string): Promise<void> {
  await migrateFolder(join(folder, "v3/d1"), {
    modules: true,
    script: "",
    d1Databases: { DB: databaseID },
  });
}

/** Starts wrangler on a free port, and waits until it is ready. */
async function startWranglerDev(cwd: string, args: string[]): Promise<WranglerDev> {
  const ports = ["--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0"];
  // It is detached, because wrangler starts workerd and esbuild: one signal to the group ends them all.
  const server = spawn(wrangler, [...args, ...ports], {
    cwd,
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
    server.once("close", () => reject(new Error(`wrangler ended:\n${log}`)));
  });
}

async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, "close");
  process.kill(-server.pid, "SIGKILL");
  await closed;
}
