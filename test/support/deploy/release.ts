import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { root } from "../../../tools/paths.ts";
import { writeRelease } from "../../../tools/release/write-release.ts";
import { urlStatus } from "../readers/url-status.ts";

export interface RunningRelease {
  page: string;
  console: string;
  /** Empty unless the start printed one. */
  setupLink: string;
  stop(): Promise<void>;
}

/** Writes a release as a user has it after `npm install`. In a folder that has one already, that is an upgrade. */
export async function installRelease(folder: string, migrations: Record<string, string> = {}): Promise<void> {
  await writeRelease(folder);
  for (const [file, sql] of Object.entries(migrations))
    await writeFile(join(folder, "migrations", file), sql);
  await symlink(join(root, "node_modules"), join(folder, "node_modules")).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
}

/** Runs `npm run dev` of a release, and waits until both of its Workers answer. */
export async function startInstalledRelease(
  folder: string,
  ports: { page: number; console: number },
  variables: Record<string, string>,
): Promise<RunningRelease> {
  const child = spawn(process.execPath, ["deploy.js", "--local"], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${join(folder, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
      PORT: `${ports.page}`,
      ADMIN_PORT: `${ports.console}`,
      CI: "true",
      ...variables,
    },
    // It starts wrangler, which starts workerd: one signal to the group ends them all.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => stopGroup(child);
  const addresses = {
    page: `http://localhost:${ports.page}`,
    console: `http://localhost:${ports.console}`,
  };
  try {
    // The addresses and the link come together, and last.
    const log = await readLog(child, `  Console      ${addresses.console}\n`);
    const setupLink = /http:\S+\/setup#key=\S+/.exec(log)?.[0] ?? "";
    for (const address of Object.values(addresses)) await expect.poll(() => urlStatus(address)).toBe(200);
    return { ...addresses, setupLink, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns what the process has printed, once `line` is in it */
function readLog(child: ChildProcess, line: string): Promise<string> {
  let log = "";
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout, child.stderr])
      output?.on("data", (chunk) => {
        log += chunk;
        if (log.includes(line)) resolve(log);
      });
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The release ended:\n${log}`)));
  });
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  process.kill(-child.pid, "SIGTERM");
  await closed;
}

/** Tables of SQLite, of D1, of wrangler's migrations, and of an index that is made from other tables. */
const isInternal = /^(sqlite_|_cf_|d1_migrations$|notice_search)/;

/** Reads all rows of all tables from the files that a release keeps, while it is stopped. */
export function readStoredRows(folder: string): Record<string, unknown[]> {
  const objects = join(folder, ".wrangler/state/v3/d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(objects).filter((each) => /^[0-9a-f]+\.sqlite$/.test(each));
  const database = new DatabaseSync(join(objects, file), { readOnly: true });
  try {
    const all = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = all.map(({ name }) => `${name}`).filter((name) => !isInternal.test(name));
    return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]));
  } finally {
    database.close();
  }
}
