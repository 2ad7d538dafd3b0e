import type { Command } from "commander";
import { incidentStatuses } from "../../worker/incidents/statuses.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { answered, type Connection, connectWithKey } from "./connection.ts";
import { Failure } from "./failure.ts";
import { openIncidents } from "./lists.ts";
import { componentStatusOf, oneNamed, statusOf } from "./names.ts";
import { plain, say, sayChange, sayJSON } from "./output.ts";
import { timeOf } from "./points.ts";
import type { GlobalOptions } from "./settings.ts";
import { readStandardInput } from "./standard-input.ts";

type Incident = Schemas["Incident"];
type Component = Schemas["Component"];

export interface IncidentOptions extends GlobalOptions {
  status?: string;
  message?: string;
  mail: boolean;
  component?: string[];
  at?: string;
  keepComponents?: true;
}

export async function open(name: string, _: IncidentOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const status = options.status === undefined ? "Investigating" : incidentStatus(options.status);
  const createdAt = options.at === undefined ? undefined : new Date(began(options.at)).toISOString();
  const connection = await connectWithKey(options);
  const before = await componentsFor(connection.client, options);
  const changes = changesOf(before, options);
  const body = {
    name,
    status,
    ...(await toldOf(options)),
    components: changes,
    ...(createdAt && { createdAt }),
  };
  const incident = await answered(connection.client.POST("/api/v0/incidents", { body }));
  tell(connection, options, { did: "Opened", incident, before });
}

export async function update(asked: string | undefined, _: IncidentOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const { status, message, component } = options;
  if (status === undefined && message === undefined && component === undefined)
    throw new Failure("usage", "Say what is new: --status, --message or --component.");
  const fields = status === undefined ? {} : { status: incidentStatus(status) };
  const connection = await connectWithKey(options);
  const before = await componentsFor(connection.client, options);
  const changes = changesOf(before, options);
  const { incidentID } = await findIncident(connection.client, await openIncidents(connection.client), asked);
  const body = { ...fields, ...(await toldOf(options)), ...(component && { components: changes }) };
  const incident = await changeIncident(connection.client, incidentID, body);
  tell(connection, options, { did: "Updated", incident, before });
}

export function changeIncident(client: DaymarkClient, incidentID: string, body: Schemas["IncidentChange"]) {
  return answered(client.PATCH("/api/v0/incidents/{incidentID}", { params: { path: { incidentID } }, body }));
}

/** Without being told which, the one that is open. */
export async function findIncident(client: DaymarkClient, open: Incident[], asked: string | undefined) {
  const named = open.map((incident) => ({ ...incident, id: incident.incidentID }));
  if (asked !== undefined) {
    const known = named.some(({ id, name }) => id === asked || name === asked);
    if (known || !/^[0-9A-Za-z]{12}$/.test(asked)) return oneNamed("open incident", named, asked);
    return answered(
      client.GET("/api/v0/incidents/{incidentID}", { params: { path: { incidentID: asked } } }),
    );
  }
  const [only] = open;
  if (!only) throw new Failure("usage", "No incident is open.");
  if (open.length === 1) return only;
  const list = open.map(({ incidentID, name }) => `${plain(name)} (${incidentID})`).join(", ");
  throw new Failure("usage", `${open.length} incidents are open. Say which: ${list}.`);
}

function componentsFor(client: DaymarkClient, { component }: IncidentOptions): Promise<Component[]> {
  return component ? answered(client.GET("/api/v0/components")) : Promise.resolve([]);
}

export function changesOf(components: Component[], { component = [] }: IncidentOptions) {
  return component.map((written) => {
    const { component, status } = componentStatusOf(components, written);
    return { componentID: component.componentID, status };
  });
}

/** What is told to visitors, and whether to subscribers too. */
export async function toldOf({ message, mail }: IncidentOptions) {
  const text = message === "-" ? await readStandardInput("Pipe in the message") : message;
  return { ...(text !== undefined && { message: text }), ...(!mail && { notifySubscribers: false }) };
}

/** @param before the components as they were, those that the command named */
function tell(
  { url }: Connection,
  { json, component = [] }: IncidentOptions,
  { did, incident, before }: { did: string; incident: Incident; before: Component[] },
): void {
  if (json) {
    sayJSON(incident);
    return;
  }
  const { incidentID, name, status } = incident;
  say(`${did} "${plain(name)}": ${status}`);
  for (const { component: was } of component.map((written) => componentStatusOf(before, written))) {
    const is = incident.components.find(({ componentID }) => componentID === was.componentID);
    if (is) sayChange(is.name, was.status, is.status);
  }
  say(`  ID    ${incidentID}`);
  say(`  Page  ${url}/incidents/${incidentID}`);
}

function incidentStatus(written: string) {
  return statusOf("incident status", incidentStatuses, written);
}

function began(at: string): number {
  try {
    return timeOf(at);
  } catch (error) {
    throw new Failure("usage", `--at: ${error instanceof Error ? error.message : error}`);
  }
}
