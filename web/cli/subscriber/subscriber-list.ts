import type { Command } from "commander";
import { channelNames } from "../../../worker/notify/chat/domain.ts";
import { listedStates } from "../../../worker/notify/subscribers/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { connectWithKey, readBody } from "../connection/connection.ts";
import { addHelp } from "../help.ts";
import { plain, print, printJSON } from "../output.ts";
import { printRows } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";

export function addSubscriberList(subscriber: Command, notes: string): void {
  const listCommand = subscriber
    .command("list")
    .description("List the subscribers, the newest first")
    .option("--search <text>", "A part of an email address, or a whole address of any channel")
    .option("--channel <channel>", `One of: ${channelNames.join(", ")}`)
    .option("--state <state>", `One of: ${listedStates.join(", ")} (default: both)`)
    .action(list);
  addHelp(listCommand, {
    notes: `${notes} Addresses of webhooks, chats and browsers are shortened.`,
    examples: [
      "daymark subscriber list --search @example.com",
      "daymark subscriber list --channel webhook --json",
    ],
  });
}

interface ListOptions extends GlobalOptions {
  search?: string;
  channel?: string;
  state?: string;
}

type Page = Schemas["SubscriberPage"];

async function list(_: ListOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ListOptions>();
  const { search, channel, state } = options;
  const query = {
    ...(search !== undefined && { search }),
    ...(channel !== undefined && { channel: parseChoice("channel", channelNames, channel) }),
    ...(state !== undefined && { state: parseChoice("state", listedStates, state) }),
  };
  const { client } = await connectWithKey(options);
  const found: Page["subscribers"] = [];
  let cursor: string | null = null;
  do {
    const body = { ...query, ...(cursor !== null && { cursor }) };
    const page: Page = await readBody(client.POST("/api/v0/subscribers/search", { body }));
    found.push(...page.subscribers);
    cursor = page.nextCursor;
  } while (cursor !== null);
  if (options.json) return printJSON({ subscribers: found, nextCursor: cursor });
  if (found.length === 0) return print("No subscriber is like this.");
  printRows(
    found.map((each) => ({
      status: each.state,
      color: each.state === "confirmed" ? "green" : "grey",
      name: each.address || "An address that is no longer stored",
      more: `${each.channel}, ${topics(each)}`,
    })),
  );
}

function topics({ everything, groups, components }: Page["subscribers"][number]): string {
  if (everything) return "everything";
  return [...groups, ...components].map(plain).join(", ") || "single incidents and maintenance";
}

function parseChoice<T extends string>(name: string, values: readonly T[], input: string): T {
  const value = values.find((each) => each === input.toLowerCase());
  if (value !== undefined) return value;
  throw new CommandError("usage", `Unknown ${name} "${plain(input)}". Use one of: ${values.join(", ")}.`);
}
