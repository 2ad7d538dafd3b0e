import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

export function newSecretKey(): string {
  return randomBytes(32).toString("base64");
}

export async function localSecretKey(folder: string): Promise<string> {
  const file = join(folder, "secret-key");
  await writeFile(file, newSecretKey(), { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return readFile(file, "utf8");
}
