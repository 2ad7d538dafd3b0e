import type { Command } from "commander";
import {
  type AuditQuery,
  auditActions,
  auditKinds,
  hasRecordedFields,
} from "../../worker/writes/audit/domain.ts";
import type { Schemas } from "../client/client.ts";
import { auditCSV } from "../shared/audit-csv.ts";
import { CommandError } from "./command-error.ts";
import { type Connection, connectWithKey } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { readAllPages } from "./lists.ts";
import { plain, print, printJSON, printLines } from "./output.ts";
import { formatMinute } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

type Entry = Schemas["AuditEntry"];

const KEY_NOTE = "The API key needs the scope Export and restore, because the log names administrators.";

export function addAuditCommands(program: Command): void {
  const audit = program.command("audit").description("Read the log of who changed what");
  const list = audit
    .command("list")
    .description("List who changed what, the newest first")
    .option("--actor <name>", "Only of this actor: a part of the name, or an ID such as key:a9Wd3PxF6LsY")
    .option("--kind <kind>", `Only about one of: ${auditKinds.join(", ")}`)
    .option("--action <action>", `Only one of: ${auditActions.join(", ")}`)
    .option("--item <ID>", "Only about the item with this ID")
    .option("--from <time>", "Only at this time or later, such as 2026-01-31 or 2026-01-31T09:00:00Z")
    .option("--to <time>", "Only before this time")
    .option("--csv", "Print all fields as CSV")
    .action(runList);
  addHelp(list, {
    notes: `${KEY_NOTE} Times are in UTC. With --json, it prints all fields.`,
    examples: [
      "daymark audit list --from 2026-01-01 --kind incident",
      "daymark audit list --actor ada@example.com --csv",
    ],
  });
}

interface ListOptions extends GlobalOptions, AuditQuery {
  csv?: boolean;
}

async function runList(_: ListOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ListOptions>();
  const { actor, kind, action, item } = options;
  const times = { from: parseInstant("--from", options.from), to: parseInstant("--to", options.to) };
  const filter = { actor, kind, action, item, ...times };
  const entries = await readEntries(await connectWithKey(options), filter);
  if (options.json) return printJSON(entries);
  if (options.csv) return printLines(auditCSV(entries));
  if (entries.length === 0) return print("There are no entries.");
  for (const entry of entries) printEntry(entry);
}

type Filter = { [Name in keyof AuditQuery]: AuditQuery[Name] | undefined };

function readEntries({ client }: Connection, filter: Filter): Promise<Entry[]> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return readAllPages((query) => client.GET("/api/v0/audit", { params: { query: { ...given, ...query } } }));
}

function parseInstant(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(/^\d{4}-\d\d-\d\d \d/.test(value) ? `${value.replace(" ", "T")}Z` : value);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new CommandError("usage", `${option} must be a time such as 2026-01-31 or 2026-01-31T09:00:00Z.`);
}

function printEntry(entry: Entry): void {
  const { at, actor, kind, action, itemID, itemName, before, after } = entry;
  const who = actor.kind === "schedule" ? "schedule" : actor.name || actor.id;
  const item = itemName === "" ? itemID : `"${plain(itemName)}"`;
  print([formatMinute(at), plain(who), `${action} ${kind}`, item].filter((part) => part !== "").join("  "));
  if (!hasRecordedFields(entry)) print("    The changed fields were not recorded.");
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = [before, after].map((fields) => (field in fields ? plain(valueText(fields[field])) : "–"));
    print(`    ${plain(field)}: ${change.join(" → ")}`);
  }
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
