import { access } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { ArchivePart } from "../../worker/archive/domain.ts";
import { checkArchive, type Row } from "./archive/read-archive.ts";
import { restoreFrom, restoreParts } from "./archive/restore.ts";
import { CommandError } from "./command-error.ts";
import { bodyOf, type Connection, connectWithKey } from "./connection.ts";
import { addHelp } from "./help.ts";
import { archiveOf, convert, type Import, type ImportRows } from "./import/convert.ts";
import { addHistory, statuspageKey } from "./import/read-history.ts";
import { readSource } from "./import/read-source.ts";
import { printReport, reportOf } from "./import/report.ts";
import { count, plain, print, printJSON } from "./output.ts";
import { addressOf, type GlobalOptions } from "./settings.ts";

export function addImportCommand(program: Command): void {
  const importCommand = program
    .command("import")
    .description("Fill an empty installation from another status page")
    .argument(
      "<source>",
      "The address of a page of Statuspage, LambStatus or Daymark, or an archive of `daymark export`",
    )
    .option("--all", "Also older incidents and maintenances, with a key of Statuspage in STATUSPAGE_API_KEY")
    .option("--dry-run", "Only print what would be created, and what would be lost")
    .action(runImport);
  addHelp(importCommand, {
    notes: `The public API of a page has its components with groups, its 50 newest incidents and 50 newest maintenances, with updates and
write-ups. With --all, it has all incidents and maintenances: the key in STATUSPAGE_API_KEY is sent to api.statuspage.io only.
IDs stay, so /incidents/<id> leads to the same incident. A dry run needs no key and no installation. Otherwise
the API key needs the scope Export and restore, and the installation must have no components, incidents, maintenances,
metrics, templates or subscribers. After an interruption, run the command again: it continues. A second run changes nothing.
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

async function runImport(written: string, _: ImportOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ImportOptions>();
  if (await isFile(written)) return importArchive(resolve(written), options);
  if (/\.tar\.gz$/.test(written)) throw new CommandError("usage", `There is no file ${resolve(written)}.`);
  const url = addressOf(written);
  const key = options.all ? statuspageKey() : undefined;
  const read = async () => {
    const source = await readSource(url);
    return key === undefined ? source : addHistory(source, key);
  };
  if (options.dryRun) {
    const found = convert(await read());
    const rows = withSettings(found.rows, found.name);
    if (options.json) printJSON(reportOf({ url, ...found, rows }));
    else printReport(`An import of ${url} would create:`, { url, ...found, rows });
    return;
  }
  const connection = await connectWithKey(options);
  // A wrong key or address is told before the other page is read.
  const serviceName = await readServiceName(connection);
  const found = convert(await read());
  const rows =
    serviceName === "" || serviceName === found.name ? withSettings(found.rows, found.name) : found.rows;
  const { manifest, parts } = archiveOf(rows);
  const isNew = await restoreParts(connection, manifest, async () => parts).catch((error: unknown) =>
    explain(connection, url, found, error),
  );
  if (options.json) printJSON({ ...reportOf({ url, ...found, rows }), isNew });
  else if (isNew) {
    printReport(`Imported from ${url}:`, { url, ...found, rows });
    print("Email is off: Settings, Notifications turns it on.");
  } else print(`${connection.url} has everything from ${plain(url)} already. Nothing was changed.`);
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

async function readServiceName(connection: Connection): Promise<string> {
  const [row] = await readPart(connection, "settings");
  return typeof row?.serviceName === "string" ? row.serviceName : "";
}

async function readPart({ client }: Connection, part: ArchivePart): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const query = typeof cursor === "string" ? { cursor } : {};
    const page = await bodyOf(client.GET("/api/v0/export/{part}", { params: { path: { part }, query } }));
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

const MAX_NAMED = 5;

/** @returns false if only texts or times can differ. @throws CommandError that says what the installation doesn't have */
async function explain(
  connection: Connection,
  url: string,
  { rows }: Import,
  error: unknown,
): Promise<false> {
  if (!(error instanceof CommandError) || error.status !== 409) throw error;
  const missing: string[] = [];
  for (const [part, field, nameField] of [
    ["components", "componentID", "name"],
    ["notices", "noticeID", "name"],
    ["noticeUpdates", "noticeUpdateID", "message"],
  ] as const) {
    const existing = new Set((await readPart(connection, part)).map((row) => row[field]));
    for (const row of rows[part] ?? []) if (!existing.has(row[field])) missing.push(String(row[nameField]));
  }
  if (missing.length === 0) return false;
  const names = missing.slice(0, MAX_NAMED).map((name) => `"${plain(name).slice(0, 60)}"`);
  const more = missing.length > MAX_NAMED ? ` and ${count(missing.length - MAX_NAMED, "other")}` : "";
  throw Object.assign(error, {
    message: `${error.message} It lacks ${names.join(", ")}${more} of ${url}. If an import was interrupted, \`daymark restore --cancel\` empties the installation.`,
  });
}

async function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
