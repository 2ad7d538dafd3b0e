import type { Command } from "commander";
import { componentColor } from "../../../worker/components/domain.ts";
import { noticeColors, noticePath } from "../../../worker/notices/domain.ts";
import { isID } from "../../../worker/storage/domain.ts";
import type { DaymarkClient } from "../../client/client.ts";
import { findCandidate } from "../candidates.ts";
import { CommandError } from "../command-error.ts";
import { connectWithKey, readBody } from "../connection/connection.ts";
import { addHelp } from "../help.ts";
import { findComponent } from "../names.ts";
import { inColor, plain, print, printJSON } from "../output.ts";
import { colorIn, formatMinute, printRows } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";
import { listByStatus, listNotices, type NoticeCalls, periodText, readNotice } from "./notice-calls.ts";
import { parseInstant } from "./notice-options.ts";

interface ListOptions extends GlobalOptions {
  all?: true;
  since?: string;
  search?: string;
  component?: string;
  month?: string;
}

interface DeleteOptions extends GlobalOptions {
  keepComponents?: true;
}

export function addReadCommands(parent: Command, calls: NoticeCalls): void {
  const { kind, listLabel } = calls;
  const argument = `<${kind}>`;
  addHelp(
    parent
      .command("list")
      .description(`List the ${listLabel}`)
      .option("--all", "Include those that are over")
      .option("--since <time>", "Only those created at this time or later")
      .option(
        "--search <words>",
        "Only those with all words in their name, messages and write-up; includes those that are over",
      )
      .option("-c, --component <name>", "Only those that affect this component, by its name or ID")
      .option(
        "--month <month>",
        "Only those of this month in UTC, such as 2030-01; includes those that are over",
      )
      .action((_: ListOptions, command: Command) => list(calls, command.optsWithGlobals<ListOptions>())),
    {
      examples: [
        `daymark ${kind} list`,
        `daymark ${kind} list --all --since "2030-01-01 00:00" --json`,
        `daymark ${kind} list --search "database timeout" --component API`,
      ],
    },
  );
  addHelp(
    parent
      .command("show")
      .description(`Show one ${kind} with its updates`)
      .argument(argument, "Its ID or name")
      .action((nameOrID: string, _: GlobalOptions, command: Command) =>
        show(calls, nameOrID, command.optsWithGlobals<GlobalOptions>()),
      ),
    { examples: [`daymark ${kind} show V1StGXR8Z5jd`] },
  );
}

export function addDeleteCommand(parent: Command, calls: NoticeCalls, notes: string): Command {
  const { kind } = calls;
  const deleteCommand = parent
    .command("delete")
    .description(`Delete one ${kind} with its updates, for good`)
    .argument(`<${kind}>`, "Its ID or name")
    .action((nameOrID: string, _: DeleteOptions, command: Command) =>
      remove(calls, nameOrID, command.optsWithGlobals<DeleteOptions>()),
    );
  return addHelp(deleteCommand, {
    notes: `${notes}\nWith --json it prints nothing, because the API's response is empty.`,
    examples: [`daymark ${kind} delete V1StGXR8Z5jd`],
  });
}

async function toFilter(client: DaymarkClient, { since, search, component, month }: ListOptions) {
  const named = component && findComponent(await readBody(client.GET("/api/v0/components")), component);
  return {
    ...(since !== undefined && { since: parseInstant("--since", since) }),
    ...(search !== undefined && { q: search }),
    ...(named && { componentID: named.componentID }),
    ...(month !== undefined && { month }),
  };
}

async function list(calls: NoticeCalls, options: ListOptions): Promise<void> {
  const { client } = await connectWithKey(options);
  const filter = await toFilter(client, options);
  const all = options.all || filter.q !== undefined || filter.month !== undefined;
  const notices = all
    ? await listNotices(calls, client, filter)
    : await listByStatus(calls, client, undefined, filter);
  if (options.json) return printJSON(notices.map(({ response }) => response));
  if (notices.length === 0) {
    const isNarrowed = [options.search, options.component, options.month].some(
      (value) => value !== undefined,
    );
    if (isNarrowed) return print("No matches.");
    return print(all ? `There are no ${calls.kind}s.` : calls.none);
  }
  printRows(
    notices.map((notice) => ({
      id: notice.noticeID,
      name: notice.name,
      status: notice.status,
      color: colorIn(noticeColors, notice.status),
      more: periodText(notice),
    })),
  );
}

async function show(calls: NoticeCalls, nameOrID: string, options: GlobalOptions): Promise<void> {
  const { url, client } = await connectWithKey(options);
  const notice = await findAny(calls, client, nameOrID);
  const { noticeID, name, status, components, updates, response } = notice;
  if (options.json) return printJSON(response);
  print(`${plain(name)}: ${inColor(status, colorIn(noticeColors, status))}`);
  print(`  ID    ${noticeID}`);
  print(`  Page  ${url}${noticePath(notice)}`);
  print(`  Time  ${periodText(notice)}`);
  if (components.length > 0) {
    print();
    print("Components");
    printRows(
      components.map(({ name, status, deleted }) => ({
        name: deleted ? `${name} (deleted)` : name,
        status,
        color: componentColor(status),
      })),
      "  ",
    );
  }
  for (const { status, message, createdAt } of updates) {
    print();
    print(`${formatMinute(createdAt)} UTC  ${inColor(status, colorIn(noticeColors, status))}`);
    if (message !== "") for (const line of message.split("\n")) print(`  ${plain(line)}`.trimEnd());
  }
}

async function remove(calls: NoticeCalls, nameOrID: string, options: DeleteOptions): Promise<void> {
  const { client } = await connectWithKey(options);
  const { noticeID, name } = await findAny(calls, client, nameOrID);
  await calls.remove(client, noticeID, { restoreComponents: !options.keepComponents });
  if (!options.json) print(`Deleted "${plain(name)}".`);
}

/** An ID takes one request. A name can be anywhere in the history, so it takes all pages. */
export async function findAny(calls: NoticeCalls, client: DaymarkClient, nameOrID: string) {
  if (isID(nameOrID)) {
    const notice = await readNotice(calls, client, nameOrID).catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.status !== 404) throw error;
    });
    if (notice) return notice;
  }
  return findCandidate(
    {
      label: calls.kind,
      none: `There are no ${calls.kind}s.`,
      several: `${calls.kind}s are there`,
      list: await listNotices(calls, client),
      read: (id) => readNotice(calls, client, id),
    },
    nameOrID,
  );
}
