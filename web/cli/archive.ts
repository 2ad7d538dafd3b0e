import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { exportTo } from "./archive/export.ts";
import { cancelRestore, restoreFrom } from "./archive/restore.ts";
import { CommandError } from "./command-error.ts";
import { connectWithKey } from "./connection.ts";
import { addHelp } from "./help.ts";
import { plain, print, printJSON } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";

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
    .option("--cancel", "Delete what an interrupted restore has stored")
    .action(runRestore);
  addHelp(restoreCommand, {
    notes: `${KEY_NOTE} The installation must have no components, incidents, maintenances, metrics, templates or subscribers. After an
interruption, run the command again: it continues. An archive that is refused changes nothing. No email is sent, and email,
webhooks and chat are off until you turn them on under Settings, Notifications.`,
    examples: ["daymark restore daymark-export-2026-01-31.tar.gz", "daymark restore --cancel"],
  });
}

interface ExportOptions extends GlobalOptions {
  force?: boolean;
}

async function runExport(written: string | undefined, _: ExportOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ExportOptions>();
  const file = resolve(written ?? `daymark-export-${new Date().toISOString().slice(0, 10)}.tar.gz`);
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
  cancel?: boolean;
}

async function runRestore(file: string | undefined, _: RestoreOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<RestoreOptions>();
  if ((file === undefined) !== (options.cancel === true))
    throw new CommandError("usage", "Name the archive to restore, or use --cancel without one.");
  const connection = await connectWithKey(options);
  if (file === undefined) {
    await cancelRestore(connection);
    if (options.json) printJSON({ isEmpty: true });
    else print(`${connection.url} is empty again.`);
    return;
  }
  await restoreFrom(connection, resolve(file));
  if (options.json) printJSON({ isFinished: true });
  else
    print(
      `${connection.url} has everything from the archive. Email is off: Settings, Notifications turns it on.`,
    );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
