import type { Command } from "commander";
import type { Schemas } from "../client/client.ts";
import { CommandError } from "./command-error.ts";
import { connect, connectWithKey, readBody } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { plain, print, printJSON } from "./output.ts";
import { formatMinute } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

interface ListOptions extends GlobalOptions {
  search?: string;
}

export function addAlertCommands(program: Command): void {
  const alert = program.command("alert").description("Send alerts, and list those that were received");
  addHelp(
    alert
      .command("send")
      .description("Say that an alert fires, or with --resolved that it is over")
      .argument("<key>", "What tells it from other alerts, the same for its end")
      .option("--title <title>", "What has happened (default: the key)")
      .option("--label <name=value>", "For rules; can be repeated", collect, [])
      .option("--link <address>", "Where to read more")
      .option("--resolved", "It is over")
      .action(send),
    {
      notes: "The API key needs the scope Send alerts. The rules see the alert within a minute.",
      examples: [
        'daymark alert send backup --title "The backup failed" --label team=data',
        "daymark alert send backup --resolved",
      ],
    },
  );
  addHelp(
    alert
      .command("list")
      .description("List the 50 newest messages of 30 days, and the rules that they match")
      .option("--search <text>", "Only those that contain this text")
      .action(list),
    { examples: ["daymark alert list", "daymark alert list --search HighLatency --json"] },
  );
}

export function addBeatCommand(program: Command): void {
  addHelp(
    program
      .command("beat")
      .description("Say that a job is alive")
      .argument("<address>", "That of its heartbeat, or the last part of it")
      .action(beat),
    {
      notes: "It needs no API key. The exit code is 0 only if the heartbeat was heard.",
      examples: ["daymark beat Qm4vT8xZb2Lk7RwYc9NdJ3Fs"],
    },
  );
}

async function beat(address: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const [, url = options.url, secret = address] = /^(https?:\/\/[^/]+)\/beat\/(\w+)$/.exec(address) ?? [];
  const { client } = await connect({ ...options, ...(url && { url }) });
  const heard = await readBody(client.POST("/beat/{secret}", { params: { path: { secret } } }));
  if (options.json) return printJSON(heard);
  print("Heard.");
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

interface SendOptions extends GlobalOptions {
  title?: string;
  label: string[];
  link?: string;
  resolved?: boolean;
}

async function send(key: string, _: SendOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<SendOptions>();
  const { title, link, resolved = false } = options;
  const body = {
    key,
    state: resolved ? "resolved" : "firing",
    labels: Object.fromEntries(options.label.map(parseLabel)),
    ...(title !== undefined && { title }),
    ...(link !== undefined && { link }),
  };
  const { client } = await connectWithKey(options);
  const accepted = await readBody(
    client.POST("/api/v0/alerts/{source}", { params: { path: { source: "generic" } }, body }),
  );
  if (options.json) return printJSON(accepted);
  print(`Sent: "${plain(title ?? key)}" ${resolved ? "is over" : "fires"}.`);
}

function parseLabel(text: string): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError("usage", `--label must be a name and a value such as team=data, not ${text}.`);
}

async function list(_: ListOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<ListOptions>();
  const { client } = await connectWithKey(options);
  const received: Schemas["ReceivedAlerts"][] = await readBody(
    client.GET("/api/v0/received-alerts", { params: { query: options.search ? { q: options.search } : {} } }),
  );
  if (options.json) return printJSON(received);
  if (received.length === 0) return print("Nothing was received.");
  for (const { receivedAt, source, alerts } of received) {
    print(`${formatMinute(receivedAt)}  ${source}`);
    for (const { state, title, rules } of alerts) {
      const names = rules.map(({ name }) => `"${plain(name)}"`).join(", ");
      print(`    ${state.padEnd(8)}  ${plain(title)}${names === "" ? "" : `  (rules: ${names})`}`);
    }
  }
}
