import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SECOND_MS } from "../../../worker/shared/time/domain.ts";
import { count } from "../output.ts";
import { shell } from "../shell.ts";
import type { Check } from "./findings.ts";

interface Release {
  version: string;
  /** How many migrations it has. */
  migrations: number;
}

/** The command line's package is published with each release. tools/build/cli-package.ts writes what it says of the release. */
interface PublishedRelease extends Release {
  /** The versions that need a hand, as CHANGELOG.md says under "When you upgrade". */
  byHand: string[];
}

const NPM_TIMEOUT_MS = 10 * SECOND_MS;

/** Asks npm, so that the user's own registry and proxy count. It never fails: that a release can't be looked up is no fault of the installation. */
export async function readNewestRelease(): Promise<PublishedRelease | undefined> {
  const { env } = shell();
  const args = ["view", "daymark@latest", "version", "daymark", "--json", "--fetch-retries=0"];
  try {
    const { stdout } = await promisify(execFile)("npm", args, { env, timeout: NPM_TIMEOUT_MS });
    const { version, daymark } = JSON.parse(stdout);
    if (parseVersion(version) === undefined) return undefined;
    return { version, migrations: Number(daymark?.migrations), byHand: [daymark?.byHand ?? []].flat() };
  } catch {
    return undefined;
  }
}

export function checkRelease(installed: Release, newest: PublishedRelease | undefined): Check {
  const name = "release";
  if (newest === undefined)
    return {
      name,
      status: "ok",
      message: `${installed.version} runs. Newer releases couldn't be looked up with npm.`,
    };
  if (!isNewer(newest.version, installed.version))
    return { name, status: "ok", message: `${installed.version} runs, the newest release.` };
  const byHand = newest.byHand.filter((version) => isNewer(version, installed.version));
  return {
    name,
    status: "warning",
    message: `${newest.version} is released, and ${installed.version} runs. The upgrade keeps all data, ${migrationText(newest.migrations - installed.migrations)}, and ${handText(byHand)}.`,
    fix: "docs/upgrade.md has the steps, and CHANGELOG.md what is new.",
  };
}

function migrationText(added: number): string {
  return added > 0 ? `applies ${count(added, "migration")}` : "applies no migration";
}

function handText(byHand: string[]): string {
  if (byHand.length === 0) return "needs nothing by hand";
  return `needs a hand for ${byHand.join(", ")}: see “When you upgrade” in CHANGELOG.md`;
}

function isNewer(version: string, than: string): boolean {
  const [parts, others] = [parseVersion(version), parseVersion(than)];
  if (!parts || !others) return false;
  const index = parts.findIndex((part, index) => part !== others[index]);
  return (parts[index] ?? 0) > (others[index] ?? 0);
}

/** @returns major, minor and patch. Versions before a release, such as 2.0.0-beta.1, are never published as the latest. */
function parseVersion(version: unknown): number[] | undefined {
  const [, ...parts] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(String(version)) ?? [];
  return parts.length === 0 ? undefined : parts.map(Number);
}
