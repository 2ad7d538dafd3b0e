import type { Command } from "commander";
import { componentColor } from "../../worker/components/domain.ts";
import { findCandidate, isID } from "./candidates.ts";
import { CommandError } from "./command-error.ts";
import { connectWithKey } from "./connection.ts";
import { addHelp } from "./help.ts";
import { listByStatus, type NoticeKind } from "./notice-kinds.ts";
import { instantOf } from "./notice-options.ts";
import { inColor, plain, print, printJSON } from "./output.ts";
import { colorIn, minuteOf, printRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

interface ListOptions extends GlobalOptions {
  all?: true;
  since?: string;
}

interface DeleteOptions extends GlobalOptions {
  keepComponents?: true;
}

export function addReadCommands(parent: Command, kind: NoticeKind): void {
  const { label, shown } = kind;
  const argument = `<${label}>`;
  addHelp(
    parent
      .command("list")
      .description(`List the ${shown}`)
      .option("--all", "Include those that are over")
      .option("--since <time>", "Only those created at this time or later")
      .action((_: ListOptions, command: Command) => list(kind, command.optsWithGlobals<ListOptions>())),
    { examples: [`daymark ${label} list`, `daymark ${label} list --all --since "2030-01-01 00:00" --json`] },
  );
  addHelp(
    parent
      .command("show")
      .description(`Show one ${label} with its updates`)
      .argument(argument, "Its ID or name")
      .action((nameOrID: string, _: GlobalOptions, command: Command) =>
        show(kind, nameOrID, command.optsWithGlobals<GlobalOptions>()),
      ),
    { examples: [`daymark ${label} show V1StGXR8Z5jd`] },
  );
}

export function addDeleteCommand(parent: Command, kind: NoticeKind, notes: string): Command {
  const { label } = kind;
  const deleting = parent
    .command("delete")
    .description(`Delete one ${label} with its updates, for good`)
    .argument(`<${label}>`, "Its ID or name")
    .action((nameOrID: string, _: DeleteOptions, command: Command) =>
      remove(kind, nameOrID, command.optsWithGlobals<DeleteOptions>()),
    );
  return addHelp(deleting, {
    notes: `${notes}\nWith --json it prints nothing, because the API's response is empty.`,
    examples: [`daymark ${label} delete V1StGXR8Z5jd`],
  });
}

async function list(kind: NoticeKind, { all, since, ...options }: ListOptions): Promise<void> {
  const filter = since === undefined ? {} : { since: instantOf("--since", since) };
  const { client } = await connectWithKey(options);
  const listed = all
    ? await kind.list(client, filter)
    : await listByStatus(kind, client, kind.openStatuses, filter);
  if (options.json) return printJSON(listed.map(({ answer }) => answer));
  if (listed.length === 0) return print(all ? `There are no ${kind.plural}.` : kind.none);
  printRows(
    listed.map(({ id, name, status, time }) => ({
      ...{ id, name, status },
      color: colorIn(kind.colors, status),
      more: time,
    })),
  );
}

async function show(kind: NoticeKind, nameOrID: string, options: GlobalOptions): Promise<void> {
  const { url, client } = await connectWithKey(options);
  const { id, name, status, time, components, updates, answer } = await findAny(kind, client, nameOrID);
  if (options.json) return printJSON(answer);
  print(`${plain(name)}: ${inColor(status, colorIn(kind.colors, status))}`);
  print(`  ID    ${id}`);
  print(`  Page  ${url}/${kind.plural}/${id}`);
  print(`  Time  ${time}`);
  if (components.length > 0) {
    print();
    print("Components");
    printRows(
      components.map(({ name, status, deleted }) => ({
        name: deleted ? `${name} (deleted)` : name,
        ...{ status, color: componentColor(status) },
      })),
      "  ",
    );
  }
  for (const { status, message, createdAt } of updates) {
    print();
    print(`${minuteOf(createdAt)} UTC  ${inColor(status, colorIn(kind.colors, status))}`);
    if (message !== "") for (const line of message.split("\n")) print(`  ${plain(line)}`.trimEnd());
  }
}

async function remove(kind: NoticeKind, nameOrID: string, options: DeleteOptions): Promise<void> {
  const { client } = await connectWithKey(options);
  const { id, name } = await findAny(kind, client, nameOrID);
  await kind.remove(client, id, { restoreComponents: !options.keepComponents });
  if (!options.json) print(`Deleted "${plain(name)}".`);
}

/** An ID takes one request. A name can be anywhere in the history, so it takes all pages. */
async function findAny(kind: NoticeKind, client: Parameters<NoticeKind["list"]>[0], nameOrID: string) {
  if (isID(nameOrID)) {
    const found = await kind.read(client, nameOrID).catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.status !== 404) throw error;
    });
    if (found) return found;
  }
  return findCandidate(
    {
      label: kind.label,
      none: `There are no ${kind.plural}.`,
      several: `${kind.plural} are there`,
      list: await kind.list(client, {}),
      read: (id) => kind.read(client, id),
    },
    nameOrID,
  );
}
