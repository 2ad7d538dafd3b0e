import type { Command } from "commander";
import { componentColor } from "../../worker/components/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { connectWithKey, ifMatch, readBody } from "./connection/connection.ts";
import { addHelp } from "./help.ts";
import { findByName } from "./names.ts";
import { count, plain, print, printJSON } from "./output.ts";
import { printRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

const GROUP = "Its name or ID";

export function addGroupCommands(program: Command): void {
  const group = program.command("group").description("List and change groups of components");
  addHelp(group.command("list").description("List the groups and their worst statuses").action(list), {
    examples: ["daymark group list", "daymark group list --json"],
  });
  addHelp(
    group
      .command("create")
      .description("Add a group without components")
      .argument("<name>", "What visitors read")
      .action(create),
    {
      notes: "To put a component into it, use daymark component move.",
      examples: ["daymark group create Platform"],
    },
  );
  addHelp(
    group
      .command("rename")
      .description("Change a group's name")
      .argument("<group>", GROUP)
      .argument("<name>", "The new name")
      .action(rename),
    { examples: ['daymark group rename Platform "Our platform"'] },
  );
  addHelp(
    group
      .command("delete")
      .description("Delete a group; its components stay")
      .argument("<group>", GROUP)
      .action(remove),
    {
      notes: "With --json it prints nothing, because the API's response is empty.",
      examples: ["daymark group delete Platform"],
    },
  );
}

export async function findGroup(client: DaymarkClient, nameOrID: string): Promise<Schemas["Group"]> {
  return groupNamed(await readBody(client.GET("/api/v0/groups")), nameOrID);
}

export function groupNamed(groups: Schemas["Group"][], nameOrID: string): Schemas["Group"] {
  const { id: _, ...group } = findByName(
    "group",
    groups.map((each) => ({ ...each, id: each.groupID })),
    nameOrID,
  );
  return group;
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const groups = await readBody(client.GET("/api/v0/groups"));
  if (options.json) return printJSON(groups);
  if (groups.length === 0) return print("There are no groups.");
  printRows(
    groups.map(({ groupID: id, name, status, componentIDs }) => ({
      id,
      name,
      status,
      color: componentColor(status),
      more: `(${count(componentIDs.length, "component")})`,
    })),
  );
}

async function create(name: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const group = await readBody(client.POST("/api/v0/groups", { body: { name } }));
  if (options.json) return printJSON(group);
  print(`Created "${plain(group.name)}": ${group.groupID}`);
}

async function rename(nameOrID: string, name: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const before = await findGroup(client, nameOrID);
  const group = await readBody(
    client.PATCH("/api/v0/groups/{groupID}", {
      params: { path: { groupID: before.groupID }, header: ifMatch(before.updatedAt) },
      body: { name },
    }),
  );
  if (options.json) return printJSON(group);
  print(`Renamed "${plain(before.name)}" to "${plain(group.name)}".`);
}

async function remove(nameOrID: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const { groupID, name, updatedAt } = await findGroup(client, nameOrID);
  await client.DELETE("/api/v0/groups/{groupID}", {
    params: { path: { groupID }, header: ifMatch(updatedAt) },
  });
  if (!options.json) print(`Deleted "${plain(name)}". Its components stay.`);
}
