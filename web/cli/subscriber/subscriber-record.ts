import type { Command } from "commander";
import type { Reminder } from "../../../worker/notify/subscribers/domain.ts";
import type { Schemas } from "../../client/client.ts";
import { connectWithKey, readBody } from "../connection/connection.ts";
import { count, plain, print, printJSON } from "../output.ts";
import { formatMinute } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";
import { readStandardInput } from "../standard-input.ts";

export async function find(input: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const emailAddress = await readAddress(input);
  const { client } = await connectWithKey(options);
  const result = await readBody(client.POST("/api/v0/subscribers/find", { body: { emailAddress } }));
  if (options.json) return printJSON(result);
  if (result.subscriber) show(result.subscriber);
  else print(`No subscriber has exactly the address ${plain(emailAddress)}.`);
}

function show(subscriber: NonNullable<Schemas["FoundSubscriber"]["subscriber"]>): void {
  const { subscriberID, emailAddress, state, endedReason, endedAt } = subscriber;
  const {
    everything,
    components,
    groups,
    notices,
    reminders: chosenReminders,
    timeZone,
    language,
    requestedAt,
    confirmedAt,
    deliveries,
  } = subscriber;
  const names = [...groups, ...components, ...notices].map(({ name }) => plain(name)).join(", ");
  const lines = {
    ID: subscriberID,
    Requested: timeIn(requestedAt),
    Confirmed: timeIn(confirmedAt),
    Ended: endedAt && `${timeIn(endedAt)}${endedReason === null ? "" : ` (${endedReason})`}`,
    About: everything ? "Everything" : names || "Deleted components only",
    Reminders: chosenReminders.map((reminder) => reminderTexts[reminder]).join(" and "),
    Language: `${language}, times in ${timeZone}`,
    Emails: count(deliveries.length, "email"),
  };
  print(`${plain(emailAddress) || "An address that is no longer stored"}: ${state}`);
  for (const [name, text] of Object.entries(lines)) if (text) print(`  ${name.padEnd(9)}  ${text}`);
}

const reminderTexts: Record<Reminder, string> = { day: "a day before", hour: "an hour before" };

function timeIn(iso: string | null): string | null {
  return iso === null ? null : `${formatMinute(iso)} UTC`;
}

interface EraseOptions extends GlobalOptions {
  mark: boolean;
}

export async function erase(input: string, _: EraseOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<EraseOptions>();
  const emailAddress = await readAddress(input);
  const { client } = await connectWithKey(options);
  const body = { emailAddress, keepMark: options.mark };
  const result = await readBody(client.POST("/api/v0/subscribers/erase", { body }));
  if (options.json) return printJSON(result);
  print(`Erased what was stored about ${plain(emailAddress)}.`);
}

export async function readAddress(input: string): Promise<string> {
  return (input === "-" ? await readStandardInput("Pipe in the email address") : input).trim();
}
