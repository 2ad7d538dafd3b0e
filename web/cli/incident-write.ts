import type { Command } from "commander";
import { incidentStatuses } from "../../worker/incidents/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { findCandidate } from "./candidates.ts";
import { answered, type Connection, connectWithKey, ifMatch } from "./connection.ts";
import { Failure } from "./failure.ts";
import { statusOf } from "./names.ts";
import { incidentKind, listByStatus } from "./notice-kinds.ts";
import {
  announcement,
  componentChanges,
  instantOf,
  type NamedComponent,
  type NoticeOptions,
  namedComponents,
} from "./notice-options.ts";
import { plain, say, sayChange, sayJSON } from "./output.ts";

type Incident = Schemas["Incident"];

export interface IncidentOptions extends NoticeOptions {
  at?: string;
  keepComponents?: true;
}

export async function open(name: string, _: IncidentOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const status = options.status === undefined ? "Investigating" : incidentStatus(options.status);
  const createdAt = options.at === undefined ? undefined : instantOf("--at", options.at);
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options);
  const body = {
    ...{ name, status },
    ...(await announcement(options)),
    components: componentChanges(named),
    ...(createdAt && { createdAt }),
  };
  const incident = await answered(connection.client.POST("/api/v0/incidents", { body }));
  tell(connection, options, { did: "Opened", incident, named });
}

export async function update(asked: string | undefined, _: IncidentOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { status, message, component } = options;
  if (status === undefined && message === undefined && component === undefined)
    throw new Failure("usage", "Say what is new: --status, --message or --component.");
  const fields = status === undefined ? {} : { status: incidentStatus(status) };
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options);
  const found = await findIncident(connection.client, asked);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(named) }),
  };
  const incident = await changeIncident(connection.client, found, body);
  tell(connection, options, { did: "Updated", incident, named });
}

/** @param incident as it was read last */
export function changeIncident(
  client: DaymarkClient,
  { incidentID, updatedAt }: Incident,
  body: Schemas["IncidentChange"],
) {
  const params = { path: { incidentID }, header: ifMatch(updatedAt) };
  return answered(client.PATCH("/api/v0/incidents/{incidentID}", { params, body }));
}

/** If none is asked for, the one that is open. */
export async function findIncident(client: DaymarkClient, asked: string | undefined) {
  const candidates = {
    label: "open incident",
    none: incidentKind.none,
    several: "incidents are open",
    list: await listByStatus(incidentKind, client, incidentKind.openStatuses),
    read: (id: string) => incidentKind.read(client, id),
  };
  return (await findCandidate(candidates, asked)).answer;
}

/** @param named the components that the command names, as they were before it */
function tell(
  { url }: Connection,
  { json }: IncidentOptions,
  { did, incident, named }: { did: string; incident: Incident; named: NamedComponent[] },
): void {
  if (json) {
    sayJSON(incident);
    return;
  }
  const { incidentID, name, status } = incident;
  say(`${did} "${plain(name)}": ${plain(status)}`);
  for (const { component, status } of named) sayChange(component.name, component.status, status);
  say(`  ID    ${incidentID}`);
  say(`  Page  ${url}/incidents/${incidentID}`);
}

function incidentStatus(written: string) {
  return statusOf("incident status", incidentStatuses, written);
}
