import type { Command } from "commander";
import { answered, connectWithKey } from "./connection.ts";
import { changeIncident, changesOf, findIncident, type IncidentOptions, toldOf } from "./incident-write.ts";
import { allMaintenances, openIncidents } from "./lists.ts";
import { plain, say, sayChange, sayJSON } from "./output.ts";
import { restored } from "./restore.ts";

export async function resolve(
  asked: string | undefined,
  _: IncidentOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { url, client } = await connectWithKey(options);
  const components = await answered(client.GET("/api/v0/components"));
  const named = changesOf(components, options);
  const incidents = await openIncidents(client);
  const incident = await findIncident(client, incidents, asked);
  if (incident.status === "Resolved" && options.message === undefined && named.length === 0) {
    // Whoever repeats it, a script perhaps, has what was wanted.
    return options.json ? sayJSON(incident) : say(`"${plain(incident.name)}" is resolved already.`);
  }

  const maintenances = options.keepComponents ? [] : await allMaintenances(client);
  const back = options.keepComponents ? [] : restored(incident, { components, incidents, maintenances });
  const kept = back.filter(({ component }) =>
    named.every((one) => one.componentID !== component.componentID),
  );
  const changed = kept.filter(({ component, status }) => status !== component.status);
  const body = {
    status: "Resolved" as const,
    ...(await toldOf(options)),
    components: [
      ...named,
      ...changed.map(({ component: { componentID }, status }) => ({ componentID, status })),
    ],
  };
  const resolved = await changeIncident(client, incident.incidentID, body);

  if (options.json) return sayJSON(resolved);
  say(`Resolved "${plain(resolved.name)}"`);
  for (const { componentID, status } of named) {
    const was = components.find((one) => one.componentID === componentID);
    if (was) sayChange(was.name, was.status, status);
  }
  for (const { component, status, because } of kept)
    sayChange(component.name, component.status, status, because);
  say(`  Page  ${url}/incidents/${resolved.incidentID}`);
}
