import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A value for the Worker's secret SECRET_KEY: 32 random bytes in base64. */
export function newSecretKey(): string {
  return randomBytes(32).toString("base64");
}

/** The secret key that what is kept in `folder` was encrypted with; made at the first start. */
export async function localSecretKey(folder: string): Promise<string> {
  const file = join(folder, "secret-key");
  // Fails where the file exists: an earlier start has made it.
  await writeFile(file, newSecretKey(), { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return readFile(file, "utf8");
}
