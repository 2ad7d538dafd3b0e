import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./ports.ts";

const SQLITE_BUSY = 5;

/**
 * Makes the folder where it is missing, and keeps other users of the machine out of it: it has subscribers' addresses.
 * @throws StartError where it can't be written
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // the file system's
    throw new StartError(
      `${folder} can't be written (${code}). Choose another folder: STATE_DIR=~/daymark-state npm start`,
    );
  }
}

/**
 * Keeps any other process out of the folder. The lock is the operating system's and ends with this process, however that
 * ends: a file with a process ID could be left behind.
 * @returns what ends it
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)) throw error;
    throw new StartError(
      `Another npm start uses ${folder}. Stop it, or choose another folder: STATE_DIR=.daymark-2 npm start`,
    );
  }
  return () => lock.close();
}
