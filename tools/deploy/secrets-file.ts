import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Passes the secrets in a temporary file that only this user can read. The Worker keeps its others. */
export async function withSecretsFile(
  secrets: Record<string, string>,
  use: (args: string[]) => Promise<void>,
): Promise<void> {
  if (Object.keys(secrets).length === 0) return use([]);
  const folder = await mkdtemp(join(tmpdir(), "daymark-secrets-"));
  try {
    const file = join(folder, "secrets.json");
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600 });
    await use(["--secrets-file", file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
