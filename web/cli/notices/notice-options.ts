import type { Command } from "commander";
import { type ComponentStatus, componentStatuses } from "../../../worker/components/domain.ts";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import type { DaymarkClient } from "../../client/client.ts";
import { CommandError, withContext } from "../command-error.ts";
import { readBody } from "../connection/connection.ts";
import { parseTime } from "../metrics/points.ts";
import { parseComponentStatus } from "../names.ts";
import type { GlobalOptions } from "../settings.ts";
import { readStandardInput } from "../standard-input.ts";
import { findTemplate } from "../templates/template-read.ts";

export interface NoticeOptions extends GlobalOptions {
  status?: string;
  message?: string;
  mail: boolean;
  component?: string[];
}

export const collectValues = (value: string, before: string[] = []) => [...before, value];

export function addNoticeOptions(command: Command): Command {
  return command
    .option("-m, --message <text>", "What visitors read, in Markdown; - reads it from standard input")
    .option("--no-mail", "Send no email to subscribers");
}

export function addTemplateOption(command: Command): Command {
  return command.option(
    "--template <template>",
    "A template, by its name or ID, that gives what you leave out",
  );
}

/** @returns the template's ID for the request. Without a template, a name is required. */
export async function templateFields(
  client: DaymarkClient,
  kind: NoticeKind,
  { name, template }: { name: string | undefined; template?: string },
) {
  if (template !== undefined) {
    const { templateID } = await findTemplate(client, template, kind);
    return { templateID, ...(name !== undefined && { name }) };
  }
  if (name === undefined)
    throw new CommandError("usage", "Give a name, or a template that has a title: --template <template>.");
  return { name };
}

export function addStatusOption(command: Command, statuses: readonly string[]): Command {
  const [first] = statuses;
  return command.option(
    "-s, --status <status>",
    `${statuses.join(", ")}; the start of a word is enough${command.name() === "open" ? ` (default: ${first})` : ""}`,
  );
}

export function addComponentOption(command: Command, defaultStatus?: ComponentStatus): Command {
  const value = defaultStatus === undefined ? "name=status" : "name[=status]";
  const usual = defaultStatus === undefined ? "" : `; default: ${defaultStatus}`;
  return command.option(
    `-c, --component <${value}>`,
    `A component by its name or ID, and its status (repeatable${usual}): ${componentStatuses.join(", ")}`,
    collectValues,
  );
}

export type NamedComponent = ReturnType<typeof parseComponentStatus>;

export async function namedComponents(
  client: DaymarkClient,
  { component }: NoticeOptions,
  defaultStatus?: ComponentStatus,
): Promise<NamedComponent[]> {
  if (component === undefined) return [];
  const components = await readBody(client.GET("/api/v0/components"));
  return component.map((input) => parseComponentStatus(components, input, defaultStatus));
}

export function componentChanges(named: NamedComponent[]) {
  return named.map(({ component: { componentID }, status }) => ({ componentID, status }));
}

export async function announcement({ message, mail }: NoticeOptions) {
  const text = message === "-" ? await readStandardInput("Pipe in the message") : message;
  return { ...(text !== undefined && { message: text }), ...(!mail && { notifySubscribers: false }) };
}

export function parseInstant(option: string, input: string): string {
  return withContext(option, () => new Date(parseTime(input)).toISOString());
}
