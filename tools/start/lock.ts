import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "./ports.ts";

const SQLITE_BUSY = 5;

/**
 * Creates the folder if it is missing, readable by this user only, because it contains subscribers' addresses.
 * @throws StartError if the folder can't be written
 */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // as the file system throws it
    throw new StartError(
      `${folder} can't be written (${code}). Choose another folder: STATE_DIR=~/daymark-state npm start`,
    );
  }
}

/**
 * Keeps a second start out of the folder. The operating system releases the lock when this process ends, even if it is
 * killed, while a file with a process ID could remain.
 * @returns a function that releases the lock
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
