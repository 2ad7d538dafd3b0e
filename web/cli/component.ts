import type { Command } from "commander";
import { componentColor, componentStatuses } from "../../worker/components/domain.ts";
import { bodyOf, connectWithKey, ifMatch } from "./connection.ts";
import { addHelp } from "./help.ts";
import { componentStatus, findComponent } from "./names.ts";
import { print, printChange, printJSON } from "./output.ts";
import { printRows } from "./rows.ts";
import type { GlobalOptions } from "./settings.ts";

export function addComponentCommands(program: Command): void {
  const component = program.command("component").description("List and change components");
  addHelp(component.command("list").description("List the components and their statuses").action(list), {
    examples: ["daymark component list", "daymark component list --json"],
  });
  addHelp(
    component
      .command("set")
      .description("Set the status of a component")
      .argument("<component>", "Its name or ID")
      .argument("<status>", `${componentStatuses.join(", ")}; the start of a word is enough`)
      .action(set),
    { examples: ['daymark component set API "Partial Outage"', "daymark component set API operational"] },
  );
}

async function list(_: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { client } = await connectWithKey(options);
  const components = await bodyOf(client.GET("/api/v0/components"));
  if (options.json) return printJSON(components);
  if (components.length === 0) return print("There are no components.");
  printRows(
    components.map(({ componentID: id, name, status }) => ({
      ...{ id, name, status },
      color: componentColor(status),
    })),
  );
}

async function set(name: string, written: string, _: GlobalOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const status = componentStatus(written);
  const { client } = await connectWithKey(options);
  const before = findComponent(await bodyOf(client.GET("/api/v0/components")), name);
  const changed = await bodyOf(
    client.PATCH("/api/v0/components/{componentID}", {
      params: { path: { componentID: before.componentID }, header: ifMatch(before.updatedAt) },
      body: { status },
    }),
  );
  if (options.json) return printJSON(changed);
  printChange(changed.name, before.status, changed.status);
}
