import type { Command } from "commander";
import { componentColor } from "../../worker/components/domain.ts";
import { findCandidate, looksLikeID } from "./candidates.ts";
import { connectWithKey } from "./connection.ts";
import { Failure } from "./failure.ts";
import { addHelp } from "./help.ts";
import { listByStatus, type NoticeKind } from "./notice-kinds.ts";
import { instantOf } from "./notice-options.ts";
import { inColor, plain, say, sayJSON } from "./output.ts";
import { colorIn, minuteOf, sayRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

interface ListOptions extends GlobalOptions {
  all?: true;
  since?: string;
}

interface DeleteOptions extends GlobalOptions {
  keepComponents?: true;
}

/** `list` and `show`, which are the same for incidents and maintenances. */
export function addReadCommands(parent: Command, kind: NoticeKind): void {
  const { label, shown } = kind;
  const argument = `<${label}>`;
  addHelp(
    parent
      .command("list")
      .description(`List the ${shown}`)
      .option("--all", "List those that are over, too")
      .option("--since <time>", "List only those that were created then or later")
      .action((_: ListOptions, command: Command) => list(kind, command.optsWithGlobals<ListOptions>())),
    { examples: [`daymark ${label} list`, `daymark ${label} list --all --since "2030-01-01 00:00" --json`] },
  );
  addHelp(
    parent
      .command("show")
      .description(`Show one ${label} with its updates`)
      .argument(argument, "Its ID or name")
      .action((asked: string, _: GlobalOptions, command: Command) =>
        show(kind, asked, command.optsWithGlobals<GlobalOptions>()),
      ),
    { examples: [`daymark ${label} show V1StGXR8Z5jd`] },
  );
}

/** @param notes what becomes of its components */
export function addDeleteCommand(parent: Command, kind: NoticeKind, notes: string): Command {
  const { label } = kind;
  const deleting = parent
    .command("delete")
    .description(`Delete one ${label} with its updates, for good`)
    .argument(`<${label}>`, "Its ID or name")
    .action((asked: string, _: DeleteOptions, command: Command) =>
      remove(kind, asked, command.optsWithGlobals<DeleteOptions>()),
    );
  return addHelp(deleting, {
    notes: `${notes}\nWith --json it prints nothing, because the API answers nothing.`,
    examples: [`daymark ${label} delete V1StGXR8Z5jd`],
  });
}

async function list(kind: NoticeKind, { all, since, ...options }: ListOptions): Promise<void> {
  const filter = since === undefined ? {} : { since: instantOf("--since", since) };
  const { client } = await connectWithKey(options);
  const listed = all
    ? await kind.list(client, filter)
    : await listByStatus(kind, client, kind.openStatuses, filter);
  if (options.json) return sayJSON(listed.map(({ answer }) => answer));
  if (listed.length === 0) return say(all ? `There are no ${kind.plural}.` : kind.none);
  sayRows(
    listed.map(({ id, name, status, time }) => ({
      ...{ id, name, status },
      color: colorIn(kind.colors, status),
      more: time,
    })),
  );
}

async function show(kind: NoticeKind, asked: string, options: GlobalOptions): Promise<void> {
  const { url, client } = await connectWithKey(options);
  const { id, name, status, time, components, updates, answer } = await findAny(kind, client, asked);
  if (options.json) return sayJSON(answer);
  say(`${plain(name)}: ${inColor(status, colorIn(kind.colors, status))}`);
  say(`  ID    ${id}`);
  say(`  Page  ${url}/${kind.plural}/${id}`);
  say(`  Time  ${time}`);
  if (components.length > 0) {
    say();
    say("Components");
    sayRows(
      components.map(({ name, status, deleted }) => ({
        name: deleted ? `${name} (deleted)` : name,
        ...{ status, color: componentColor(status) },
      })),
      "  ",
    );
  }
  for (const { status, message, createdAt } of updates) {
    say();
    say(`${minuteOf(createdAt)} UTC  ${inColor(status, colorIn(kind.colors, status))}`);
    if (message !== "") for (const line of message.split("\n")) say(`  ${plain(line)}`.trimEnd());
  }
}

async function remove(kind: NoticeKind, asked: string, options: DeleteOptions): Promise<void> {
  const { client } = await connectWithKey(options);
  const { id, name } = await findAny(kind, client, asked);
  await kind.remove(client, id, { restoreComponents: !options.keepComponents });
  if (!options.json) say(`Deleted "${plain(name)}".`);
}

/** Among all of them, also those that are over. An ID takes one request; a name can be anywhere in the history. */
async function findAny(kind: NoticeKind, client: Parameters<NoticeKind["list"]>[0], asked: string) {
  if (looksLikeID(asked)) {
    const found = await kind.read(client, asked).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.status !== 404) throw error;
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
    asked,
  );
}
