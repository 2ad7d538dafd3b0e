import { access } from "node:fs/promises";
import type { Command } from "commander";
import { exportTo } from "./archive/export.ts";
import { downloadNightly, findNightly } from "./archive/nightly.ts";
import { cancelRestore, restoreFrom } from "./archive/restore.ts";
import { CommandError } from "./command-error.ts";
import { type Connection, connectWithKey } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { plain, print, printJSON, warn } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";
import { resolvePath } from "./shell.ts";

const KEY_NOTE = "The API key needs the scope Export and restore.";

export function addArchiveCommands(program: Command): void {
  const exportCommand = program
    .command("export")
    .description("Write everything into one archive, but no secrets")
    .argument("[file]", "The archive to write (default: daymark-export-<day>.tar.gz)")
    .option("--force", "Replace the file if it exists")
    .action(runExport);
  addHelp(exportCommand, {
    notes: `${KEY_NOTE} The archive has the addresses of all subscribers, so only you can read the file: keep it safe. API keys, secrets
and the log of sent emails are not in it. If the page changes in the meantime, all is read again.`,
    examples: ["daymark export", "daymark export /backups/status.tar.gz --force"],
  });

  const restoreCommand = program
    .command("restore")
    .description("Fill an empty installation from an archive")
    .argument("[file]", "An archive that `daymark export` wrote")
    .option("--nightly [day]", "Restore an export that the Worker stored in R2 (default: the newest)")
    .option("--cancel", "Delete what an interrupted restore has stored")
    .action(runRestore);
  addHelp(restoreCommand, {
    notes: `${KEY_NOTE} The installation must have no components, groups, incidents, maintenances, metrics, templates, proposals, alert rules, heartbeats or subscribers.
After an interruption, run the command again: it continues. An archive that is refused changes nothing. No email is sent, and email,
webhooks and chat are off until you turn them on under Settings, Notifications. --nightly is for an installation that has lost its
database, but not its bucket and its SECRET_KEY. It writes the archive into the current folder first.`,
    examples: [
      "daymark restore daymark-export-2026-01-31.tar.gz",
      "daymark restore --nightly",
      "daymark restore --cancel",
    ],
  });
}

interface ExportOptions extends GlobalOptions {
  force?: boolean;
}

async function runExport(input: string | undefined, _: ExportOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ExportOptions>();
  const file = resolvePath(input ?? `daymark-export-${new Date().toISOString().slice(0, 10)}.tar.gz`);
  if (!options.force && (await exists(file)))
    throw new CommandError(
      "usage",
      `${file} exists already. Choose another name, or replace it with --force.`,
    );
  const manifest = await exportTo(await connectWithKey(options), file);
  if (options.json) printJSON({ file, ...manifest });
  else print(`Exported to ${plain(file)}. It has subscribers' addresses: keep it safe.`);
}

interface RestoreOptions extends GlobalOptions {
  /** `true` stands for the newest. */
  nightly?: string | true;
  cancel?: boolean;
}

async function runRestore(named: string | undefined, _: RestoreOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<RestoreOptions>();
  const choices = [named !== undefined, options.nightly !== undefined, options.cancel === true];
  if (choices.filter((isChosen) => isChosen).length !== 1)
    throw new CommandError("usage", "Name the archive to restore, or use either --nightly or --cancel.");
  const connection = await connectWithKey(options);
  if (options.cancel) {
    await cancelRestore(connection);
    if (options.json) printJSON({ isEmpty: true });
    else print(`${connection.url} is empty again.`);
    return;
  }
  const file = resolvePath(named ?? (await fetchNightly(connection, options.nightly)));
  await restoreFrom(connection, file);
  if (options.json) printJSON({ isFinished: true });
  else
    print(
      `${connection.url} has everything from the archive. Email is off: Settings, Notifications turns it on.`,
    );
}

/** An interrupted restore needs the same archive again, but meanwhile there can be new points. So the file stays. */
async function fetchNightly(connection: Connection, nightly: string | true | undefined): Promise<string> {
  const found = await findNightly(connection, nightly === true ? undefined : nightly);
  const file = `daymark-nightly-${found.day}.tar.gz`;
  if (await exists(resolvePath(file))) warn(`${file} is here already.`);
  else await downloadNightly(connection, found, resolvePath(file));
  warn(`${file} has subscribers' addresses: keep it safe, or delete it afterwards.`);
  return file;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
