import type { Command } from "commander";
import { noticePath } from "../../../worker/notices/domain.ts";
import { connectWithKey } from "../connection/connection.ts";
import { plain, print, printJSON } from "../output.ts";
import { printChanges, withComponentChanges, withReasons } from "./component-changes.ts";
import { findIncident, type IncidentOptions } from "./incident-write.ts";
import { changeNotice, incidentCalls } from "./notice-calls.ts";
import { announcement, componentChanges, namedComponents } from "./notice-options.ts";

export async function resolve(
  nameOrID: string | undefined,
  _: IncidentOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { url, client } = await connectWithKey(options);
  const components = await namedComponents(client, options);
  const incident = await findIncident(client, nameOrID);
  if (incident.status === "Resolved" && options.message === undefined && components.length === 0) {
    // A script that runs this again must not fail.
    return options.json
      ? printJSON(incident.response)
      : print(`"${plain(incident.name)}" is already resolved.`);
  }
  const body = {
    status: "Resolved" as const,
    ...(await announcement(options)),
    components: componentChanges(components),
    restoreComponents: !options.keepComponents,
  };
  const change = () => changeNotice(incidentCalls, client, incident, body);
  if (options.json) return printJSON((await change()).response);
  const { notice, changes } = await withComponentChanges(client, change);
  print(`Resolved "${plain(notice.name)}"`);
  printChanges(await withReasons(client, changes));
  print(`  Page  ${url}${noticePath(incident)}`);
}
