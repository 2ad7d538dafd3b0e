import type { Command } from "commander";
import { type AuditQuery, auditActions, auditKinds } from "../../worker/audit/domain.ts";
import type { Schemas } from "../client/client.ts";
import { auditCSV } from "../shared/audit-csv.ts";
import { type ChainEnd, verifyChain } from "./audit-chain.ts";
import { CommandError, exitCodes } from "./command-error.ts";
import { bodyOf, type Connection, connectWithKey } from "./connection.ts";
import { addHelp } from "./help.ts";
import { readAllPages } from "./lists.ts";
import { count, plain, print, printJSON, printLines } from "./output.ts";
import { minuteOf } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";
import { setExitCode } from "./shell.ts";

type Entry = Schemas["AuditEntry"];

const KEY_NOTE = "The API key needs the scope Export and restore, because the log names administrators.";

export function addAuditCommands(program: Command): void {
  const audit = program.command("audit").description("Read the log of who changed what, and verify it");
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
  const verify = audit
    .command("verify")
    .description("Verify that no entry of the log was changed or removed")
    .option("--expect <seq:hash>", "The end of the chain, as an earlier run printed it")
    .action(runVerify);
  addHelp(verify, {
    notes: `${KEY_NOTE}
It reads the whole log and computes all hashes itself. Whoever can write to the database can also replace
the whole log, so keep what it prints in another place, and pass it as --expect later.`,
    examples: [
      "daymark audit verify",
      "daymark audit verify --expect 1204:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    ],
    meanings: { refused: "An entry was changed or removed, or Daymark returned an error" },
  });
}

interface ListOptions extends GlobalOptions, AuditQuery {
  csv?: boolean;
}

async function runList(_: ListOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ListOptions>();
  const { actor, kind, action, item } = options;
  const times = { from: instantOf("--from", options.from), to: instantOf("--to", options.to) };
  const filter = { ...{ actor, kind, action, item }, ...times };
  const entries = await readEntries(await connectWithKey(options), filter);
  if (options.json) return printJSON(entries);
  if (options.csv) return printLines(auditCSV(entries));
  if (entries.length === 0) return print("There are no entries.");
  for (const entry of entries) printEntry(entry);
}

type Filter = { [Name in keyof AuditQuery]: AuditQuery[Name] | undefined };

function readEntries({ client }: Connection, filter: Filter = {}): Promise<Entry[]> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return readAllPages((query) => client.GET("/api/v0/audit", { params: { query: { ...given, ...query } } }));
}

function instantOf(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(/^\d{4}-\d\d-\d\d \d/.test(value) ? `${value.replace(" ", "T")}Z` : value);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new CommandError("usage", `${option} must be a time such as 2026-01-31 or 2026-01-31T09:00:00Z.`);
}

function printEntry({ at, actor, kind, action, itemID, itemName, before, after }: Entry): void {
  const who = actor.kind === "schedule" ? "schedule" : actor.name || actor.id;
  const item = itemName === "" ? itemID : `"${plain(itemName)}"`;
  print([minuteOf(at), plain(who), `${action} ${kind}`, item].filter((part) => part !== "").join("  "));
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = [before, after].map((fields) => (field in fields ? plain(textOf(fields[field])) : "–"));
    print(`    ${plain(field)}: ${change.join(" → ")}`);
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface VerifyOptions extends GlobalOptions {
  expect?: string;
}

async function runVerify(_: VerifyOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<VerifyOptions>();
  const expected = endOf(options.expect);
  const connection = await connectWithKey(options);
  const readChain = () => bodyOf(connection.client.GET("/api/v0/audit/chain"));
  const before = await readChain();
  const entries = await readEntries(connection);
  const after = await readChain();
  const { problems, verified, unsealed } = verifyChain({ before, after }, entries, expected);
  const { sealedSeq: seq, sealedHash: hash } = before;
  if (problems.length > 0) setExitCode(exitCodes.refused);
  if (options.json)
    return printJSON({ isIntact: problems.length === 0, problems, verified, unsealed, seq, hash });
  for (const problem of problems) print(problem);
  if (problems.length > 0) return;
  print(`${count(verified, "entry", "entries")} verified: none was changed or removed.`);
  const oldest = entries.at(-1);
  if (after.deletedSeq > 0 && oldest)
    print(
      `The entries up to ${after.deletedSeq} were deleted as too old. The oldest that is left is of ${plain(oldest.at.slice(0, 10))}.`,
    );
  if (unsealed > 0)
    print(`${count(unsealed, "entry", "entries")} of the last minute will be sealed shortly.`);
  if (seq > 0) print(`The chain ends at ${seq}:${plain(hash)}`);
}

function endOf(text: string | undefined): ChainEnd | undefined {
  if (text === undefined) return undefined;
  const [, seq = "", hash = ""] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== "") return { seq: Number(seq), hash };
  throw new CommandError(
    "usage",
    "--expect must be what an earlier run printed, such as 1204:0f3c… in full.",
  );
}
