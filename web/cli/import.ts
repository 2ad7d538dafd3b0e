import { access } from "node:fs/promises";
import type { Command } from "commander";
import { checkArchive } from "./archive/read-archive.ts";
import { restoreFrom, restoreParts } from "./archive/restore.ts";
import { CommandError } from "./command-error.ts";
import { connectWithKey } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { convert, type ImportRows, toArchive } from "./import/convert.ts";
import { explainConflict, readServiceName } from "./import/installation.ts";
import { addHistory } from "./import/read-history.ts";
import { readLists } from "./import/read-lists.ts";
import { readSource, type SourcePage } from "./import/read-source.ts";
import { printReport, toReport } from "./import/report.ts";
import { openStatuspageAPI, statuspageKey } from "./import/statuspage-api.ts";
import { count, plain, print, printJSON } from "./output.ts";
import { type GlobalOptions, parseAddress } from "./settings.ts";
import { resolvePath } from "./shell.ts";

export function addImportCommand(program: Command): void {
  const importCommand = program
    .command("import")
    .description("Fill an empty installation from another status page")
    .argument(
      "<source>",
      "The address of a page of Statuspage, LambStatus or Daymark, or an archive of `daymark export`",
    )
    .option(
      "--all",
      "Also older incidents and maintenances, templates, metrics and subscribers by email, with a key of Statuspage in STATUSPAGE_API_KEY",
    )
    .option("--dry-run", "Only print what would be created, and what would be lost")
    .action(runImport);
  addHelp(importCommand, {
    notes: `The public API of a page has its components with groups, its 50 newest incidents and 50 newest maintenances, with updates and
write-ups. With --all, an import has all incidents and maintenances, and also templates, metrics without points, and those who
confirmed to get email. The key in STATUSPAGE_API_KEY is sent to api.statuspage.io only. No output has an address of a subscriber.
IDs stay, so /incidents/<id> leads to the same incident. A dry run needs no installation and no key of it. Otherwise
the API key needs the scope Export and restore, and the installation must have no components, groups, incidents,
maintenances, metrics, templates, proposals, alert rules, heartbeats or subscribers. After an interruption, run the command again: it continues. A second run changes nothing.
The other page has an hour to answer; DAYMARK_IMPORT_MINUTES gives it another number of minutes.
No email is sent, and email, webhooks and chat are off until you turn them on under Settings, Notifications.`,
    examples: [
      "daymark import https://status.example.com --dry-run",
      "daymark import https://status.example.com",
    ],
  });
}

interface ImportOptions extends GlobalOptions {
  all?: boolean;
  dryRun?: boolean;
}

async function runImport(input: string, _: ImportOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ImportOptions>();
  const file = resolvePath(input);
  if (await isFile(file)) return importArchive(file, options);
  if (/\.tar\.gz$/.test(input)) throw new CommandError("usage", `There is no file ${file}.`);
  const url = parseAddress(input);
  const key = options.all ? statuspageKey() : undefined;
  const read = async () => {
    const source = await readSource(url);
    return key === undefined ? source : readEverything(source, key);
  };
  if (options.dryRun) {
    const found = convert(await read());
    const rows = withSettings(found.rows, found.name);
    if (options.json) printJSON(toReport({ url, ...found, rows }));
    else printReport(`An import of ${url} would create:`, { url, ...found, rows });
    return;
  }
  const connection = await connectWithKey(options);
  // A wrong key or address is told before the other page is read.
  const serviceName = await readServiceName(connection);
  const found = convert(await read());
  const rows =
    serviceName === "" || serviceName === found.name ? withSettings(found.rows, found.name) : found.rows;
  const { manifest, parts } = toArchive(rows);
  const isNew = await restoreParts(connection, manifest, async () => parts).catch((error: unknown) =>
    explainConflict(connection, url, found, error),
  );
  if (options.json) printJSON({ ...toReport({ url, ...found, rows }), isNew });
  else if (isNew) {
    printReport(`Imported from ${url}:`, { url, ...found, rows });
    print("Email is off: Settings, Notifications turns it on.");
  } else print(`${connection.url} has everything from ${plain(url)} already. Nothing was changed.`);
}

async function readEverything(source: SourcePage, key: string): Promise<SourcePage> {
  const api = openStatuspageAPI(source, key);
  return { ...(await addHistory(source, api)), lists: await readLists(api) };
}

async function importArchive(file: string, options: ImportOptions): Promise<void> {
  if (!options.dryRun) {
    const connection = await connectWithKey(options);
    await restoreFrom(connection, file);
    if (options.json) printJSON({ isFinished: true });
    else
      print(
        `${connection.url} has everything from the archive. Email is off: Settings, Notifications turns it on.`,
      );
    return;
  }
  const { parts } = await checkArchive(file);
  if (options.json) {
    printJSON({ source: file, parts });
    return;
  }
  print("The archive is complete and would create:");
  for (const { name, rows } of parts) if (rows > 0) print(`  ${name}: ${count(rows, "row")}`);
}

/** Without a name, a page has none of its own yet, and gets that of the source. */
function withSettings(rows: ImportRows, serviceName: string): ImportRows {
  return serviceName === "" ? rows : { ...rows, settings: [{ serviceName }] };
}

async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
