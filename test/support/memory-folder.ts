import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

const parent = "/dev/shm";
const prefix = "daymark-tests-";
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * The temporary folder of tests, in memory. On a disk, each write to D1 and R2 waits for the disk, which takes a sixth of the tests'
 * CPU time. It is undefined where the system has no such file system, or one that is small, as in a container of Docker.
 */
export const memoryFolder = isUsable() ? join(parent, `${prefix}${process.pid}`) : undefined;

function isUsable(): boolean {
  if (!existsSync("/proc/mounts")) return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, folder]) => folder === parent);
  // Some tests run programs that they install into a temporary folder.
  if (mount?.[2] !== "tmpfs" || mount[3]?.split(",").includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(parent);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Call once before tests. Returns what deletes the folder. */
export async function makeMemoryFolder(): Promise<() => Promise<void>> {
  if (memoryFolder === undefined) return async () => undefined;
  deleteAbandoned();
  await mkdir(memoryFolder, { recursive: true });
  return () => rm(memoryFolder, { recursive: true, force: true });
}

/** Deletes the folders of runs that were killed, because they take memory. */
function deleteAbandoned(): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
