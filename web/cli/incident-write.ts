import type { Command } from "commander";
import { incidentStatuses } from "../../worker/incidents/domain.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { findCandidate } from "./candidates.ts";
import { CommandError } from "./command-error.ts";
import { bodyOf, type Connection, connectWithKey, ifMatch } from "./connection.ts";
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
import { plain, print, printChange, printJSON } from "./output.ts";

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
  const incident = await bodyOf(connection.client.POST("/api/v0/incidents", { body }));
  printResult(connection, options, { did: "Opened", incident, named });
}

export async function update(
  nameOrID: string | undefined,
  _: IncidentOptions,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { status, message, component } = options;
  if (status === undefined && message === undefined && component === undefined)
    throw new CommandError("usage", "Nothing to change. Pass --status, --message or --component.");
  const fields = status === undefined ? {} : { status: incidentStatus(status) };
  const connection = await connectWithKey(options);
  const named = await namedComponents(connection.client, options);
  const found = await findIncident(connection.client, nameOrID);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(named) }),
  };
  const incident = await changeIncident(connection.client, found, body);
  printResult(connection, options, { did: "Updated", incident, named });
}

export function changeIncident(
  client: DaymarkClient,
  { incidentID, updatedAt }: Incident,
  body: Schemas["IncidentChange"],
) {
  const params = { path: { incidentID }, header: ifMatch(updatedAt) };
  return bodyOf(client.PATCH("/api/v0/incidents/{incidentID}", { params, body }));
}

export async function findIncident(client: DaymarkClient, nameOrID: string | undefined) {
  const candidates = {
    label: "open incident",
    none: incidentKind.none,
    several: "incidents are open",
    list: await listByStatus(incidentKind, client, incidentKind.openStatuses),
    read: (id: string) => incidentKind.read(client, id),
  };
  return (await findCandidate(candidates, nameOrID)).answer;
}

/** @param named as they were before the command */
function printResult(
  { url }: Connection,
  { json }: IncidentOptions,
  { did, incident, named }: { did: string; incident: Incident; named: NamedComponent[] },
): void {
  if (json) {
    printJSON(incident);
    return;
  }
  const { incidentID, name, status } = incident;
  print(`${did} "${plain(name)}": ${plain(status)}`);
  for (const { component, status } of named) printChange(component.name, component.status, status);
  print(`  ID    ${incidentID}`);
  print(`  Page  ${url}/incidents/${incidentID}`);
}

function incidentStatus(written: string) {
  return statusOf("incident status", incidentStatuses, written);
}
