import type { Command } from "commander";
import { sayChanges, withComponentChanges, withReasons } from "./component-changes.ts";
import { connectWithKey } from "./connection.ts";
import { changeIncident, findIncident, type IncidentOptions } from "./incident-write.ts";
import { announcement, componentChanges, namedComponents } from "./notice-options.ts";
import { plain, say, sayJSON } from "./output.ts";

export async function resolve(
  asked: string | undefined,
  _: IncidentOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { url, client } = await connectWithKey(options);
  const named = await namedComponents(client, options);
  const incident = await findIncident(client, asked);
  if (incident.status === "Resolved" && options.message === undefined && named.length === 0) {
    // Whoever repeats it, a script perhaps, has what was wanted.
    return options.json ? sayJSON(incident) : say(`"${plain(incident.name)}" is resolved already.`);
  }
  const body = {
    status: "Resolved" as const,
    ...(await announcement(options)),
    components: componentChanges(named),
    restoreComponents: !options.keepComponents,
  };
  if (options.json) return sayJSON(await changeIncident(client, incident, body));
  const { notice, changes } = await withComponentChanges(client, () =>
    changeIncident(client, incident, body),
  );
  say(`Resolved "${plain(notice.name)}"`);
  sayChanges(await withReasons(client, changes));
  say(`  Page  ${url}/incidents/${incident.incidentID}`);
}
