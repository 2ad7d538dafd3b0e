import type { Command } from "commander";
import { noticePath, noticeStatuses } from "../../worker/notices/domain.ts";
import type { DaymarkClient } from "../client/client.ts";
import { findCandidate } from "./candidates.ts";
import { CommandError } from "./command-error.ts";
import { bodyOf, type Connection, connectWithKey } from "./connection.ts";
import { statusOf } from "./names.ts";
import {
  changeNotice,
  incidentCalls,
  listByStatus,
  type NoticeWithAnswer,
  readNotice,
  withAnswer,
} from "./notice-calls.ts";
import {
  announcement,
  componentChanges,
  instantOf,
  type NamedComponent,
  type NoticeOptions,
  namedComponents,
} from "./notice-options.ts";
import { plain, print, printChange, printJSON } from "./output.ts";

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
  const answer = await bodyOf(connection.client.POST("/api/v0/incidents", { body }));
  const incident = withAnswer("incident", answer);
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
  const incident = await changeNotice(incidentCalls, connection.client, found, body);
  printResult(connection, options, { did: "Updated", incident, named });
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
  { did, incident, named }: { did: string; incident: NoticeWithAnswer; named: NamedComponent[] },
): void {
  if (json) {
    printJSON(incident.answer);
    return;
  }
  const { noticeID, name, status } = incident;
  print(`${did} "${plain(name)}": ${plain(status)}`);
  for (const { component, status } of named) printChange(component.name, component.status, status);
  print(`  ID    ${noticeID}`);
  print(`  Page  ${url}${noticePath(incident)}`);
}

function incidentStatus(written: string) {
  return statusOf("incident status", noticeStatuses.incident, written);
}
