import type { Command } from "commander";
import { noticePath, noticeStatuses } from "../../../worker/notices/domain.ts";
import type { DaymarkClient } from "../../client/client.ts";
import { findCandidate } from "../candidates.ts";
import { CommandError } from "../command-error.ts";
import { type Connection, connectWithKey, readBody } from "../connection/connection.ts";
import { parseStatus } from "../names.ts";
import { plain, print, printChange, printJSON } from "../output.ts";
import {
  changeNotice,
  incidentCalls,
  listByStatus,
  type NoticeWithResponse,
  readNotice,
  withResponse,
} from "./notice-calls.ts";
import {
  announcement,
  componentChanges,
  type NamedComponent,
  type NoticeOptions,
  namedComponents,
  parseInstant,
  templateFields,
} from "./notice-options.ts";

export interface IncidentOptions extends NoticeOptions {
  at?: string;
  over?: true;
  start?: string;
  end?: string;
  endMessage?: string;
  template?: string;
  keepComponents?: true;
}

export async function open(name: string | undefined, _: IncidentOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<IncidentOptions>();
  const defaultStatus = options.template === undefined ? "Investigating" : undefined;
  const status = options.status === undefined ? defaultStatus : incidentStatus(options.status);
  const times = incidentTimes(options);
  const connection = await connectWithKey(options);
  const components = await namedComponents(connection.client, options);
  const body = {
    ...(await templateFields(connection.client, "incident", { ...options, name })),
    ...(status && { status }),
    ...(await announcement(options)),
    components: componentChanges(components),
    ...times,
  };
  const response = await readBody(connection.client.POST("/api/v0/incidents", { body }));
  const incident = withResponse("incident", response);
  const result = options.over ? { did: "Added", named: [] } : { did: "Opened", named: components };
  printResult(connection, options, { ...result, incident });
}

function incidentTimes({ at, over, start, end, endMessage }: IncidentOptions) {
  if (!over) {
    if ([start, end, endMessage].some((option) => option !== undefined))
      throw new CommandError("usage", "--start, --end and --end-message need --over.");
    return at === undefined ? {} : { createdAt: parseInstant("--at", at) };
  }
  if (at !== undefined) throw new CommandError("usage", "With --over, pass --start instead of --at.");
  if (start === undefined || end === undefined)
    throw new CommandError("usage", "--over needs --start and --end.");
  return {
    backfilled: true,
    createdAt: parseInstant("--start", start),
    resolvedAt: parseInstant("--end", end),
    ...(endMessage !== undefined && { resolvedMessage: endMessage }),
  };
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
  const components = await namedComponents(connection.client, options);
  const before = await findIncident(connection.client, nameOrID);
  const body = {
    ...fields,
    ...(await announcement(options)),
    ...(component && { components: componentChanges(components) }),
  };
  const incident = await changeNotice(incidentCalls, connection.client, before, body);
  printResult(connection, options, { did: "Updated", incident, named: components });
}

export async function findIncident(client: DaymarkClient, nameOrID: string | undefined) {
  const candidates = {
    label: "open incident",
    none: incidentCalls.none,
    several: "incidents are open",
    list: await listByStatus(incidentCalls, client),
    read: (id: string) => readNotice(incidentCalls, client, id),
  };
  return findCandidate(candidates, nameOrID);
}

/** @param named the components with their statuses before the command */
function printResult(
  { url }: Connection,
  { json }: IncidentOptions,
  { did, incident, named }: { did: string; incident: NoticeWithResponse; named: NamedComponent[] },
): void {
  if (json) {
    printJSON(incident.response);
    return;
  }
  const { noticeID, name, status } = incident;
  print(`${did} "${plain(name)}": ${plain(status)}`);
  for (const { component, status } of named) printChange(component.name, component.status, status);
  print(`  ID    ${noticeID}`);
  print(`  Page  ${url}${noticePath(incident)}`);
}

function incidentStatus(input: string) {
  return parseStatus("incident status", noticeStatuses.incident, input);
}
