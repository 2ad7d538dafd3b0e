import type { Command } from "commander";
import { type NoticeKind, noticeStatuses } from "../../../worker/notices/domain.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, connectWithKey, ifMatch, readBody } from "../connection/connection.ts";
import { parseStatus } from "../names.ts";
import { componentChanges, type NoticeOptions, namedComponents } from "../notices/notice-options.ts";
import { printJSON } from "../output.ts";
import { readStandardInput } from "../standard-input.ts";
import { findTemplate, printTemplate } from "./template-read.ts";

interface TemplateOptions extends Omit<NoticeOptions, "mail"> {
  name?: string;
  kind?: string;
  title?: string;
}

export async function add(name: string, _: TemplateOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<TemplateOptions>();
  const kind = parseStatus("kind", ["incident", "maintenance"], options.kind ?? "");
  const connection = await connectWithKey(options);
  const body = { name, kind, ...(await templateFields(connection, kind, options)) };
  const template = await readBody(connection.client.POST("/api/v0/templates", { body }));
  if (options.json) return printJSON(template);
  printTemplate(template, await readBody(connection.client.GET("/api/v0/components")));
}

export async function edit(nameOrID: string, _: TemplateOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<TemplateOptions>();
  const { name, title, message, status, component } = options;
  if ([name, title, message, status, component].every((option) => option === undefined))
    throw new CommandError(
      "usage",
      "Nothing to change. Pass --name, --title, --message, --status or --component.",
    );
  const connection = await connectWithKey(options);
  const { templateID, kind, updatedAt } = await findTemplate(connection.client, nameOrID);
  const fields = await templateFields(connection, kind, options);
  const template = await readBody(
    connection.client.PATCH("/api/v0/templates/{templateID}", {
      params: { path: { templateID }, header: ifMatch(updatedAt) },
      body: { ...fields, ...(name !== undefined && { name }) },
    }),
  );
  if (options.json) return printJSON(template);
  printTemplate(template, await readBody(connection.client.GET("/api/v0/components")));
}

async function templateFields({ client }: Connection, kind: NoticeKind, options: TemplateOptions) {
  const { title, status, component } = options;
  const message = options.message === "-" ? await readStandardInput("Pipe in the message") : options.message;
  const components = await namedComponents(client, { ...options, mail: true });
  return {
    ...(title !== undefined && { title }),
    ...(message !== undefined && { message }),
    ...(status !== undefined && {
      status: status === "" ? null : parseStatus(`${kind} status`, noticeStatuses[kind], status),
    }),
    ...(component && { components: componentChanges(components) }),
  };
}
