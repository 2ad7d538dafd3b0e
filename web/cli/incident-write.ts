import type { Command } from "commander";
import { incidentStatuses } from "../../worker/incidents/statuses.ts";
import type { DaymarkClient, Schemas } from "../client/client.ts";
import { answered, type Connection, connectWithKey } from "./connection.ts";
import { asWritten, Failure } from "./failure.ts";
import { openIncidents } from "./lists.ts";
import { componentStatusOf, oneNamed, statusOf } from "./names.ts";
import { plain, say, sayChange, sayJSON } from "./output.ts";
import { timeOf } from "./points.ts";
import type { GlobalOptions } from "./settings.ts";
import { readStandardInput } from "./standard-input.ts";

type Incident = Schemas["Incident"];

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
  const { at } = options;
  const createdAt =
    at === undefined ? undefined : asWritten("--at", () => new Date(timeOf(at)).toISOString());
  const connection = await connectWithKey(options);
  const named = await namedIn(connection.client, options);
  const body = {
    name,
    status,
    ...(await toldOf(options)),
    components: changesOf(named),
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
  const named = await namedIn(connection.client, options);
  const { incidentID } = await findIncident(connection.client, await openIncidents(connection.client), asked);
  const body = { ...fields, ...(await toldOf(options)), ...(component && { components: changesOf(named) }) };
  const incident = await changeIncident(connection.client, incidentID, body);
  tell(connection, options, { did: "Updated", incident, named });
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

async function namedIn(client: DaymarkClient, { component }: IncidentOptions): Promise<Named[]> {
  if (component === undefined) return [];
  const components = await answered(client.GET("/api/v0/components"));
  return component.map((written) => componentStatusOf(components, written));
}

type Named = ReturnType<typeof componentStatusOf>;

export function changesOf(named: Named[]) {
  return named.map(({ component: { componentID }, status }) => ({ componentID, status }));
}

/** What is told to visitors, and whether to subscribers too. */
export async function toldOf({ message, mail }: IncidentOptions) {
  const text = message === "-" ? await readStandardInput("Pipe in the message") : message;
  return { ...(text !== undefined && { message: text }), ...(!mail && { notifySubscribers: false }) };
}

/** @param named the components that the command names, as they were before it */
function tell(
  { url }: Connection,
  { json }: IncidentOptions,
  { did, incident, named }: { did: string; incident: Incident; named: Named[] },
): void {
  if (json) {
    sayJSON(incident);
    return;
  }
  const { incidentID, name, status } = incident;
  say(`${did} "${plain(name)}": ${status}`);
  for (const { component, status } of named) sayChange(component.name, component.status, status);
  say(`  ID    ${incidentID}`);
  say(`  Page  ${url}/incidents/${incidentID}`);
}

function incidentStatus(written: string) {
  return statusOf("incident status", incidentStatuses, written);
}
