import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface JournalEntry {
  idx: number;
  when: number;
  tag: string;
}

interface Hashes {
  sql: string;
  snapshot: string;
  journal: string;
}

/** The content of migrations/published.json: the hashes by the migration's name, in order. */
export type Published = Record<string, Hashes>;

const FILE = "published.json";

export const publishedFile = (folder: string) => join(folder, FILE);

export function readPublished(folder: string): Published {
  return JSON.parse(readFileSync(publishedFile(folder), "utf8"));
}

export function journal(folder: string): JournalEntry[] {
  return JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")).entries;
}

export function sqlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort();
}

export function computeHashes(folder: string): Published {
  return Object.fromEntries(
    journal(folder).map((entry) => [
      entry.tag,
      {
        sql: sha256(readFileSync(join(folder, `${entry.tag}.sql`), "utf8")),
        snapshot: sha256(readFileSync(join(folder, snapshotFile(entry.idx)), "utf8")),
        journal: sha256(JSON.stringify(entry)),
      },
    ]),
  );
}

export const snapshotFile = (idx: number) => `meta/${String(idx).padStart(4, "0")}_snapshot.json`;

/** Ignores carriage returns, which Git adds on some machines. */
function sha256(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

export function mainCommit(folder: string): string | undefined {
  const bases = ["main", "origin/main"].flatMap(
    (branch) => git(folder, "merge-base", "HEAD", branch)?.trim() ?? [],
  );
  return bases.length > 0 ? git(folder, "rev-list", "--topo-order", "-1", ...bases)?.trim() : undefined;
}

/** The migrations on `main`, which must never change. Without a branch `main`, published.json decides. */
export function finalEntries(folder: string): Published {
  const commit = mainCommit(folder);
  if (commit === undefined) return readPublished(folder);
  return JSON.parse(git(folder, "show", `${commit}:./${FILE}`) ?? "{}");
}

function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}
