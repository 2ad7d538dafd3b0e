import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "daymark-tests-";
const MIN_FREE_BYTES = 4 * 1024 ** 3;
const folderIn = (parent: string) => join(parent, `${prefix}${process.pid}`);

/** The temporary folder of tests on the disk. */
export const diskFolder = folderIn(tmpdir());

/**
 * The temporary folder of tests in memory. On a disk, each write to D1 and R2 waits for the disk, which takes a sixth of the tests'
 * CPU time. It is the one on the disk where the system has no such file system, or one that is small, as in a container of Docker.
 */
export const memoryFolder = isUsable() ? folderIn(memory) : diskFolder;

function isUsable(): boolean {
  if (!existsSync("/proc/mounts")) return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, folder]) => folder === memory);
  // Some tests run programs that they install into a temporary folder.
  if (mount?.[2] !== "tmpfs" || mount[3]?.split(",").includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Call it once before tests. Deletes the folders of runs that were killed. */
export function makeRunFolders(): void {
  for (const parent of [memory, tmpdir()].filter((folder) => existsSync(folder))) {
    for (const name of readdirSync(parent)) {
      if (name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`))
        rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  for (const folder of [diskFolder, memoryFolder]) mkdirSync(folder, { recursive: true });
}

/** Processes that were killed can't delete their own folders. */
export function deleteRunFolders(): void {
  for (const folder of [diskFolder, memoryFolder])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
