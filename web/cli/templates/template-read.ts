import type { Command } from "commander";
import type { NoticeKind } from "../../../worker/notices/domain.ts";
import type { DaymarkClient, Schemas } from "../../client/client.ts";
import { CommandError } from "../command-error.ts";
import { connectWithKey, ifMatch, readBody } from "../connection/connection.ts";
import { findByName } from "../names.ts";
import { plain, print, printJSON } from "../output.ts";
import { printRows } from "../rows.ts";
import type { GlobalOptions } from "../settings.ts";

type Template = Schemas["Template"];

export async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const templates = await readTemplates(client);
  if (options.json) return printJSON(templates);
  if (templates.length === 0) return print("There are no templates.");
  printRows(
    templates.map(({ templateID: id, name, kind: status, title }) => ({
      id,
      name,
      status,
      color: "grey" as const,
      ...(title !== "" && { more: `"${plain(title)}"` }),
    })),
  );
}

export async function show(nameOrID: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const { templateID } = await findTemplate(client, nameOrID);
  const params = { path: { templateID } };
  const template = await readBody(client.GET("/api/v0/templates/{templateID}", { params }));
  if (options.json) return printJSON(template);
  const components = template.components.length > 0 ? await readBody(client.GET("/api/v0/components")) : [];
  printTemplate(template, components);
}

export async function remove(nameOrID: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const { templateID, name, updatedAt } = await findTemplate(client, nameOrID);
  await client.DELETE("/api/v0/templates/{templateID}", {
    params: { path: { templateID }, header: ifMatch(updatedAt) },
  });
  if (!options.json) print(`Deleted "${plain(name)}".`);
}

function readTemplates(client: DaymarkClient): Promise<Template[]> {
  return readBody(client.GET("/api/v0/templates"));
}

export async function findTemplate(client: DaymarkClient, nameOrID: string, kind?: NoticeKind) {
  const all = await readTemplates(client);
  const template = findByName(
    "template",
    all.map((each) => ({ ...each, id: each.templateID })),
    nameOrID,
  );
  if (kind !== undefined && template.kind !== kind)
    throw new CommandError(
      "usage",
      `The template "${plain(template.name)}" is for ${template.kind}s, not for ${kind}s.`,
    );
  const { id: _, ...found } = template;
  return found;
}

export function printTemplate(template: Template, components: Schemas["Component"][]): void {
  const { templateID, name, kind, title, message, status } = template;
  print(`${plain(name)}: for ${kind}s`);
  print(`  ID       ${templateID}`);
  if (title !== "") print(`  Title    ${plain(title)}`);
  if (status !== null) print(`  Status   ${status}`);
  for (const line of message === "" ? [] : message.split("\n")) print(`  Message  ${plain(line)}`.trimEnd());
  for (const { componentID, status: componentStatus } of template.components) {
    const known = components.find((each) => each.componentID === componentID);
    print(`  ${plain(known?.name ?? componentID)}: ${componentStatus}`);
  }
}
