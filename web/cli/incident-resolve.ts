import type { Command } from "commander";
import { printChanges, withComponentChanges, withReasons } from "./component-changes.ts";
import { connectWithKey } from "./connection.ts";
import { changeIncident, findIncident, type IncidentOptions } from "./incident-write.ts";
import { announcement, componentChanges, namedComponents } from "./notice-options.ts";
import { plain, print, printJSON } from "./output.ts";

export async function resolve(
  nameOrID: string | undefined,
  _: IncidentOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { url, client } = await connectWithKey(options);
  const named = await namedComponents(client, options);
  const incident = await findIncident(client, nameOrID);
  if (incident.status === "Resolved" && options.message === undefined && named.length === 0) {
    // A script that runs this again must not fail.
    return options.json ? printJSON(incident) : print(`"${plain(incident.name)}" is already resolved.`);
  }
  const body = {
    status: "Resolved" as const,
    ...(await announcement(options)),
    components: componentChanges(named),
    restoreComponents: !options.keepComponents,
  };
  if (options.json) return printJSON(await changeIncident(client, incident, body));
  const { notice, changes } = await withComponentChanges(client, () =>
    changeIncident(client, incident, body),
  );
  print(`Resolved "${plain(notice.name)}"`);
  printChanges(await withReasons(client, changes));
  print(`  Page  ${url}/incidents/${incident.incidentID}`);
}
