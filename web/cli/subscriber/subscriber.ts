import type { Command } from "commander";
import { type Reminder, reminders } from "../../../worker/notify/subscribers/domain.ts";
import { CommandError } from "../command-error.ts";
import { connect, readBody } from "../connection/connection.ts";
import { groupNamed } from "../group.ts";
import { addHelp } from "../help.ts";
import { findComponent } from "../names.ts";
import { collectValues } from "../notices/notice-options.ts";
import { plain, print, printJSON } from "../output.ts";
import type { GlobalOptions } from "../settings.ts";
import { addSubscriberList } from "./subscriber-list.ts";
import { erase, find, readAddress } from "./subscriber-record.ts";

const ADDRESS = "An email address; - reads it from standard input, which keeps it out of the shell's history";
const SCOPE_NOTE = "The API key needs the scope Everything, because this is personal data.";

export function addSubscriberCommands(program: Command): void {
  const subscriber = program.command("subscriber").description("Add, find and erase subscribers");
  const addCommand = subscriber
    .command("add")
    .description("Email somebody a link to confirm a subscription (needs no API key)")
    .argument("<address>", ADDRESS)
    .option(
      "-c, --component <component>",
      "Only about this component, by its name or ID (repeatable)",
      collectValues,
    )
    .option(
      "-g, --group <group>",
      "Only about this group's components, by its name or ID (repeatable)",
      collectValues,
    )
    .option(
      "--reminder <before>",
      "One more email before a maintenance starts: day or hour (repeatable)",
      collectValues,
    )
    .option("--language <code>", "Language of the emails, such as en or pt-BR (default: en)")
    .option("--time-zone <zone>", "Time zone of the emails, such as Europe/Madrid (default: UTC)")
    .action(add);
  addHelp(addCommand, {
    notes: `Nobody is subscribed until they open that link. An address that is already subscribed gets no email. The limits of the
public form apply: 10 calls a minute, 30 in 24 hours. If the form uses Turnstile, this command can't add anybody.`,
    examples: ["daymark subscriber add reader@example.com", "daymark subscriber add - -c API --language es"],
  });

  addSubscriberList(subscriber, SCOPE_NOTE);

  const findCommand = subscriber
    .command("find")
    .description("Show everything stored about an email address")
    .argument("<address>", ADDRESS)
    .action(find);
  addHelp(findCommand, {
    notes: SCOPE_NOTE,
    examples: ["daymark subscriber find reader@example.com --json"],
  });

  const eraseCommand = subscriber
    .command("erase")
    .description("Erase everything stored about an email address, for good")
    .argument("<address>", ADDRESS)
    .option("--no-mark", "Also erase the unreadable mark that keeps others from having email sent there")
    .action(erase);
  addHelp(eraseCommand, {
    notes: `${SCOPE_NOTE} It also succeeds if nothing is stored.`,
    examples: ["daymark subscriber erase reader@example.com"],
  });
}

interface AddOptions extends GlobalOptions {
  component?: string[];
  group?: string[];
  reminder?: string[];
  language?: string;
  timeZone?: string;
}

async function add(input: string, _: AddOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<AddOptions>();
  const { component, group, reminder, language, timeZone } = options;
  const emailAddress = await readAddress(input);
  const { url, client } = await connect(options);
  const { emailEnabled } = await readBody(client.GET("/api/public-settings"));
  if (!emailEnabled)
    throw new CommandError(
      "refused",
      `${url} has email turned off, so nobody can confirm a subscription. Nothing was stored.`,
    );
  const all = component === undefined ? [] : await readBody(client.GET("/api/components"));
  const groups = group === undefined ? [] : await readBody(client.GET("/api/groups"));
  const body = {
    emailAddress,
    ...(component && { components: component.map((name) => findComponent(all, name).componentID) }),
    ...(group && { groups: group.map((name) => groupNamed(groups, name).groupID) }),
    ...(reminder && { reminders: reminder.map(parseReminder) }),
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && { timeZone }),
  };
  const result = await readBody(client.POST("/api/subscribers/subscribe", { body }));
  if (options.json) return printJSON(result);
  print(`${plain(emailAddress)} gets an email with a link to confirm, unless it is already subscribed.`);
}

function parseReminder(input: string): Reminder {
  const reminder = reminders.find((each) => each === input.toLowerCase());
  if (reminder) return reminder;
  throw new CommandError("usage", `Unknown reminder "${plain(input)}". Use one of: ${reminders.join(", ")}.`);
}
