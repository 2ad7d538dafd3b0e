import { statfs } from "node:fs/promises";

/** With less, databases can't grow, and the start fails with one of many errors. */
const MIN_FREE_BYTES = 4 * 1024 ** 2;

export async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < MIN_FREE_BYTES;
}

/** Node's file system, its SQLite and workerd's say it in their own words. */
export function reportsFullDisk(message: string): boolean {
  return /ENOSPC|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|database or disk is full/.test(message);
}
