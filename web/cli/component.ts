import { type Command, Option } from "commander";
import {
  type ComponentPlace,
  componentColor,
  componentPlaces,
  componentStatuses,
} from "../../worker/components/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { CommandError } from "./command-error.ts";
import { connectWithKey, ifMatch, readBody } from "./connection/connection.ts";
import { findGroup } from "./group.ts";
import { addHelp } from "./help.ts";
import { componentStatus, findComponent } from "./names.ts";
import { plain, print, printChange, printJSON } from "./output.ts";
import { printRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

interface DisplayOptions extends GlobalOptions {
  shown?: ComponentPlace;
  uptime?: boolean;
  uptimeSince?: string;
  link?: string;
}

interface GroupOptions extends GlobalOptions {
  group?: string;
}

const GROUP_OPTION = "-g, --group <group>";

export function addComponentCommands(program: Command): void {
  const component = program.command("component").description("List and change components");
  addHelp(
    component
      .command("list")
      .description("List the components and their statuses")
      .option(GROUP_OPTION, "Only the components of this group, by its name or ID")
      .action(list),
    { examples: ["daymark component list", "daymark component list --group Platform --json"] },
  );
  addHelp(
    component
      .command("set")
      .description("Set the status of a component")
      .argument("<component>", "Its name or ID")
      .argument("<status>", `${componentStatuses.join(", ")}; the start of a word is enough`)
      .action(set),
    { examples: ['daymark component set API "Partial Outage"', "daymark component set API operational"] },
  );
  addHelp(
    component
      .command("move")
      .description("Put a component into a group, or take it out of its group")
      .argument("<component>", "Its name or ID")
      .requiredOption(GROUP_OPTION, "The group's name or ID")
      .action(move),
    {
      notes: "An empty group takes it out of its group.",
      examples: ["daymark component move API --group Platform"],
    },
  );
  addHelp(
    component
      .command("display")
      .description("Say how the status page shows a component")
      .argument("<component>", "Its name or ID")
      .addOption(
        new Option("--shown <place>", "Always, only while affected, or only in notices").choices(
          componentPlaces,
        ),
      )
      .option("--uptime", "Show its uptime and days")
      .option("--no-uptime", "Don't show them")
      .option("--uptime-since <day>", "The first day that counts, such as 2026-01-31")
      .option("--link <url>", "Where its name leads")
      .action(display),
    {
      notes: "Its status counts for the page in any case. An empty day or link is none.",
      examples: ["daymark component display API --shown affected --uptime-since 2026-01-31"],
    },
  );
}

async function display(name: string, _: DisplayOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<DisplayOptions>();
  const { shown, uptime, uptimeSince, link } = options;
  const body = {
    ...(shown && { shown }),
    ...(uptime !== undefined && { showsUptime: uptime }),
    ...(uptimeSince !== undefined && { uptimeSince }),
    ...(link !== undefined && { link }),
  };
  if (Object.keys(body).length === 0)
    throw new CommandError("usage", "Say what to change, for example with --shown always.");
  const { client } = await connectWithKey(options);
  const { after } = await change(client, name, body);
  if (options.json) return printJSON(after);
  print(`The status page shows "${plain(after.name)}" as you said.`);
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GroupOptions>();
  const { client } = await connectWithKey(options);
  const group = options.group === undefined ? undefined : await findGroup(client, options.group);
  const components = (await readBody(client.GET("/api/v0/components"))).filter(
    ({ groupID }) => group === undefined || groupID === group.groupID,
  );
  if (options.json) return printJSON(components);
  if (components.length === 0) return print("There are no components.");
  printRows(
    components.map(({ componentID: id, name, status }) => ({
      id,
      name,
      status,
      color: componentColor(status),
    })),
  );
}

async function set(name: string, input: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const status = componentStatus(input);
  const { client } = await connectWithKey(options);
  const { before, after } = await change(client, name, { status });
  if (options.json) return printJSON(after);
  printChange(after.name, before.status, after.status);
}

async function move(name: string, _: GroupOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GroupOptions>();
  const { client } = await connectWithKey(options);
  const group = options.group ? await findGroup(client, options.group) : undefined;
  const { after } = await change(client, name, { groupID: group?.groupID ?? null });
  if (options.json) return printJSON(after);
  print(`"${plain(after.name)}" is ${group ? `in "${plain(group.name)}"` : "in no group"} now.`);
}

async function change(client: DaymarkClient, name: string, body: Schemas["ComponentChange"]) {
  const before = findComponent(await readBody(client.GET("/api/v0/components")), name);
  const after = await readBody(
    client.PATCH("/api/v0/components/{componentID}", {
      params: { path: { componentID: before.componentID }, header: ifMatch(before.updatedAt) },
      body,
    }),
  );
  return { before, after };
}
