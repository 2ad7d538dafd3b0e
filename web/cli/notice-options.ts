import type { Command } from "commander";
import { type ComponentStatus, componentStatuses } from "../../worker/components/domain.ts";
import type { DaymarkClient } from "../client/client.ts";
import { answered } from "./connection.ts";
import { asWritten } from "./failure.ts";
import { componentStatusOf } from "./names.ts";
import { timeOf } from "./points.ts";
import type { GlobalOptions } from "./settings.ts";
import { readStandardInput } from "./standard-input.ts";

/** What every command takes that posts an update of an incident or a maintenance. */
export interface NoticeOptions extends GlobalOptions {
  status?: string;
  message?: string;
  mail: boolean;
  component?: string[];
}

/** Collects the values of an option that can be repeated. */
export const repeated = (value: string, before: string[] = []) => [...before, value];

export function addNoticeOptions(command: Command): Command {
  return command
    .option("-m, --message <text>", "What visitors read, in Markdown; - reads it from standard input")
    .option("--no-mail", "Send no mail to subscribers");
}

export function addStatusOption(command: Command, statuses: readonly string[]): Command {
  const [first] = statuses;
  return command.option(
    "-s, --status <status>",
    `${statuses.join(", ")}; the beginning of a word is enough${command.name() === "open" ? ` (default: ${first})` : ""}`,
  );
}

/** @param otherwise the status of a component that is given without one; without it, a status is required */
export function addComponentOption(command: Command, otherwise?: ComponentStatus): Command {
  const value = otherwise === undefined ? "name=status" : "name[=status]";
  const usual = otherwise === undefined ? "" : `; default: ${otherwise}`;
  return command.option(
    `-c, --component <${value}>`,
    `A component by its name or ID, and its status (repeatable${usual}): ${componentStatuses.join(", ")}`,
    repeated,
  );
}

export type NamedComponent = ReturnType<typeof componentStatusOf>;

/** @param otherwise the status of a component that is given without one */
export async function namedComponents(
  client: DaymarkClient,
  { component }: NoticeOptions,
  otherwise?: ComponentStatus,
): Promise<NamedComponent[]> {
  if (component === undefined) return [];
  const components = await answered(client.GET("/api/v0/components"));
  return component.map((written) => componentStatusOf(components, written, otherwise));
}

export function componentChanges(named: NamedComponent[]) {
  return named.map(({ component: { componentID }, status }) => ({ componentID, status }));
}

/** What visitors are told, and whether subscribers are told too. */
export async function announcement({ message, mail }: NoticeOptions) {
  const text = message === "-" ? await readStandardInput("Pipe in the message") : message;
  return { ...(text !== undefined && { message: text }), ...(!mail && { notifySubscribers: false }) };
}

/** The instant that an option names, in ISO 8601. */
export function instantOf(option: string, written: string): string {
  return asWritten(option, () => new Date(timeOf(written)).toISOString());
}
