import type { Command } from "commander";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { answered, connectWithKey } from "./connection.ts";
import { changeIncident, findIncident, type IncidentOptions } from "./incident-write.ts";
import { componentStatusOf } from "./names.ts";
import { incidentKind, maintenanceKind } from "./notice-kinds.ts";
import { announcement, componentChanges } from "./notice-options.ts";
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
  const named = (options.component ?? []).map((written) => componentStatusOf(components, written));
  const incident = await findIncident(client, asked);
  if (incident.status === "Resolved" && options.message === undefined && named.length === 0) {
    // Whoever repeats it, a script perhaps, has what was wanted.
    return options.json ? sayJSON(incident) : say(`"${plain(incident.name)}" is resolved already.`);
  }

  const back = options.keepComponents ? [] : restored(incident, await current(client, components));
  const kept = back.filter(({ component }) =>
    named.every((one) => one.component.componentID !== component.componentID),
  );
  const changed = kept.filter(({ component, status }) => status !== component.status);
  const body = {
    status: "Resolved" as const,
    ...(await announcement(options)),
    components: componentChanges([...named, ...changed]),
  };
  const resolved = await changeIncident(client, incident.incidentID, body);

  if (options.json) return sayJSON(resolved);
  say(`Resolved "${plain(resolved.name)}"`);
  for (const { component, status } of named) sayChange(component.name, component.status, status);
  for (const { component, status, because } of kept)
    sayChange(component.name, component.status, status, because);
  say(`  Page  ${url}/incidents/${resolved.incidentID}`);
}

async function current(client: DaymarkClient, components: Schemas["Component"][]) {
  const incidents = (await incidentKind.list(client)).filter(incidentKind.isOpen);
  const maintenances = await maintenanceKind.list(client);
  return {
    components,
    incidents: incidents.map(({ answer }) => answer),
    maintenances: maintenances.map(({ answer }) => answer),
  };
}
