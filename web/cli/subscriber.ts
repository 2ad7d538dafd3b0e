import type { Command } from "commander";
import type { Schemas } from "../client/client.ts";
import { answered, connect, connectWithKey } from "./connection.ts";
import { Failure } from "./failure.ts";
import { addHelp } from "./help.ts";
import { componentNamed } from "./names.ts";
import { repeated } from "./notice-options.ts";
import { count, plain, say, sayJSON } from "./output.ts";
import { minuteOf } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";
import { readStandardInput } from "./standard-input.ts";

const ADDRESS =
  "An email address; - reads it from standard input, which leaves it out of the shell's history";
const SCOPE = "The API key needs the scope Everything, because this is personal data.";

export function addSubscriberCommands(program: Command): void {
  const subscriber = program.command("subscriber").description("Add, find and erase subscribers");
  const adding = subscriber
    .command("add")
    .description("Ask somebody by mail to confirm a subscription (needs no API key)")
    .argument("<address>", ADDRESS)
    .option(
      "-c, --component <component>",
      "Only about this component, by its name or ID (repeatable)",
      repeated,
    )
    .option("--language <code>", "Language of the mails, as in en or pt-BR (default: en)")
    .option("--time-zone <zone>", "Zone of the times in mails, as in Europe/Madrid (default: UTC)")
    .action(add);
  addHelp(adding, {
    notes: `Nobody is subscribed before the link in that mail is opened. An address that is subscribed already gets no mail. The limits
of the public form hold: 10 calls a minute, 30 in 24 hours. Where the form asks for Turnstile, the command can't add anybody.`,
    examples: ["daymark subscriber add reader@example.com", "daymark subscriber add - -c API --language es"],
  });

  const finding = subscriber
    .command("find")
    .description("Show all that is stored about an email address")
    .argument("<address>", ADDRESS)
    .action(find);
  addHelp(finding, { notes: SCOPE, examples: ["daymark subscriber find reader@example.com --json"] });

  const erasing = subscriber
    .command("erase")
    .description("Erase all that is stored about an email address, for good")
    .argument("<address>", ADDRESS)
    .option("--no-mark", "Erase the unreadable mark as well, which keeps others from having mail sent there")
    .action(erase);
  addHelp(erasing, {
    notes: `${SCOPE} It succeeds where nothing is stored, too.`,
    examples: ["daymark subscriber erase reader@example.com"],
  });
}

interface AddOptions extends GlobalOptions {
  component?: string[];
  language?: string;
  timeZone?: string;
}

async function add(written: string, _: AddOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<AddOptions>();
  const { component, language, timeZone } = options;
  const emailAddress = await addressOf(written);
  const { url, client } = await connect(options);
  const { emailEnabled } = await answered(client.GET("/api/public-settings"));
  if (!emailEnabled)
    throw new Failure(
      "refused",
      `${url} sends no mail, so that nobody can confirm a subscription. Nothing was stored.`,
    );
  const all = component === undefined ? [] : await answered(client.GET("/api/components"));
  const body = {
    emailAddress,
    ...(component && { components: component.map((name) => componentNamed(all, name).componentID) }),
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && { timeZone }),
  };
  const answer = await answered(client.POST("/api/subscribers/subscribe", { body }));
  if (options.json) return sayJSON(answer);
  say(`${plain(emailAddress)} gets a mail with a link to confirm, unless it is subscribed already.`);
}

async function find(written: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const emailAddress = await addressOf(written);
  const { client } = await connectWithKey(options);
  const answer = await answered(client.POST("/api/v0/subscribers/find", { body: { emailAddress } }));
  if (options.json) return sayJSON(answer);
  if (answer.subscriber) show(answer.subscriber);
  else say(`Nothing is stored about ${plain(emailAddress)}.`);
}

function show(subscriber: NonNullable<Schemas["FoundSubscriber"]["subscriber"]>): void {
  const { subscriberID, emailAddress, state, endedReason, endedAt, everything, components } = subscriber;
  const { timeZone, language, requestedAt, confirmedAt, deliveries } = subscriber;
  const names = components.map(({ name }) => plain(name)).join(", ");
  const lines = {
    ID: subscriberID,
    Requested: timeIn(requestedAt),
    Confirmed: timeIn(confirmedAt),
    Ended: endedAt && `${timeIn(endedAt)}${endedReason === null ? "" : ` (${endedReason})`}`,
    About: everything ? "Everything" : names || "Components that are deleted",
    Language: `${language}, times in ${timeZone}`,
    Mails: count(deliveries.length, "mail"),
  };
  say(`${plain(emailAddress) || "An address that is no longer stored"}: ${state}`);
  for (const [name, text] of Object.entries(lines)) if (text) say(`  ${name.padEnd(9)}  ${text}`);
}

function timeIn(iso: string | null): string | null {
  return iso === null ? null : `${minuteOf(iso)} UTC`;
}

interface EraseOptions extends GlobalOptions {
  mark: boolean;
}

async function erase(written: string, _: EraseOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<EraseOptions>();
  const emailAddress = await addressOf(written);
  const { client } = await connectWithKey(options);
  const body = { emailAddress, keepMark: options.mark };
  const answer = await answered(client.POST("/api/v0/subscribers/erase", { body }));
  if (options.json) return sayJSON(answer);
  say(`Erased what was stored about ${plain(emailAddress)}.`);
}

async function addressOf(written: string): Promise<string> {
  return (written === "-" ? await readStandardInput("Pipe in the email address") : written).trim();
}
