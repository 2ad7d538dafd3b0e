import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecretKey } from "../start/secret-key.ts";

/** Passes a new SECRET_KEY in a temporary file that only this user can read. */
export async function withNewSecretKey(use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "daymark-secrets-"));
  try {
    const file = join(folder, "secrets.json");
    await writeFile(file, JSON.stringify({ SECRET_KEY: newSecretKey() }), { mode: 0o600 });
    await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
