import type { Command } from "commander";
import { componentStatuses } from "../../worker/components/statuses.ts";
import { answered, connectWithKey } from "./connection.ts";
import { componentNamed, componentStatus } from "./names.ts";
import { sayChange, sayJSON } from "./output.ts";
import type { GlobalOptions } from "./settings.ts";

export function addComponentCommands(program: Command): void {
  const component = program.command("component").description("Change components");
  component
    .command("set")
    .description("Set the status of a component")
    .argument("<component>", "its name or ID")
    .argument("<status>", `${componentStatuses.join(", ")}; a word's beginning will do`)
    .addHelpText("after", '\nExample:\n  daymark component set API "Partial Outage"')
    .action(set);
}

async function set(name: string, written: string, _: GlobalOptions, command: Command) {
  const options = command.optsWithGlobals<GlobalOptions>();
  const status = componentStatus(written);
  const { client } = await connectWithKey(options);
  const before = componentNamed(await answered(client.GET("/api/v0/components")), name);
  const changed = await answered(
    client.PATCH("/api/v0/components/{componentID}", {
      params: { path: { componentID: before.componentID } },
      body: { status },
    }),
  );
  if (options.json) return sayJSON(changed);
  sayChange(changed.name, before.status, changed.status);
}
